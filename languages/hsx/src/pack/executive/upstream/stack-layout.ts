// Where the return address of a function lies, seen from each of its instructions: read from the code, as an unwinder reads
// call frame information.
//
// The code of a function is followed from its first instruction. PUSH and POP say how far SP is below the return address,
// and whether R7 still belongs to the caller, was saved, or points at the frame (`PUSH R7; MOV R7, R15`). That holds in
// prologues and epilogues too, where a walk by R7 alone would lose a frame.

import { fieldsOf, framePointer, Op, sizeOfInstruction, stackCopy } from '../../../toolchain/isa.js';

export interface StackLayout {
  /** Where the function begins. */
  readonly start: number;
  /** SP plus this is where the return address lies; undefined where several ways lead here with different stacks. */
  readonly depth: number | undefined;
  /** The caller's R7 lies this far below the return address; undefined when it was not saved. */
  readonly saved: number | undefined;
  /** Whose R7 it is; `frame`: R7 + 4 is where the return address lies. */
  readonly pointer: 'caller' | 'frame' | 'other';
}

type State = Omit<StackLayout, 'start'>;

/** The register that calls and jumps out of reach go through. */
const farRegister = 13;
const exitService = 0x100;

export class StackLayouts {
  readonly #starts: readonly number[];
  readonly #known = new Map<number, ReadonlyMap<number, State>>();

  constructor(
    private readonly code: Uint32Array,
    private readonly entry: number,
  ) {
    this.#starts = startsIn(code, entry);
  }

  /** How the stack looks before the instruction; undefined where no way that can be followed leads. */
  at(pc: number): StackLayout | undefined {
    const start = this.functionAt(pc);
    if (start === undefined) return undefined;
    let states = this.#known.get(start);
    if (states === undefined) {
      const end = this.#starts.find(each => each > start) ?? this.code.length * 4;
      this.#known.set(start, (states = follow(this.code, start, end)));
    }
    const state = states.get(pc);
    return state && { start, ...state };
  }

  /** Where the function begins that the instruction belongs to. */
  functionAt(pc: number): number | undefined {
    if (pc < 0 || pc >= this.code.length * 4) return undefined;
    return this.#starts.findLast(start => start <= pc);
  }

  /** A CALL ends there, of that function as far as one can tell. */
  isReturnTo(address: number, start: number | undefined): boolean {
    if (address % 4 !== 0 || address < 4 || address > this.code.length * 4) return false;
    const at = address - 4;
    if (fieldsOf(this.code[at / 4]!).code !== Op.CALL) return false;
    const target = calledAt(this.code, at);
    return target === undefined || start === undefined || target === start;
  }

  get entryFunction(): number {
    return this.entry;
  }
}

/** Where the CALL goes; undefined where a register says it that nobody knows here. */
function calledAt(code: Uint32Array, pc: number): number | undefined {
  const { rs1, imm } = fieldsOf(code[pc / 4]!);
  if (rs1 === 0) return (pc + imm * 4) & 0xffff;
  return imm === 0 && rs1 === farRegister ? farTarget(code, pc) : undefined;
}

/** What LDI32 right before put into the register for targets that are far. */
function farTarget(code: Uint32Array, pc: number): number | undefined {
  const before = pc >= 8 ? fieldsOf(code[pc / 4 - 2]!) : undefined;
  return before?.code === Op.LDI32 && before.rd === farRegister ? code[pc / 4 - 1] : undefined;
}

const isPush7 = (word: number): boolean => {
  const { code, rs1 } = fieldsOf(word);
  return code === Op.PUSH && rs1 === framePointer;
};

const isFrameMove = (word: number): boolean => {
  const { code, rd, rs1 } = fieldsOf(word);
  return code === Op.MOV && rd === framePointer && rs1 === stackCopy;
};

/** The entry, what is called, and what begins like a function. Labels alone say nothing: those of loops are labels too. */
function startsIn(code: Uint32Array, entry: number): readonly number[] {
  const starts = new Set([entry]);
  for (let at = 0; at < code.length; at += sizeOfInstruction(code[at]!) / 4) {
    const word = code[at]!;
    if (fieldsOf(word).code === Op.CALL) {
      const target = calledAt(code, at * 4);
      if (target !== undefined && target !== at * 4 + 4 && target < code.length * 4) starts.add(target);
    } else if (isPush7(word) && isFrameMove(code[at + 1] ?? 0)) starts.add(at * 4);
  }
  return [...starts].sort((a, b) => a - b);
}

const unknownDepth = (state: State): State => ({ ...state, depth: undefined });

/** Each instruction of the function that can be reached, with how the stack looks before it. */
function follow(code: Uint32Array, start: number, end: number): ReadonlyMap<number, State> {
  const states = new Map<number, State>([[start, { depth: 0, saved: undefined, pointer: 'caller' }]]);
  const waiting = [start];
  for (let pc = waiting.pop(); pc !== undefined; pc = waiting.pop()) {
    const word = code[pc / 4]!;
    const after = passed(code, pc, states.get(pc)!);
    for (const next of successors(code, pc, word)) {
      if (next < start || next >= end) continue;
      const before = states.get(next);
      const merged = before === undefined ? after : mergeOf(before, after);
      if (before !== undefined && sameState(before, merged)) continue;
      states.set(next, merged);
      waiting.push(next);
    }
  }
  return states;
}

function successors(code: Uint32Array, pc: number, word: number): readonly number[] {
  const { code: operation, immu } = fieldsOf(word);
  const next = pc + sizeOfInstruction(word);
  const targets = [immu, ...[farTarget(code, pc)].filter(target => target !== undefined)];
  switch (operation) {
    case Op.RET:
      return [];
    case Op.JMP:
      return targets;
    case Op.JZ:
    case Op.JNZ:
      return [next, ...targets];
    case Op.SVC:
      return immu === exitService ? [] : [next];
    default:
      return [next];
  }
}

function passed(code: Uint32Array, pc: number, state: State): State {
  const { code: operation, rd, rs1 } = fieldsOf(code[pc / 4]!);
  const { depth, saved, pointer } = state;
  switch (operation) {
    case Op.PUSH: {
      const deeper = depth === undefined ? undefined : depth + 4;
      const saves = rs1 === framePointer && pointer === 'caller' && saved === undefined;
      return { depth: deeper, pointer, saved: saves ? deeper : saved };
    }
    case Op.POP: {
      // A function that pops its own return address puts it elsewhere.
      const shallower = depth === undefined || depth < 4 ? undefined : depth - 4;
      if (rd !== framePointer) return { depth: shallower, saved, pointer };
      const restores = saved !== undefined && (depth ?? saved) === saved;
      if (!restores) return { depth: shallower, saved, pointer: 'other' };
      // What was saved is on top again, however the stack was before.
      return { depth: saved - 4, saved: undefined, pointer: 'caller' };
    }
    case Op.CALL: {
      const target = calledAt(code, pc);
      if (target === pc + 4) return { ...state, depth: depth === undefined ? undefined : depth + 4 };
      return target !== undefined && movesStack(code, target) ? unknownDepth(state) : state;
    }
    case Op.MOV:
      if (rd !== framePointer) return state;
      return { ...state, pointer: rs1 === stackCopy && depth === 4 && saved === 4 ? 'frame' : 'other' };
    default:
      return writes(operation) && rd === framePointer ? { ...state, pointer: 'other' } : state;
  }
}

/** It pops its return address first, and makes or leaves room on the stack of its caller. */
const movesStack = (code: Uint32Array, target: number): boolean =>
  fieldsOf(code[target / 4] ?? 0).code === Op.POP;

const silent: ReadonlySet<number> = new Set([
  ...[Op.ST, Op.STB, Op.STH, Op.CMP, Op.JMP, Op.JZ, Op.JNZ, Op.RET, Op.SVC, Op.BRK],
]);

/** Whether the instruction has a register that it writes. */
const writes = (operation: number): boolean => !silent.has(operation);

const mergeOf = (a: State, b: State): State => ({
  depth: a.depth === b.depth ? a.depth : undefined,
  saved: a.saved === b.saved ? a.saved : undefined,
  pointer: a.pointer === b.pointer ? a.pointer : 'other',
});

const sameState = (a: State, b: State): boolean =>
  a.depth === b.depth && a.saved === b.saved && a.pointer === b.pointer;
