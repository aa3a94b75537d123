import { typeId } from '@sonde/engine';
import type { Machine, Outcome } from '@sonde/engine-vm';
import { expect, test } from 'vitest';
import { BenchHost, bench, benchOf, go, program, toEnd } from '../test/runtime/bench-machine.js';
import { globalIndex, programSpan, type HsxProgram } from './image.js';
import { imageOf } from './load.js';
import { createMachine } from './machine.js';

const word = typeId(1);
const signedByte = typeId(2);
const half = typeId(3);
const long = typeId(4);
const types = {
  word,
  shapes: [
    [word, { size: 4 }],
    [signedByte, { size: 1 }],
    [half, { size: 2, float: true }],
    [long, { size: 8 }],
  ] as const,
};

/** Two functions with frames; `leaf` uses R7 for something else. */
const calls = `
.text
.entry main
.extern first
.extern inside
.extern leaf
main:
PUSH R7
MOV R7, R15
PUSH R12
LDI R1, 5
CALL first
LDI R0, 9
POP R12
POP R7
RET
first:
PUSH R7
MOV R7, R15
LDI R4, 77
inside:
CALL leaf
POP R7
RET
leaf:
LDI R7, 3
LDI R2, 4
MOV R7, R15
LDI R3, 4
ADD R7, R7, R3
RET
`;

const pcs = (machine: Machine): number[] => machine.frames(1, 0, 100).map(({ pc }) => pc);

/** One instruction. */
const step = (machine: Machine): Outcome => machine.run(machine.time + 1, true);

test('frames, from the first instruction of a function to its last', () => {
  const { machine, address } = bench(calls);
  const first = address('first');
  const afterCall = 5 * 4;
  machine.arm(first);
  expect(go(machine)).toEqual({ kind: 'site', task: 1, address: first });
  const [top, caller] = machine.frames(1, 0, 9);
  for (let pc = first; pc <= address('inside'); pc += 4, step(machine)) {
    expect(pcs(machine)).toEqual([pc, afterCall]);
    expect(machine.frames(1, 0, 9).map(({ serial }) => serial)).toEqual([top!.serial, caller!.serial]);
  }
  machine.arm(address('leaf') + 8);
  expect(go(machine, true).kind).toBe('site');
  // R7 is clobbered here.
  expect(pcs(machine)).toEqual([address('leaf') + 8, address('inside') + 4, afterCall]);
  expect(machine.frames(1, 0, 9).some(({ guessed }) => guessed === true)).toBe(false);
  expect(machine.depth(1)).toBe(3);
  expect(machine.frames(1, 1, 1)).toEqual(machine.frames(1, 0, 9).slice(1, 2));
  machine.disarm(first);
  machine.disarm(address('leaf') + 8);
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 9 });
  expect([machine.depth(1), machine.frames(1, 0, 9)]).toEqual([0, []]);
});

test('depth agrees with the frames after every instruction', () => {
  const { machine } = bench(calls);
  const depths: number[] = [];
  while (step(machine).kind === 'time') {
    expect(machine.frames(1, 0, 100)).toHaveLength(machine.depth(1));
    depths.push(machine.depth(1));
  }
  expect(Math.max(...depths)).toBe(3);
});

test('a return address that was overwritten makes the caller a guess', () => {
  const { machine } = bench(
    '.text\n.entry main\nmain:\nCALL 2\nRET\nLDI R1, 8\nST [R15+0], R1\nLDI R2, 1\nRET',
  );
  for (let n = 0; n < 2; n++) step(machine);
  expect(machine.frames(1, 1, 1)).toEqual([{ serial: expect.any(Number) as number, pc: 4 }]);
  step(machine);
  expect(machine.frames(1, 1, 1)).toMatchObject([{ pc: 4, guessed: true }]);
});

test('a CALL of the next instruction, used to jump far, is no call', () => {
  const far = `.text\n.entry main\nmain:\nLDI R1, 20\nCALL 1\nST [R15+0], R1\nRET\nBRK 1\nLDI R0, 6\nRET`;
  const { machine } = bench(far);
  const [before] = machine.frames(1, 0, 9);
  for (let n = 0; n < 4; n++) {
    step(machine);
    expect(machine.depth(1)).toBe(1);
    expect(machine.frames(1, 0, 9)[0]?.serial).toBe(before?.serial);
  }
  expect(pcs(machine)).toEqual([20]);
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 6 });
});

/** How the run-time library makes room on the stack, and takes it back. */
const room = `
.text
.entry main
main:
PUSH R7
MOV R7, R15
CALL grow
LDI R1, 1
CALL shrink
POP R7
LDI R0, 3
RET
grow:
POP R14
PUSH R12
PUSH R12
PUSH R14
RET
shrink:
POP R14
POP R13
POP R13
PUSH R14
RET
`;

test('a function that moves its return address is on the stack until it returns', () => {
  const { machine } = bench(room);
  const depths: number[] = [];
  for (let outcome = step(machine); outcome.kind === 'time'; outcome = step(machine)) {
    depths.push(machine.depth(1));
    expect(machine.frames(1, 0, 9)).toHaveLength(machine.depth(1));
  }
  expect(depths).toEqual([1, 1, 2, 2, 2, 2, 2, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1]);
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 3 });
});

test('learning the pc by CALL and POP for ever fills nothing', () => {
  const { machine } = bench('.text\n.entry main\nmain:\nCALL 2\nRET\nPOP R1\nJMP main');
  expect(go(machine, false, 99_999).kind).toBe('time');
  expect(machine.depth(1)).toBe(2);
});

test('BRK stops once, at itself', () => {
  const { machine } = bench('.text\n.entry main\nmain:\nLDI R1, 5\nBRK 7\nLDI R0, 3\nRET');
  expect(go(machine)).toEqual({ kind: 'trap', task: 1 });
  expect([pcs(machine), machine.time]).toEqual([[4], 1]);
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 3 });
});

test('an armed instruction stops before it runs, each time it is reached, and is passed when asked', () => {
  const { machine } = bench('.text\n.entry main\nmain:\nLDI R1, 3\nLDI R2, 1\nSUB R1, R1, R2\nJNZ 8\nRET');
  machine.arm(8);
  const seen: number[] = [];
  for (let outcome = go(machine); outcome.kind === 'site'; outcome = go(machine, true))
    seen.push(machine.time);
  expect(seen).toEqual([2, 4, 6]);
});

test('the second word of LDI32 is no instruction, and a breakpoint there would change nothing', () => {
  const { machine } = bench('.text\n.entry main\nmain:\nLDI32 R0, 0x12\nRET');
  expect([0, 4, 8, 12].map(at => machine.beginsInstruction?.(at))).toEqual([true, false, true, false]);
  machine.arm(4);
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 0x12 });
});

test('registers of the function on top, and those that are known of its callers', () => {
  const made = program(calls);
  const machine = createMachine(imageOf([made.program], { types }), new BenchHost());
  machine.arm(made.address('inside'));
  go(machine);
  const [top, caller] = machine.frames(1, 0, 9);
  const shown = (serial: number): Record<string, unknown> =>
    Object.fromEntries(machine.registers!(1, serial).map(({ name, word: w }) => [name, machine.scalar(w)]));
  expect(shown(top!.serial)).toMatchObject({
    R1: 5,
    R4: 77,
    R7: 0xffec,
    R15: 0xffec,
    SP: 0xffec,
    PC: made.address('inside'),
  });
  expect(shown(caller!.serial)).toEqual({ R7: 0xfff8, R15: 0xfff4, SP: 0xfff4, PC: 20 });
  const place = { kind: 'register', task: 1, frame: top!.serial, name: 'R4' } as const;
  machine.write(place, -1n, word);
  expect(machine.scalar(machine.read(place))).toBe(0xffffffff);
  expect(() => machine.write({ ...place, frame: caller!.serial }, 1, word)).toThrow(RangeError);
  expect(() => machine.write({ ...place, name: 'PSW' }, 5, word)).toThrow('Z and N');
});

test('variables in the frame, in a register, at an address, always the same, and nowhere', () => {
  const made = program(calls);
  const inside = made.address('inside');
  const all = (at: NonNullable<HsxProgram['slots']>[number][number]['at']) => [{ start: 0, end: 0x100, at }];
  const withSlots: HsxProgram = {
    ...made.program,
    slots: [
      all({ kind: 'frame', offset: -4 }),
      all({ kind: 'register', register: 4 }),
      all({ kind: 'memory', address: 0x4004 }),
      all({ kind: 'constant', words: [0xffffffff] }),
      [{ start: 0, end: 4, at: { kind: 'register', register: 1 } }],
      all({
        kind: 'split',
        parts: [
          { kind: 'register', register: 4 },
          { kind: 'frame', offset: -8 },
        ],
      }),
    ],
    globals: [0x4010],
  };
  const machine = createMachine(imageOf([withSlots], { types }), new BenchHost());
  machine.arm(inside);
  go(machine);
  const [top, caller] = machine.frames(1, 0, 9);
  const slot = (frame: number, n: number) => ({ kind: 'slot', task: 1, frame, slot: n }) as const;
  expect(machine.locate!(slot(top!.serial, 0))).toEqual({ space: 'task1', offset: 0xffe8 });
  expect(machine.locate!(slot(caller!.serial, 0))).toEqual({ space: 'task1', offset: 0xfff4 });
  expect(machine.locate!(slot(top!.serial, 2))).toEqual({ space: 'task1', offset: 0x4004 });
  expect(machine.locate!(slot(top!.serial, 1))).toBeUndefined();
  expect(machine.scalar(machine.read(slot(top!.serial, 1)))).toBe(77);
  machine.write(slot(top!.serial, 1), -2n, signedByte);
  const read = machine.describe(machine.read(slot(top!.serial, 1)), 9, signedByte);
  expect(read.content).toEqual({ kind: 'bytes', bytes: Uint8Array.of(0xfe) });
  machine.write(slot(top!.serial, 1), 1.5, half);
  expect(machine.scalar(machine.read(slot(top!.serial, 1)))).toBe(0x3e00);
  expect(() => machine.read(slot(caller!.serial, 1))).toThrow('it was in R4');
  expect(machine.scalar(machine.read(slot(top!.serial, 3)))).toBe(0xffffffff);
  expect(() => machine.write(slot(top!.serial, 3), 1, word)).toThrow('always the same');
  expect(() => machine.read(slot(top!.serial, 4))).toThrow('nowhere at this instruction');
  machine.write(slot(top!.serial, 5), -2n, long);
  expect(machine.scalar(machine.read(slot(top!.serial, 5)))).toBe(0xffff_ffff_ffff_fffen);
  expect(machine.scalar(machine.read(slot(top!.serial, 1)))).toBe(0xfffffffe);
  expect(machine.memory!.get('task1')!.slice(0xffe4, 0xffe8)).toEqual(new Uint8Array(4).fill(255));
  expect(() => machine.read(slot(999, 0))).toThrow('the call has returned');
  expect(machine.locate!({ kind: 'global', index: globalIndex(0, 0), task: 1 })).toEqual({
    space: 'task1',
    offset: 0x4010,
  });
});

test('two programs have code addresses and memories of their own', () => {
  const text = '.text\n.entry main\nmain:\nLDI32 R1, 0x4000\nLD R0, [R1+0]\nRET\n.data\n';
  const { machine } = benchOf({ a: `${text}.word 1`, b: `${text}.word 2` });
  machine.arm(programSpan + 8);
  expect(go(machine)).toMatchObject({ kind: 'task', task: 1, change: 'exited' });
  expect(go(machine)).toEqual({ kind: 'site', task: 2, address: programSpan + 8 });
  expect(machine.memory?.get('task1')?.[0x4000]).toBe(1);
  expect(machine.memory?.get('task2')?.[0x4000]).toBe(2);
  expect(machine.disassemble?.(programSpan)).toMatchObject({ size: 8, text: 'LDI32 R1, 0x00004000' });
  expect(machine.frames(2, 0, 1)[0]?.pc).toBe(programSpan + 8);
});

test('only one task runs while the others are held', () => {
  const loop = '.text\n.entry main\nmain:\nLDI R2, 1\nADD R1, R1, R2\nJMP 4';
  const { machine } = benchOf({ a: loop, b: loop }, { quantum: 10 });
  const ran = (task: number): unknown =>
    machine.scalar(
      machine.read({ kind: 'register', task, frame: machine.frames(task, 0, 1)[0]!.serial, name: 'R1' }),
    );
  machine.restrictTo?.(2);
  machine.run(1_001, false);
  expect([ran(1), ran(2)]).toEqual([0, 500]);
  machine.restrictTo?.(undefined);
  machine.run(2_001, false);
  expect(ran(1)).toBeGreaterThan(200);
  machine.endTask?.(1);
  expect(machine.tasks().map(({ state }) => state)).toEqual(['finished', 'ready']);
});

test('goto moves the task, and what it was about to fail with is void', () => {
  const { machine } = bench('.text\n.entry main\nmain:\nDIV R1, R2, R3\nLDI R0, 4\nRET');
  expect(go(machine).kind).toBe('thrown');
  machine.goto?.(1, 4);
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 4 });
  expect(() => bench('.text\nmain:\nRET').machine.goto?.(1, 2)).toThrow(RangeError);
});

test('accesses are told only while somebody watches, and end the run when wanted', () => {
  const { machine, host } = bench(
    '.text\n.entry main\nmain:\nLDI32 R1, 0x4000\nPUSH R1\nST [R1+0], R1\nLDH R2, [R1+2]\nLDI R3, 1\nRET',
  );
  machine.run(2, false);
  expect(host.touches).toEqual([]);
  host.watching = true;
  host.wants = (_, place) => place.kind === 'memory' && place.offset === 0x4000;
  expect(go(machine)).toEqual({ kind: 'time' });
  expect(machine.time).toBe(3);
  machine.run(4, false);
  expect(host.touches.map(({ access, place }) => [access, place])).toEqual([
    ['write', { kind: 'memory', space: 'task1', offset: 0x4000, size: 4 }],
    ['read', { kind: 'memory', space: 'task1', offset: 0x4002, size: 2 }],
  ]);
});

test('the trace has the last instructions and what they changed', () => {
  const { machine } = bench('.text\n.entry main\nmain:\nLDI R1, 300\nPUSH R1\nBRK 0\nLDI R1, 1\nRET', {
    traceSize: 3,
  });
  go(machine);
  const trace = (): unknown[] => {
    const scope = machine.scopes!(1).find(({ name }) => name === 'Trace')!;
    const { content } = machine.describe(scope.variables[0]!.word, 99);
    if (content.kind !== 'object') return [];
    return machine.children!(content.id, undefined, 0, 9).map(
      ({ word: w }) => (machine.describe(w, 99).content as { value?: unknown }).value,
    );
  };
  expect(trace()).toEqual([
    '0x0004  PUSH R1  ; SP = 0xfff8, R15 = 0xfff8',
    '0x0000  LDI R1, 300  ; R1 = 0x012c',
  ]);
  machine.run(machine.time + 2, true);
  expect(trace()).toEqual([
    '0x000c  LDI R1, 1  ; R1 = 0x0001',
    '0x0008  BRK 0',
    '0x0004  PUSH R1  ; SP = 0xfff8, R15 = 0xfff8',
  ]);
});

test('mailboxes and values are shown, and values can be set', () => {
  const { machine } = bench(
    '.text\n.entry main\n.value {"group": 1, "value": 2, "init": 1.5, "name": "speed"}\n.mailbox {"target": "app:log", "capacity": 100}\nmain:\nLDI R1, 0x102\nSVC MOD=7, FN=2\nRET',
  );
  const scopes = new Map(machine.scopes!(1).map(({ name, variables }) => [name, variables]));
  expect(scopes.get('Mailboxes')!.map(({ name }) => name)).toContain('app:log');
  const [speed] = scopes.get('Values')!;
  expect([speed!.name, machine.scalar(speed!.word)]).toEqual(['speed', 1.5]);
  machine.write(speed!.place!, 2, word);
  expect(toEnd(machine)).toEqual({ kind: 'exited', code: 0x4000 & 0xff });
});

test('a snapshot in the middle of a run brings back exactly that', () => {
  const sources = {
    a: calls,
    b: '.text\n.entry main\nmain:\nLDI R0, 50\nSVC MOD=6, FN=0\nCALL 2\nRET\nLDI32 R1, 0x4000\nST [R1+0], R0\nRET\n.data\n.zero 8',
  };
  const { machine, host } = benchOf(sources, { quantum: 3 });
  machine.run(7, false);
  const saved = machine.snapshot!()!;
  const before = machine.hash!();
  const history = (): unknown[] => {
    const seen: unknown[] = [];
    for (let n = 0; n < 60; n++) {
      host.clock = machine.time * 2;
      seen.push(machine.run(machine.time + 1, true), machine.hash!(), machine.frames(1, 0, 9));
    }
    return seen;
  };
  const first = history();
  expect(machine.hash!()).not.toBe(before);
  expect(new Set(first.filter(each => typeof each === 'string')).size).toBeGreaterThan(12);
  machine.restore!(saved);
  expect([machine.hash!(), machine.time]).toEqual([before, 7]);
  expect(history()).toEqual(first);
  // One byte makes a difference.
  machine.restore!(saved);
  machine.memory!.get('task1')![0x9000] = 1;
  expect(machine.hash!()).not.toBe(before);
});
