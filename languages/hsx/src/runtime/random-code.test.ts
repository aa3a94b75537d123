import { seededRandom } from '@sonde/testkit/seeded-random';
import { expect, test } from 'vitest';
import { encode, Op, operations } from '../toolchain/isa.js';
import { BenchHost } from '../test/runtime/bench-machine.js';
import { imageOf } from './load.js';
import { createMachine } from './machine.js';

/** Module and function of some services. */
const services = [
  0x101, 0x200, 0x400, 0x401, 0x402, 0x40a, 0x500, 0x501, 0x502, 0x503, 0x505, 0x600, 0x700, 0x704, 0x800,
];

/** Mostly instructions of the set with small operands; sometimes any word at all. */
function randomCode(random: (below: number) => number): Uint32Array {
  return Uint32Array.from({ length: 10 + random(60) }, () => {
    if (random(30) === 0) return random(2 ** 32);
    if (random(12) === 0) return encode(Op.SVC, 0, 0, 0, services[random(services.length)]);
    const { code } = operations[random(operations.length)]!;
    const imm = random(3) === 0 ? random(4096) : random(64) * 4;
    return encode(code, random(16), random(16), random(16), imm);
  });
}

test('random code ends, waits, or runs on: it never breaks the machine', () => {
  const random = seededRandom(20261118);
  const kinds = new Set<string>();
  for (let round = 0; round < 150; round++) {
    const programs = Array.from({ length: 1 + random(3) }, (_, n) => ({
      name: `p${n}`,
      code: randomCode(random),
      data: Uint8Array.from({ length: random(200) }, () => random(256)),
      entry: 0,
    }));
    const host = new BenchHost();
    host.watching = random(3) === 0;
    const machine = createMachine(imageOf(programs, { quantum: 1 + random(20), traceSize: random(5) }), host);
    machine.arm(random(20) * 4);
    for (let turn = 0; turn < 12; turn++) {
      const outcome = machine.run(machine.time + 300, turn % 2 === 1);
      kinds.add(outcome.kind);
      host.clock += 100_000;
      host.lines.push(turn > 8 ? null : 'line');
      for (const { id } of machine.tasks()) {
        expect(machine.frames(id, 0, 10_000)).toHaveLength(machine.depth(id));
        for (const { serial } of machine.frames(id, 0, 3)) machine.registers!(id, serial);
        for (const { variables } of machine.scopes!(id))
          for (const { word } of variables) machine.describe(word, 50);
      }
      if (turn === 5) machine.restore!(machine.snapshot!()!);
      if (outcome.kind === 'exited') break;
    }
  }
  expect([...kinds].sort()).toEqual(['exited', 'site', 'task', 'thrown', 'time', 'trap', 'waiting']);
});
