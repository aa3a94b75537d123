// What is called, what a module may import, what the host gives it, and what traps are.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { built, compiled, library, refusal, Session, temporaryFolder, written } from './harness.js';

const functions = `
long long mix(int a, long long b, float c, double d) { return a + b * 2 + (long long)(c * d); }
int main(void) { return 42; }
void nothing(void) {}
`;
const exported = (): Promise<Uint8Array> =>
  compiled(functions, '-O1', '-g', ...library('mix', 'main', 'nothing'));

describe('what is called', () => {
  it('is main where there is no _start, and its result the exit code', async () => {
    const { code, stdout } = await (await Session.load(written(await exported()))).run();
    expect([code, stdout]).toEqual([42, '']);
  });

  it('is the function that the launch names, with arguments of every type', async () => {
    const program = written(await exported());
    const asked = { function: 'mix', functionArgs: [-3, '0x1000000000', 1.5, '4'] };
    const { code, stdout } = await (await Session.load(program, asked)).run();
    expect([code, stdout]).toEqual([0, 'mix(-3, 0x1000000000, 1.5, 4) = 137438953475\n']);
    const other = await (await Session.load(program, { function: 'nothing' })).run();
    expect(other.stdout).toBe('nothing() returned\n');
  });

  it('is refused by name where it cannot be', async () => {
    const program = written(await exported());
    expect(await refusal(program, { function: 'mixed' })).toMatch(
      /exports no function mixed.*It exports: .*mix/,
    );
    expect(await refusal(program, { function: 'mix', functionArgs: [1] })).toMatch(
      /mix takes 4 arguments \(i32, i64, f32, f64\), and 1 are given/,
    );
    for (const wrong of ['x', 1.5, 2 ** 40, ''])
      expect(await refusal(program, { function: 'mix', functionArgs: [wrong, 1, 1, 1] })).toMatch(
        /takes i32 as argument 1/,
      );
    const library_ = written(await compiled(functions, '-O1', ...library('mix')));
    expect(await refusal(library_)).toMatch(/neither _start nor main.*It exports: mix/);
  });
});

describe('imports', () => {
  const source = `
    __attribute__((import_module("env"), import_name("now"))) int now(int zone);
    __attribute__((import_module("game.world"), import_name("turn"))) void turn(void);
    int main(void) { turn(); return now(1) + 1; }
  `;

  it('that nothing answers are refused by name, with what to do', async () => {
    const program = written(await compiled(source, '-O1', ...library('main')));
    expect(await refusal(program)).toMatch(
      /imports what nothing here answers: .*env\.now \(function\).*option imports/,
    );
    expect(await refusal(program, { imports: { 'env.now': 1 } })).toMatch(/answers: game\.world\.turn/);
  });

  it('are answered as the launch says', async () => {
    const program = written(await compiled(source, '-O1', ...library('main')));
    const imports = { 'env.now': 6, 'game.world.turn': null };
    expect((await (await Session.load(program, { imports })).run()).code).toBe(7);
  });
});

const system = `
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf("[%s]", argv[i]);
  printf(" %s\\n", getenv("COLOUR"));
  printf("%d\\n", time(0) > 1700000000);
  unsigned char bytes[32] = { 0 };
  int any = 0;
  printf("%d ", getentropy(bytes, sizeof bytes));
  for (int i = 0; i < 32; i++) any |= bytes[i];
  printf("%d\\n", any != 0);
  FILE *file = fopen("/etc/passwd", "r");
  printf("%d\\n", file == 0);
  char line[64];
  while (fgets(line, sizeof line, stdin) != 0) printf("got %s", line);
  fprintf(stderr, "äöü done\\n");
  exit(3);
}
`;

describe('the host', () => {
  it('has arguments, environment, clocks, random numbers and streams, and no files', async () => {
    const session = await Session.load(
      written(await compiled(system, '-O1')),
      {},
      {
        settings: {
          args: ['a b', 'ü'],
          env: { COLOUR: 'green', GONE: null },
          stdin: { text: 'first\nsecond line\nlast', closed: true },
        },
      },
    );
    const { code, stdout, stderr } = await session.run();
    expect(stdout).toBe('[program.wasm][a b][ü] green\n1\n0 1\n1\ngot first\ngot second line\ngot last');
    expect(stderr).toBe('äöü done\n');
    expect(code).toBe(3);
  });
});

const traps = `
static int zero;
int divide(int n) { return n / zero; } // #divide
void unreachable(void) { __builtin_trap(); }
int outside(int at) { return *(volatile int *)at; }
int deep(int n) { return n == 0 ? 0 : deep(n + 1) + 1; }
int below(int n);
__attribute__((noinline)) int above(int n) { return below(n + 1) * 3 + 1; }
__attribute__((noinline)) int below(int n) { return n == 0 ? 0 : above(n) * 5; }
int huge(float f) { return __builtin_wasm_trunc_s_i32_f32(f); }
`;

describe('a trap', () => {
  it.each([
    ['divide', [4], 'DivideByZero'],
    ['unreachable', [], 'Unreachable'],
    ['outside', [-8], 'OutOfBounds'],
    // The C stack is in memory, and its end comes first.
    ['deep', [1], 'OutOfBounds'],
    ['huge', [1e30], 'InvalidConversion'],
  ])('in %s stops where it happens', async (name, functionArgs, thrown) => {
    const options = ['-O0', '-g', '-fno-optimize-sibling-calls'];
    const names = ['divide', 'unreachable', 'outside', 'deep', 'huge'];
    const program = written(await compiled(traps, ...options, ...library(...names)), { 'program.c': traps });
    const { driver } = await Session.load(program, { function: name, functionArgs });
    await driver.break({ kind: 'exception', filter: 'thrown' });
    await driver.begin();
    expect(driver.reasons).toMatchObject([{ kind: 'exception', thrown: { name: thrown } }]);
    expect(driver.top.function).toBe(name);
    expect(driver.line).toBe(traps.split('\n').findIndex(line => line.includes(` ${name}(`)) + 1);
    await driver.move({ kind: 'continue' });
    expect(await driver.finish()).toBe(1);
    expect(driver.output('stderr')).toContain(thrown);
  });
});

describe('calls that are nested too deep', () => {
  it('stop as a trap where nothing of them is in memory', async () => {
    const program = written(await compiled(traps, '-O1', '-g', ...library('above')), { 'program.c': traps });
    const { driver } = await Session.load(program, { function: 'above', functionArgs: [1] });
    await driver.break({ kind: 'exception', filter: 'thrown' });
    await driver.begin();
    expect(driver.reasons).toMatchObject([{ kind: 'exception', thrown: { name: 'StackOverflow' } }]);
    expect(['above', 'below']).toContain(driver.top.function);
  });
});

describe('what is no module', () => {
  it('is refused with the place of the mistake', async () => {
    const module = await exported();
    for (const [bytes, said] of [
      [new Uint8Array(), /cannot be read/],
      [new TextEncoder().encode('plain text'), /cannot be read/],
      [module.slice(0, 200), /cannot be read: .*at offset 0x/],
    ] as const)
      expect(await refusal(written(bytes))).toMatch(said);
    expect(await refusal('/nowhere/program.wasm')).toMatch(/\/nowhere\/program\.wasm/);
  });
});

describe('C', () => {
  const c = (text: string, files: Readonly<Record<string, string>> = {}): string => {
    const folder = temporaryFolder();
    for (const [name, contents] of Object.entries({ 'program.wasm.c': text, ...files }))
      writeFileSync(join(folder, name), contents);
    return join(folder, 'program.wasm.c');
  };

  it('is compiled with what it includes and the options of the launch', async () => {
    const program = c('#include "more.h"\nint main(void) { return NUMBER + more; }', {
      'more.h': 'static int more = 2;',
    });
    expect((await (await Session.load(program, { cflags: ['-DNUMBER=5'], optimize: '2' })).run()).code).toBe(
      7,
    );
  });

  it('with mistakes has them told with their places', async () => {
    const program = c('int main(void) {\n  return nothing;\n}\n');
    const { target, diagnostics } = await built(program);
    expect(target).toBeUndefined();
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        message: "use of undeclared identifier 'nothing'",
        location: { line: 2, column: 10, source: { path: program } },
        sourceLine: '  return nothing;',
      },
    ]);
    expect(await refusal(c('int missing(void);\nint main(void) { return missing(); }'))).toMatch(
      /undefined symbol: missing/,
    );
    expect(await refusal(c('#include "absent.h"\n'))).toMatch(/absent\.h/);
  });
});
