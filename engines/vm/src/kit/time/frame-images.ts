// Calls of a task as they were at a snapshot: a list from the top down, whose lower part snapshots share, because a call
// changes only while it is on top.

import type { StackFunction } from '../code.js';
import type { StackTask } from '../tasks.js';

/** One call as it was. */
export interface FrameImage<Value> {
  /** Counted from the bottom. */
  readonly index: number;
  readonly below: FrameImage<Value> | undefined;
  readonly serial: number;
  readonly function: StackFunction;
  readonly height: number;
  readonly used: number;
  readonly pc: number;
  readonly locals: readonly Value[];
  /** Its values on the stack of the task. */
  readonly operands: readonly Value[];
  /** In it or below are values that could change by themselves. */
  readonly holdsObjects: boolean;
}

/** What an image takes, in bytes, besides its values. */
const imageBytes = 120;

/** The call at this index is on top from now on, and will change: images of it and what is above are void. */
export function isOnTop<Value>(task: StackTask<Value>, index: number): void {
  while (task.imaged !== undefined && task.imaged.index >= index) task.imaged = task.imaged.below;
}

/** Undefined for a task that is over. */
export function imagesOf<Value>(
  task: StackTask<Value>,
): { readonly top: FrameImage<Value>; readonly bytes: number } | undefined {
  const { frames, stack } = task;
  let image = task.imaged;
  let bytes = 0;
  for (let index = (image?.index ?? -1) + 1; index < frames.length; index++) {
    const { serial, function: called, height, used, pc, locals } = frames[index]!;
    const operands = stack.slice(height, frames[index + 1]?.height ?? stack.length);
    // The call on top goes on and is imaged anew next time.
    if (index === frames.length - 1) task.imaged = image;
    image = {
      index,
      below: image,
      serial,
      function: called,
      height,
      used,
      pc,
      locals: locals.slice(),
      operands,
      holdsObjects: image?.holdsObjects === true || !areConstant(locals) || !areConstant(operands),
    };
    bytes += imageBytes + 8 * (locals.length + operands.length);
  }
  return image === undefined ? undefined : { top: image, bytes };
}

/** Brings the calls back; those that are still there as they were stay. */
export function restoreFrames<Value>(task: StackTask<Value>, top: FrameImage<Value>): void {
  const changed: FrameImage<Value>[] = [];
  let wanted: FrameImage<Value> | undefined = top;
  let kept = task.imaged;
  while (wanted !== undefined && wanted !== kept) {
    if (kept !== undefined && kept.index >= wanted.index) kept = kept.below;
    else {
      changed.push(wanted);
      wanted = wanted.below;
    }
  }
  const { frames, stack } = task;
  const shared = wanted === undefined ? 0 : wanted.index + 1;
  frames.length = shared;
  const first = changed.at(-1);
  if (first !== undefined) stack.length = first.height;
  for (const image of changed.reverse()) {
    const { serial, function: called, height, used, pc, locals } = image;
    frames.push({ serial, function: called, height, used, pc, locals: locals.slice() });
    for (const value of image.operands) stack.push(value);
  }
  task.imaged = top.below;
}

/** Numbers and texts stay what they are; an object may be another tomorrow. */
export function areConstant(values: readonly unknown[]): boolean {
  for (let nth = 0; nth < values.length; nth++) {
    const kind = typeof values[nth];
    if ((kind === 'object' && values[nth] !== null) || kind === 'function') return false;
  }
  return true;
}
