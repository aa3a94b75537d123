// When each virtual register holds a value that is still needed.

import {
  firstVirtual,
  isStore,
  successors,
  type Block,
  type Instruction,
  type Register,
} from './machine-code.js';

/** Positions count instructions of the whole function: `2 * index` reads, `2 * index + 1` writes. */
export interface Interval {
  readonly register: Register;
  readonly start: number;
  readonly end: number;
  readonly crossesCall: boolean;
  /** A register that it is copied from or to: good to have the same. */
  readonly partner: Register | undefined;
}

const isVirtual = (register: Register | undefined): register is Register =>
  register !== undefined && register >= firstVirtual;

export function readsOf({ op, a, b }: Instruction): Register[] {
  if (op === 'DEBUG') return [];
  return [a, b].filter(isVirtual);
}

export const writeOf = ({ op, rd }: Instruction): Register | undefined =>
  isStore(op) || !isVirtual(rd) ? undefined : rd;

export function liveIntervals(blocks: readonly Block[], registers: number): Interval[] {
  const liveOut = liveAtEnds(blocks, registers);
  const starts = new Int32Array(registers).fill(-1);
  const ends = new Int32Array(registers).fill(-1);
  const partners = new Map<Register, Register>();
  const calls: number[] = [];
  const touch = (register: Register, position: number) => {
    if (starts[register] === -1 || position < starts[register]!) starts[register] = position;
    if (position > ends[register]!) ends[register] = position;
  };
  let index = 0;
  blocks.forEach((block, number) => {
    const first = 2 * index;
    for (const instruction of block.instructions) {
      for (const register of readsOf(instruction)) touch(register, 2 * index);
      const written = writeOf(instruction);
      if (written !== undefined) touch(written, 2 * index + 1);
      if (instruction.op === 'CALL') calls.push(2 * index);
      if (instruction.op === 'MOV' && isVirtual(instruction.rd) && isVirtual(instruction.a)) {
        partners.set(instruction.rd, instruction.a);
        if (!partners.has(instruction.a)) partners.set(instruction.a, instruction.rd);
      }
      index += 1;
    }
    const last = Math.max(first, 2 * index - 1);
    liveOut[number]!.out.forEach(register => {
      touch(register, last);
    });
    liveOut[number]!.in.forEach(register => {
      touch(register, first);
    });
  });
  const found: Interval[] = [];
  for (let register = firstVirtual; register < registers; register += 1) {
    const start = starts[register]!;
    if (start === -1) continue;
    const end = ends[register]!;
    const crossesCall = hasBetween(calls, start, end);
    found.push({ register, start, end, crossesCall, partner: partners.get(register) });
  }
  return found.sort((left, right) => left.start - right.start);
}

/** A call at a place where the register was written before and is read behind. */
function hasBetween(calls: readonly number[], start: number, end: number): boolean {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return low < calls.length && calls[low]! < end;
}

class BitSet {
  readonly words: Uint32Array;

  constructor(size: number) {
    this.words = new Uint32Array((size + 31) >> 5);
  }

  add(bit: number): void {
    this.words[bit >> 5]! |= 1 << (bit & 31);
  }

  has(bit: number): boolean {
    return (this.words[bit >> 5]! & (1 << (bit & 31))) !== 0;
  }

  forEach(visit: (bit: number) => void): void {
    this.words.forEach((word, index) => {
      for (let rest = word; rest !== 0; rest &= rest - 1) visit(index * 32 + (31 - Math.clz32(rest & -rest)));
    });
  }
}

function liveAtEnds(blocks: readonly Block[], registers: number) {
  const indexOf = new Map(blocks.map(({ label }, index) => [label, index]));
  const next = blocks.map((_, index) => successors(blocks, index).map(label => indexOf.get(label)!));
  const used = blocks.map(() => new BitSet(registers));
  const written = blocks.map(() => new BitSet(registers));
  blocks.forEach(({ instructions }, index) => {
    for (const instruction of instructions) {
      for (const register of readsOf(instruction)) {
        if (!written[index]!.has(register)) used[index]!.add(register);
      }
      const register = writeOf(instruction);
      if (register !== undefined) written[index]!.add(register);
    }
  });
  const live = blocks.map(() => ({ in: new BitSet(registers), out: new BitSet(registers) }));
  for (let changed = true; changed;) {
    changed = false;
    for (let index = blocks.length - 1; index >= 0; index -= 1) {
      const own = live[index]!;
      for (const target of next[index]!) {
        const from = live[target]!.in.words;
        from.forEach((word, at) => {
          own.out.words[at]! |= word;
        });
      }
      own.out.words.forEach((word, at) => {
        const merged = (used[index]!.words[at]! | (word & ~written[index]!.words[at]!)) >>> 0;
        if (merged !== own.in.words[at]) {
          own.in.words[at] = merged;
          changed = true;
        }
      });
    }
  }
  return live;
}
