import { expect, test } from 'vitest';
import type { NgoModule } from '../toolchain/format/ngo.js';
import { opcodes } from '../toolchain/format/opcodes.js';
import { seededRandom, type Random } from '@sonde/testkit/seeded-random';
import { link } from '../toolchain/linker/link.js';
import { createMachine } from './machine.js';
import { assemble } from '../test/runtime/assembly.js';
import { BenchHost } from '../test/runtime/bench-machine.js';

const tables = assemble('', {
  types: [
    { name: 'P', properties: ['x', 'y'], derivedTraits: ['Clone'], variants: [] },
    { name: 'R', properties: [], derivedTraits: [], variants: [{ name: 'Ok', payloadFields: ['v'] }] },
  ],
  imports: [{ module: 'std.prelude', symbol: 'len' }],
  constants: [1n],
}).module;
const names = [
  'P',
  'x',
  'Ok',
  'size',
  'get',
  'abc',
  'len',
  'join',
  '__ng_from_end',
  'P.Drop::drop',
  'i32',
  'readLine',
];

function randomModule(random: Random): NgoModule {
  const functions = ['__start__', 'f', 'P.size', 'P.get', 'P.Drop::drop'].map((name, nth) => ({
    name,
    numLocals: 0,
    numParams: random(3),
    explicitReceiver: random(2) === 0,
    code: nth === 0 || random(4) > 0 ? randomCode(random) : new Uint8Array(0),
  }));
  return { ...tables, strings: names, functions };
}

/** Instructions that leave values of many kinds on the stack, for the random ones to work with. */
const makers = [
  'PUSH_I32 2',
  'LOAD_STR 5',
  'PUSH_BOOL 1',
  'PUSH_U8 3',
  'PUSH_F64 1.5',
  'PUSH_I32 1\nPUSH_I32 2\nNEW_ARRAY 2',
  'PUSH_I32 1\nNEW_ARRAY 1\nPUSH_I32 1\nNEW_TUPLE 2',
  'PUSH_I32 1\nPUSH_I32 2\nNEW_ARRAY 1\nNEW_OBJECT 0 2',
  'PUSH_I32 1\nPUSH_I32 2\nNEW_OBJECT 0 2\nLOAD_REF',
  'PUSH_I32 1\nCONSTRUCT_TAGGED 1 0 1',
  'PUSH_I32 0\nPUSH_I32 4\nMAKE_RANGE 1',
  'MAKE_LOCAL_REF 1',
  'STORE_LOCAL 1',
  'NATIVE_CALL 11 0',
].map(source => assemble(source).module.functions[0]!.code);

/** Mostly instructions of the set, with small operands; sometimes any byte at all. */
function randomCode(random: Random): Uint8Array {
  const bytes: number[] = [];
  const length = 20 + random(80);
  while (bytes.length < length) {
    if (random(2) === 0) bytes.push(...makers[random(makers.length)]!);
    if (random(40) === 0) {
      bytes.push(random(256));
      continue;
    }
    const { code, operands } = opcodes[random(opcodes.length)]!;
    bytes.push(code);
    for (const kind of operands) {
      const size = /64$/.test(kind) ? 8 : /32$|target/.test(kind) ? 4 : /8$/.test(kind) ? 1 : 2;
      bytes.push(random(12), ...Array.from({ length: size - 1 }, () => (random(40) === 0 ? random(256) : 0)));
    }
  }
  return Uint8Array.from(bytes);
}

test('random code ends, waits, or runs on: it never breaks the machine', () => {
  const random = seededRandom(20260609);
  const kinds = new Set<string>();
  for (let round = 0; round < 3_000; round++) {
    const module = randomModule(random);
    const { image } = link([{ name: 'main', path: '/main.ngo', module, importedModules: new Map() }], {
      upstreamCompatible: random(2) === 0,
    });
    const host = new BenchHost();
    host.memoryLimit = 1_000_000;
    host.watching = random(3) === 0;
    const machine = createMachine(image, host);
    machine.arm(random(40));
    for (let turn = 0; turn < 20; turn++) {
      const outcome = machine.run(machine.time + 500, turn % 2 === 1);
      kinds.add(outcome.kind);
      look(machine);
      if (outcome.kind === 'exited' || outcome.kind === 'waiting') break;
    }
  }
  expect([...kinds].sort()).toEqual(['exited', 'site', 'thrown', 'time', 'trap', 'waiting']);
});

/** Whatever is there can be shown. */
function look(machine: ReturnType<typeof createMachine>): void {
  for (const { serial } of machine.frames(1, 0, 3))
    for (let slot = 0; slot < 3; slot++) {
      try {
        const word = machine.read({ kind: 'slot', task: 1, frame: serial, slot });
        const { content } = machine.describe(word, 20);
        if (content.kind === 'object')
          for (const { word: inside } of machine.children?.(content.id, undefined, 0, 5) ?? [])
            machine.describe(inside, 20);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
}
