// Modules that a real compiler made: instrumented, they compute what they computed, and stop where they are told to.

import { runBuiltIn } from '@sonde/built-in-clang';
import { instructionsOf, readModule, webAssembly, type WasmModule } from '@sonde/wasm';
import { describe, expect, it } from 'vitest';
import { instrument } from '../instrument/instrument.js';
import { PlainProgram } from '../plain-run.js';
import { instruction, mainCall, onwards, TestRun, upTo } from './harness.js';

const source = `
typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static operation table[] = { add, sub, add };
typedef float four __attribute__((vector_size(16)));
struct point { short x; double y; long long z; };
static struct point points[8];
static char text[64];

float vectors(four v, int n) {
  four sum = { 0, 0, 0, 0 };
  for (int i = 0; i < n; i++) sum = sum * 0.5f + v;
  return sum[0] + sum[1] * 2 + sum[2] * 4 + sum[3] * 8;
}

int main_(int n) {
  int result = 0;
  for (int i = 0; i < n; i++) {
    points[i & 7].x = (short)(i * 331);
    points[i & 7].y += i * 0.25;
    points[i & 7].z ^= (long long)i << 33;
    result = table[i % 3](result, points[(i + 3) & 7].x);
    switch (i % 5) {
      case 0: result ^= (int)points[i & 7].y; break;
      case 1: result += (int)(points[i & 7].z >> 32); break;
      case 2: __builtin_memset(text, i, sizeof text); break;
      case 3: result -= text[i & 63]; break;
      default: result = result * 31 + 7;
    }
  }
  four v = { 1, 2, 3, (float)n };
  return result + (int)vectors(v, n & 15);
}
`;

async function compile(...options: readonly string[]): Promise<Uint8Array> {
  const linking = ['-nostdlib', '-Wl,--no-entry', '-Wl,--export=run'];
  const run = await runBuiltIn(
    'clang',
    ['-fno-builtin', '-mbulk-memory', ...linking, ...options, '/main.c', '-o', '/main.wasm'],
    new Map([['/main.c', source.replace('main_', 'run')]]),
  );
  const made = run.file('/main.wasm');
  if (made === undefined) throw new Error(run.errors);
  return made;
}

function read(bytes: Uint8Array): WasmModule {
  const found = readModule(bytes);
  if (!found.ok) throw found.problem;
  return found.module;
}

/** Every so many instructions: what a compiler calls a statement does not matter here. */
const everyNth = (module: WasmModule, n: number): readonly number[] =>
  module.functions
    .flatMap(body => instructionsOf(module, body))
    .filter((_, index) => index % n === 0)
    .map(({ offset }) => offset);

describe('C compiled to WebAssembly', () => {
  for (const options of [['-O0', '-g'], ['-O2'], ['-O2', '-msimd128'], ['-O0', '-msimd128']]) {
    it(`computes the same (${options.join(' ')})`, async () => {
      const bytes = await compile(...options);
      const module = read(bytes);
      const plain = new webAssembly.Instance(new webAssembly.Module(bytes)).exports['run'] as (
        n: number,
      ) => number;
      const program = new PlainProgram(module, { probes: everyNth(module, 5) });
      for (const n of [0, 1, 7, 64, 1_000]) {
        const { end } = program.run({
          host: () => ({ functions: {} }),
          calls: [{ name: 'run', arguments: [n] }],
        });
        const fresh = new webAssembly.Instance(new webAssembly.Module(bytes)).exports['run'] as typeof plain;
        expect(end).toMatchObject({ kind: 'exited', results: [fresh(n)] });
      }
      for (const steps of [false, true])
        expect(webAssembly.validate(instrument(module, { probes: everyNth(module, 3), steps }).bytes)).toBe(
          true,
        );
    });
  }

  it('stops at the same places with the same locals, vectors among them, in the variant for stepping', async () => {
    const bytes = await compile('-O2', '-msimd128');
    const module = read(bytes);
    const probes = everyNth(module, 7);
    const setup = { module: bytes, probes, calls: [{ ...mainCall(40)[0]!, name: 'run' }] };
    const usual = await TestRun.start(setup);
    const stepping = await TestRun.start(setup);
    try {
      // Both can be stepped from their first instruction on. A run changes that, a motion up to no depth at all does not.
      await Promise.all([usual.go(instruction), stepping.go(instruction)]);
      let stops = 0;
      for (; ; stops++) {
        const armed =
          stops < 30 ? [probes[(stops * 5) % probes.length]!, probes[(stops * 11 + 3) % probes.length]!] : [];
        await Promise.all([usual, stepping].map(({ run }) => run.arm(armed)));
        const [outcome, same] = await Promise.all([usual.go(onwards), stepping.go(upTo(0))]);
        expect(same).toEqual(outcome);
        if (outcome.kind === 'exited') break;
        expect(await stepping.locals()).toEqual(await usual.locals());
      }
      expect(stops).toBeGreaterThan(5);
    } finally {
      await usual.run.end();
      await stepping.run.end();
    }
  });
});
