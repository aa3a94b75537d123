// Machine code before registers are given out: instructions over any number of virtual registers, in blocks.

import type { MetadataId } from '@sonde/llvm-ir';

/** Below 16 a register of the machine, else a virtual one. */
export type Register = number;

export const firstVirtual = 16;
export const resultRegister = 0;
/** R1 to R3 hold the first words of the arguments. */
export const argumentRegisters = 3;
export const frameRegister = 7;
/** Holds an operand or the result that lives in memory. */
export const scratchA = 12;
/** Holds the second such operand, and the target of far jumps and calls. */
export const scratchB = 13;
/** Holds addresses in the frame that offsets cannot reach. */
export const scratchAddress = 14;
export const stackRegister = 15;
/** Calls save none of them. */
export const allocatable: readonly Register[] = [4, 5, 6, 8, 9, 10, 11];

/** A piece of the frame. */
export interface FrameObject {
  readonly size: number;
  readonly align: number;
  /** From the frame pointer; known when all registers are given out. */
  offset: number;
}

/** What a variable of the source is from here on. */
export interface DebugRecord {
  readonly variable: MetadataId;
  readonly value: DebugValue;
}

export type DebugValue =
  | { readonly kind: 'registers'; readonly registers: readonly Register[] }
  | { readonly kind: 'constant'; readonly words: readonly number[] }
  | { readonly kind: 'frame-address'; readonly object: FrameObject; readonly offset: number }
  | { readonly kind: 'nowhere' };

/**
 * `op` is a mnemonic of the machine or one of: `LABEL`; `FRAME`, the address of `object` into `rd`; `LEAVE`, the epilogue;
 * `DEBUG`. Loads and stores with an `object` are relative to it, others to register `a`. JMP, JZ and JNZ name a `label`.
 * CALL goes to a `symbol`, or to the address in scratch register B when there is none.
 */
export interface Instruction {
  readonly op: string;
  readonly rd?: Register | undefined;
  readonly a?: Register | undefined;
  readonly b?: Register | undefined;
  readonly imm?: number | undefined;
  readonly symbol?: string | undefined;
  readonly label?: number | undefined;
  readonly object?: FrameObject | undefined;
  readonly debug?: DebugRecord | undefined;
  readonly location?: MetadataId | undefined;
}

export interface Block {
  readonly label: number;
  readonly instructions: Instruction[];
}

export interface MachineFunction {
  /** The label in MVASM. */
  readonly symbol: string;
  readonly blocks: Block[];
  readonly objects: FrameObject[];
  /** Virtual registers are below this. */
  registers: number;
  /** The stack pointer moves while the function runs. */
  hasDynamicFrame: boolean;
}

export const isStore = (op: string): boolean => op === 'ST' || op === 'STB' || op === 'STH';

/** Where control may go from a block; the one behind it is not among them. */
export function jumpsOf(block: Block): number[] {
  return block.instructions.flatMap(({ op, label }) =>
    label !== undefined && (op === 'JMP' || op === 'JZ' || op === 'JNZ') ? [label] : [],
  );
}

/** Control does not reach what stands behind it. */
export const endsFlow = ({ op }: Instruction): boolean =>
  op === 'JMP' || op === 'LEAVE' || op === 'BRK' || op === 'RET';

export function successors(blocks: readonly Block[], index: number): number[] {
  const block = blocks[index]!;
  const targets = jumpsOf(block);
  const last = block.instructions.at(-1);
  const next = blocks[index + 1];
  if (next !== undefined && (last === undefined || !endsFlow(last))) targets.push(next.label);
  return targets;
}
