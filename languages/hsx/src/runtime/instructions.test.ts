import { expect, test } from 'vitest';
import { fromF16, toF16 } from '../toolchain/format/f16.js';
import { encode, Flag, Op, operations } from '../toolchain/isa.js';
import type { HsxImage } from './image.js';
import { interpret, type Exit } from './interpreter.js';
import { ProgramCode } from './program-code.js';
import { newState, type SystemState, type TaskState } from './state.js';

const imageOfWords = (words: readonly number[]): HsxImage => ({
  programs: [{ name: 'test', code: Uint32Array.from(words), data: new Uint8Array(), entry: 0 }],
  tasks: [{ program: 0, name: 'test' }],
});

interface Before {
  readonly registers?: Readonly<Record<number, number>>;
  readonly psw?: number;
  readonly sp?: number;
  readonly memory?: Readonly<Record<number, number>>;
}

/** Making a machine takes longer than what is tested: one for each code. */
const machines = new Map<string, { readonly state: SystemState; readonly code: ProgramCode }>();

function machineFor(words: readonly number[]): { readonly state: SystemState; readonly code: ProgramCode } {
  let found = machines.get(words.join());
  if (found === undefined) {
    const image = imageOfWords(words);
    found = { state: newState(image), code: new ProgramCode(image.programs[0]!) };
    machines.set(words.join(), found);
  }
  return found;
}

/** Runs one instruction. */
function step(words: readonly number[], before: Before = {}): TaskState & { exit: Exit; ran: number } {
  const { state, code } = machineFor(words);
  const task = state.tasks[0]!;
  state.time = 0;
  task.registers.fill(0);
  // Only these are used; all of it would take most of the time.
  task.memory.fill(0, 0x4ff0, 0x5010).fill(0, 0xfe00);
  for (const [n, value] of Object.entries(before.registers ?? {})) task.registers[Number(n)] = value;
  for (const [at, byte] of Object.entries(before.memory ?? {})) task.memory[Number(at)] = byte;
  task.psw = before.psw ?? 0;
  task.sp = before.sp ?? task.stackTop;
  task.pc = 0;
  task.fault = undefined;
  Object.assign(task.calls, { count: 0, imbalance: 0, activations: 0 });
  const exit = interpret(state, task, code, code.running, 1, undefined, undefined);
  return { ...task, exit, ran: state.time };
}

/** The reference: numbers without limit, cut at the end. */
const word = 1n << 32n;
const signed = (value: bigint): bigint => BigInt.asIntN(32, value);
const unsigned = (value: bigint): bigint => BigInt.asUintN(32, value);
const fits = (value: bigint): boolean => signed(value) === value;

interface Expected {
  readonly value: bigint;
  /** Undefined: as it was. */
  readonly carry: boolean | undefined;
  readonly overflow: boolean;
}

/** `a` and `b` are without a sign. */
const reference: Readonly<Record<string, (a: bigint, b: bigint, carry: bigint) => Expected | undefined>> = {
  ADD: (a, b) => ({ value: a + b, carry: a + b >= word, overflow: !fits(signed(a) + signed(b)) }),
  SUB: (a, b) => ({ value: a - b, carry: a >= b, overflow: !fits(signed(a) - signed(b)) }),
  MUL: (a, b) => ({ value: a * b, carry: a * b >= word, overflow: a * b >= word }),
  DIV: (a, b) => (b === 0n ? undefined : { value: signed(a) / signed(b), carry: false, overflow: false }),
  AND: (a, b) => ({ value: a & b, carry: false, overflow: false }),
  OR: (a, b) => ({ value: a | b, carry: false, overflow: false }),
  XOR: (a, b) => ({ value: a ^ b, carry: false, overflow: false }),
  NOT: a => ({ value: ~a, carry: false, overflow: false }),
  LSL: (a, b) => ({
    value: a << (b & 31n),
    carry: (b & 31n) === 0n ? undefined : ((a << (b & 31n)) & word) !== 0n,
    overflow: false,
  }),
  LSR: (a, b) => ({
    value: a >> (b & 31n),
    carry: (b & 31n) === 0n ? undefined : ((a >> ((b & 31n) - 1n)) & 1n) === 1n,
    overflow: false,
  }),
  ASR: (a, b) => ({
    value: signed(a) >> (b & 31n),
    carry: (b & 31n) === 0n ? undefined : ((a >> ((b & 31n) - 1n)) & 1n) === 1n,
    overflow: false,
  }),
  ADC: (a, b, c) => ({
    value: a + b + c,
    carry: a + b + c >= word,
    overflow: !fits(signed(a) + signed(unsigned(b + c))),
  }),
  SBC: (a, b, c) => ({
    value: a - b - (1n - c),
    carry: a - b - (1n - c) >= 0n,
    overflow: !fits(signed(a) - signed(unsigned(b + 1n - c))),
  }),
};

const samples = [0, 1, 2, 7, 31, 32, 33, 0x7fff, 0x8000, 0xffff, 0x10000, 0x12345678, 0x7fffffff, 0x80000000]
  .flatMap(n => [n, -n])
  .map(n => BigInt.asUintN(32, BigInt(n)));

for (const [mnemonic, expected] of Object.entries(reference))
  test(`${mnemonic}: result and flags`, () => {
    const wrong: string[] = [];
    for (const a of samples)
      for (const b of samples)
        for (const psw of [0, Flag.C | Flag.Z, Flag.V | Flag.N]) {
          const carry = (psw & Flag.C) === 0 ? 0n : 1n;
          const want = expected(a, b, carry);
          if (want === undefined) continue;
          const ran = step([encode(Op[mnemonic as keyof typeof Op], 3, 1, 2)], {
            registers: { 1: Number(a), 2: Number(b) },
            psw,
          });
          const flags =
            (unsigned(want.value) === 0n ? Flag.Z : 0) |
            (signed(want.value) < 0n ? Flag.N : 0) |
            ((want.carry ?? carry === 1n) ? Flag.C : 0) |
            (want.overflow ? Flag.V : 0);
          const got = [ran.registers[3]! >>> 0, ran.psw, ran.pc, ran.ran].join();
          const wanted = [Number(unsigned(want.value)), flags, 4, 1].join();
          if (got !== wanted) wrong.push(`${a} ${b} psw ${psw}: ${got}, not ${wanted}`);
        }
    expect(wrong).toEqual([]);
  });

test('CMP sets the flags of SUB and no register', () => {
  for (const a of samples)
    for (const b of samples) {
      const registers = { 1: Number(a), 2: Number(b), 3: 77 };
      const ran = step([encode(Op.CMP, 3, 1, 2)], { registers });
      expect(ran.psw).toBe(step([encode(Op.SUB, 3, 1, 2)], { registers }).psw);
      expect(ran.registers[3]).toBe(77);
    }
});

test('LDI extends its sign, LDI32 takes the next word and is one instruction', () => {
  expect(step([encode(Op.LDI, 4, 0, 0, -2048)]).registers[4]).toBe(-2048);
  expect(step([encode(Op.LDI, 4, 0, 0, 2047)]).registers[4]).toBe(2047);
  const wide = step([encode(Op.LDI32, 4), 0x8765_4321, encode(Op.RET)]);
  expect([wide.registers[4]! >>> 0, wide.pc, wide.ran]).toEqual([0x8765_4321, 8, 1]);
  const cut = step([encode(Op.LDI32, 4)]);
  expect([cut.exit, cut.fault?.name]).toEqual(['fault', 'pc out of range']);
});

test('loads extend with zeros, stores cut, at any address', () => {
  const memory = { 0x5001: 0xf1, 0x5002: 0xe2, 0x5003: 0xd3, 0x5004: 0xc4 };
  const from = (op: number): number =>
    step([encode(op, 3, 1, 0, 1)], { registers: { 1: 0x5000 }, memory }).registers[3]! >>> 0;
  expect([from(Op.LD), from(Op.LDH), from(Op.LDB)]).toEqual([0xc4d3e2f1, 0xe2f1, 0xf1]);
  const into = (op: number, at: number): number[] => {
    const registers = { 1: at + 3, 2: 0x11223344 };
    return [...step([encode(op, 0, 1, 2, -3)], { registers }).memory.slice(at - 1, at + 5)];
  };
  expect(into(Op.ST, 0x5001)).toEqual([0, 0x44, 0x33, 0x22, 0x11, 0]);
  expect(into(Op.ST, 0x5000)).toEqual([0, 0x44, 0x33, 0x22, 0x11, 0]);
  expect(into(Op.STH, 0x5001)).toEqual([0, 0x44, 0x33, 0, 0, 0]);
  expect(into(Op.STB, 0x5001)).toEqual([0, 0x44, 0, 0, 0, 0]);
  // Addresses are cut to 16 bits.
  const registers = { 1: 0x7fff_5000 };
  expect(step([encode(Op.LDB, 3, 1, 0, 1)], { registers, memory }).registers[3]).toBe(0xf1);
});

test('accesses that go beyond 64 KiB are faults, and change nothing', () => {
  for (const [op, size] of [
    [Op.LD, 4],
    [Op.ST, 4],
    [Op.LDH, 2],
    [Op.STH, 2],
  ] as const) {
    const at = 0x10000 - size + 1;
    const ran = step([encode(op, 3, 1, 2)], { registers: { 1: at, 3: 9 } });
    expect([ran.exit, ran.pc, ran.ran, ran.registers[3]]).toEqual(['fault', 0, 0, 9]);
    expect(ran.fault?.message).toMatch(`of ${size} bytes at 0x${at.toString(16)} goes beyond 64 KiB`);
    expect(step([encode(op, 3, 1, 2)], { registers: { 1: at - 1 } }).exit).toBe('budget');
  }
  expect(step([encode(Op.LDB, 3, 1)], { registers: { 1: 0xffff } }).exit).toBe('budget');
});

test('jumps are absolute, and conditional ones look at Z', () => {
  const from = (op: number, psw: number): number => step([encode(op, 0, 0, 0, 0xffc)], { psw }).pc;
  expect([from(Op.JMP, 0), from(Op.JZ, 0), from(Op.JZ, Flag.Z)]).toEqual([0xffc, 4, 0xffc]);
  expect([from(Op.JNZ, 0), from(Op.JNZ, Flag.Z)]).toEqual([0xffc, 4]);
});

test('CALL pushes where to go on, counts in words from itself or from a register, and R15 follows SP', () => {
  const near = step([encode(Op.CALL, 0, 0, 0, 3)]);
  expect([near.pc, near.sp, near.registers[15], near.memory[0xfff8]]).toEqual([12, 0xfff8, 0xfff8, 4]);
  const far = step([encode(Op.CALL, 0, 5, 0, -1)], { registers: { 5: 0x1_2008 } });
  expect(far.pc).toBe(0x2004);
});

test('RET goes where the stack says, and ends the task when no call is open', () => {
  const code = [encode(Op.CALL, 0, 0, 0, 2), encode(Op.RET), encode(Op.RET)];
  const image = imageOfWords(code);
  const state = newState(image);
  const [task] = state.tasks;
  const program = new ProgramCode(image.programs[0]!);
  const run = (): Exit => interpret(state, task!, program, program.running, 2, undefined, undefined);
  expect(run()).toBe('budget');
  expect([task!.pc, task!.sp, task!.registers[15]]).toEqual([4, 0xfffc, 0xfffc]);
  expect(run()).toBe('returned');
  expect(state.time).toBe(3);
});

test('PUSH and POP move SP and R15; POP R15 gets the value', () => {
  const pushed = step([encode(Op.PUSH, 0, 3)], { registers: { 3: 0x01020304 } });
  expect([pushed.sp, pushed.registers[15]]).toEqual([0xfff8, 0xfff8]);
  expect([...pushed.memory.slice(0xfff8, 0xfffc)]).toEqual([4, 3, 2, 1]);
  const popped = step([encode(Op.POP, 15)], { sp: 0xfff8, memory: { 0xfff8: 7 } });
  expect([popped.sp, popped.registers[15]]).toEqual([0xfffc, 7]);
});

test('the stack ends at both sides', () => {
  for (const op of [Op.PUSH, Op.CALL]) {
    const over = step([encode(op, 0, 0, 0, 1)], { sp: 0xeffc });
    expect([over.exit, over.sp]).toEqual(['fault', 0xeffc]);
    expect(over.fault?.message).toBe('SP 0xeff8 is below the limit 0xeffc');
  }
  expect(step([encode(Op.POP, 1)], { sp: 0x10000 }).fault?.name).toBe('stack underflow');
  expect(step([encode(Op.POP, 1)], { sp: 0xfffc }).sp).toBe(0x10000);
});

test('division by zero and numbers without an integer are faults', () => {
  expect(step([encode(Op.DIV, 3, 1, 2)], { registers: { 1: -5 } }).fault?.message).toBe('-5 / 0');
  for (const bits of [0x7c00, 0xfc00, 0x7e00])
    expect(step([encode(Op.F2I, 3, 1)], { registers: { 1: bits } }).fault?.name).toBe('no integer');
  expect(step([encode(Op.DIV, 3, 1, 2)], { registers: { 1: 0x80000000, 2: -1 } }).registers[3]).toBe(
    0x80000000 | 0,
  );
});

test('F2I cuts, I2F rounds, and both keep what they do not write', () => {
  const toInteger = (bits: number): number =>
    step([encode(Op.F2I, 3, 1)], { registers: { 1: bits } }).registers[3]!;
  expect([0x3e00, 0xbe00, 0x7bff, 0xfbff, 0x8000].map(toInteger)).toEqual([1, -1, 65504, -65504, 0]);
  const fromInteger = (value: number): number =>
    step([encode(Op.I2F, 3, 1)], { registers: { 1: value, 3: 0xabcd1234 } }).registers[3]! >>> 0;
  expect([1, -1, 2049, 2051, 65519, 65520].map(fromInteger)).toEqual(
    [0x3c00, 0xbc00, 0x6800, 0x6802, 0x7bff, 0x7c00].map(bits => (0xabcd0000 | bits) >>> 0),
  );
});

/** The nearest f16 of a fraction, by trying all of them. */
function nearest(numerator: bigint, denominator: bigint): number {
  const negative = numerator < 0n;
  const size = negative ? -numerator : numerator;
  // All finite numbers are multiples of 2^-24; 65520 and more is infinite.
  if (size >= 65520n * denominator) return negative ? 0xfc00 : 0x7c00;
  const scaled = (bits: number): bigint =>
    bits < 0x400 ? BigInt(bits) : BigInt(0x400 + (bits & 0x3ff)) << BigInt((bits >> 10) - 1);
  let low = 0;
  let high = 0x7bff;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (scaled(middle) * denominator <= size << 24n) low = middle;
    else high = middle - 1;
  }
  const below = (size << 24n) - scaled(low) * denominator;
  const above = (low === 0x7bff ? 65536n << 24n : scaled(low + 1)) * denominator - (size << 24n);
  const up = above < below || (above === below && (low & 1) === 1);
  return (negative ? 0x8000 : 0) | (up ? low + 1 : low);
}

const exact = (bits: number): bigint => {
  const size = BigInt(fromF16(bits & 0x7fff) * 2 ** 24);
  return (bits & 0x8000) === 0 ? size : -size;
};

test('f16: the four operations round to nearest, ties to even', () => {
  let seed = 4711;
  const random = (): number => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8;
  const corners = [0x0001, 0x03ff, 0x0400, 0x3c00, 0x3bff, 0x7bff, 0x8001, 0xbc00];
  const pick = (): number => {
    const bits = random() % 3 === 0 ? corners[random() % corners.length]! : random() & 0xffff;
    return (bits & 0x7c00) === 0x7c00 || (bits & 0x7fff) === 0 ? 0x3c00 : bits;
  };
  const wrong: string[] = [];
  for (let round = 0; round < 1_500; round++) {
    const [a, b] = [pick(), pick()];
    const [x, y] = [exact(a), exact(b)];
    const one = 1n << 24n;
    const wanted = [
      [Op.FADD, x + y, one],
      [Op.FSUB, x - y, one],
      [Op.FMUL, x * y, one * one],
      [Op.FDIV, y < 0n ? -x : x, y < 0n ? -y : y],
    ] as const;
    for (const [op, numerator, denominator] of wanted) {
      const ran = step([encode(op, 3, 1, 2)], { registers: { 1: a | 0x55550000, 2: b, 3: 0x7777_0000 } });
      const got = ran.registers[3]! & 0xffff;
      // What is too small keeps the sign that it comes from.
      const want = nearest(numerator, denominator);
      if (got !== want && !((got & 0x7fff) === 0 && (want & 0x7fff) === 0))
        wrong.push(
          `${op} ${a.toString(16)} ${b.toString(16)}: ${got.toString(16)}, not ${want.toString(16)}`,
        );
      if (ran.registers[3]! >>> 16 !== 0x7777) wrong.push(`${op} wrote the upper half`);
    }
  }
  expect(wrong).toEqual([]);
});

test('f16: all numbers go there and back; special ones too', () => {
  const bad: number[] = [];
  for (let bits = 0; bits < 0x10000; bits++)
    if ((bits & 0x7fff) <= 0x7c00 && toF16(fromF16(bits)) !== bits) bad.push(bits);
  expect(bad).toEqual([]);
  expect(toF16(NaN)).toBe(0x7e00);
  // Half way between the largest subnormal number and the smallest normal one, which upstream rounds down.
  expect(toF16(1023.5 * 2 ** -24)).toBe(0x0400);
  const quotient = step([encode(Op.FDIV, 3, 1, 2)], { registers: { 1: 0x3c00, 2: 0 } });
  expect(quotient.registers[3]).toBe(0);
});

test('the interpreter has all instructions of the table, and takes no other word for one', () => {
  const known = new Set(operations.map(({ code }) => code));
  for (let code = 0; code < 256; code++) {
    const ran = step([(code << 24) >>> 0, 0, 0], { registers: { 2: 1 } });
    const unknown = ran.fault?.name === 'unknown instruction';
    expect([code, unknown]).toEqual([code, !known.has(code)]);
  }
  expect(step([0xfe000012]).fault?.message).toBe('0xfe000012 is no instruction: there is no opcode 0xfe');
});

test('a pc without code is a fault that says where', () => {
  expect(step([]).fault?.message).toBe('pc 0x0000 is outside of the 0 bytes of code');
  const image = imageOfWords([encode(Op.JMP, 0, 0, 0, 6)]);
  const state = newState(image);
  const code = new ProgramCode(image.programs[0]!);
  const run = (): Exit => interpret(state, state.tasks[0]!, code, code.running, 5, undefined, undefined);
  expect([run(), run(), state.time]).toEqual(['budget', 'fault', 1]);
  expect(state.tasks[0]!.fault?.message).toMatch('pc 0x0006 is not a multiple of 4');
});
