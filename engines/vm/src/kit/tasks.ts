// Tasks and frames of a stack machine. Calls of the program are data here, never JavaScript calls.

import type { Outcome } from '../machine.js';
import type { StackFunction } from './code.js';
import type { FrameImage } from './time/frame-images.js';

/** One call. */
export interface StackFrame<Value> {
  /** Unique in the run, and larger than that of its caller. */
  readonly serial: number;
  readonly function: StackFunction;
  readonly locals: Value[];
  /** How many values of the task's stack belong to its callers. */
  readonly height: number;
  /** What the task takes up to this call, in bytes. */
  readonly used: number;
  /** The instruction that runs next when this frame is on top. */
  pc: number;
}

export type Wait = Outcome & { readonly kind: 'waiting' };

export interface StackTask<Value> {
  readonly id: number;
  readonly name: string;
  /** Intermediate values. */
  readonly stack: Value[];
  /** Top last. */
  readonly frames: StackFrame<Value>[];
  /** What it waits for; undefined when it may run. */
  waits: Wait | undefined;
  /** What the instruction it stands at began to wait for, until that instruction is retired. */
  waited: Wait | undefined;
  /** The task whose end it waits for, or waited for last. */
  joins: number;
  /** An error that was raised and not yet unwound. */
  thrown: { readonly value: Value } | undefined;
  /** It stands at a trap that was answered. */
  trapped: boolean;
  returned: Value | undefined;
  /** The image of the topmost call that has not changed since it was made, as little as those below. */
  imaged: FrameImage<Value> | undefined;
}

/** Where a frame stands, counted from the bottom: callers stand behind their call instruction. */
export const standsAt = <Value>({ frames }: StackTask<Value>, depth: number): number =>
  frames[depth - 1]!.pc - (depth === frames.length ? 0 : 1);

/** Serials grow upwards, so a frame is found by halving. */
export function frameWithSerial<Value>({ frames }: StackTask<Value>, serial: number): StackFrame<Value> {
  let low = 0;
  let high = frames.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle]!.serial < serial) low = middle + 1;
    else high = middle;
  }
  const found = frames[low];
  if (found?.serial !== serial) throw new RangeError('the call has returned');
  return found;
}
