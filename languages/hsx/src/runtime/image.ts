// What the machine is started with: programs, the tasks that run them, and where the variables of each program are.
//
// Plain data, because it is cloned into the thread of the machine.

import type { TypeId } from '@sonde/engine';
import type { Location } from '../toolchain/format/dbg.js';
import type { HxeCommand, HxeMailbox, HxeValue } from '../toolchain/format/hxe.js';

/** Code addresses of the engine are `program * programSpan + pc`, so that all programs share one address space. */
export const programSpan = 0x10000;

export interface HsxImage {
  readonly programs: readonly HsxProgram[];
  /** In the order of their numbers: the first is task 1. */
  readonly tasks: readonly HsxTaskStart[];
  /** Tasks may come and go later (`System.add`), so there may be none at the start. */
  readonly open?: boolean;
  /** Instructions until the next task has its turn; `defaultQuantum` when absent. Upstream: 1. */
  readonly quantum?: number;
  /** Bytes for the stack of each task; `stackSize` of the instruction table when absent. */
  readonly stackSize?: number;
  /** How many instructions of each task the trace keeps; 0 keeps none. `defaultTraceSize` when absent. */
  readonly traceSize?: number;
  /** Types of what the machine itself shows; words are bare numbers without them. */
  readonly types?: HsxTypes;
}

export const defaultQuantum = 1_000;
export const defaultTraceSize = 100;

export interface HsxTypes {
  /** Registers and the stack pointer: 32 bits without a sign. */
  readonly word: TypeId;
  /** The program counter; `word` when absent. */
  readonly code?: TypeId;
  /** The status word; `word` when absent. */
  readonly flags?: TypeId;
  /** What the machine must know of types whose values can be in registers: it cuts words to their size. */
  readonly shapes: readonly (readonly [TypeId, TypeShape])[];
}

export interface TypeShape {
  /** In bytes. */
  readonly size: number;
  /** Bits of a floating point number. */
  readonly float?: boolean;
}

export interface HsxProgram {
  readonly name: string;
  /** Words. */
  readonly code: Uint32Array;
  /** Lies at `dataBase`. */
  readonly data: Uint8Array;
  /** Bytes of zeros behind the data, from the next multiple of 4 on. */
  readonly bss?: number;
  /** Byte offset into the code. */
  readonly entry: number;
  /** Where what the user wrote begins, when other code runs before it. */
  readonly main?: number;
  readonly metadata?: HsxMetadata;
  /** By slot number: where the variable is, by pc. Slot numbers count through all functions of the program. */
  readonly slots?: readonly SlotLocations[];
  /** By global number: its address in the data of a task that runs the program. */
  readonly globals?: readonly number[];
  /** Where the arena of `malloc` lies in the data of a task, where the C library was linked with it. */
  readonly arena?: number;
}

/** Ranges of pc, end exclusive. */
export type SlotLocations = readonly {
  readonly start: number;
  readonly end: number;
  readonly at: Location;
}[];

export interface HsxTaskStart {
  /** Index into `programs`. */
  readonly program: number;
  readonly name: string;
}

/**
 * How the engine counts globals: `program * programSpan + n`, where n is the index into `HsxProgram.globals`, so that the
 * globals of several programs have numbers of their own. Each task has its own copy of them.
 */
export const globalIndex = (program: number, n: number): number => program * programSpan + n;

/** What `.value`, `.cmd` and `.mailbox` declare. */
export interface HsxMetadata {
  readonly values: readonly ValueDeclaration[];
  readonly commands: readonly CommandDeclaration[];
  readonly mailboxes: readonly MailboxDeclaration[];
}

export type ValueDeclaration = Omit<HxeValue, 'epsilon' | 'min' | 'max' | 'persistKey'>;
export type CommandDeclaration = Omit<HxeCommand, 'reserved'>;
export type MailboxDeclaration = Pick<HxeMailbox, 'target' | 'capacity' | 'mode'>;
