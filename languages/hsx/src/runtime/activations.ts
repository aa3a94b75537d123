// The calls of a task that are open, as frames.
//
// What was called and where it returns to is known from the calls themselves (call-stack.ts). The frame pointer R7 is not
// needed to find them, so code that uses R7 for something else does no harm: our compiler and upstream's put the frame of a
// function right below its return address ([R7+4] is the return address, [R7+0] the R7 of the caller), which says what R7
// is or will be in it. What is not sure is whether a function really returns there: it goes where the word on the stack
// says. A frame whose word was overwritten or popped is marked as guessed.

import type { TaskState } from './state.js';

export interface Activation {
  readonly serial: number;
  /** Where it goes on. */
  readonly pc: number;
  /** The task stands in it. */
  readonly top: boolean;
  readonly guessed: boolean;
  /** Where its return address lies; for the function that the task began with, where one would lie. */
  readonly slot: number;
}

/** R7 in the function, after its prologue. */
export const framePointerOf = ({ slot }: Activation): number => slot - 4;

export const depthOf = ({ calls }: TaskState): number => 1 + calls.activations;

/** The one that the task stands in. Asked for at every hit of a condition, so it looks at nothing else. */
function topOf(task: TaskState): Activation {
  const { calls, pc } = task;
  for (let at = calls.count - 1; at >= 0; at--) {
    const serial = calls.serials[at]!;
    if (serial !== 0) return { serial, pc, top: true, guessed: false, slot: calls.slots[at]! };
  }
  return { serial: calls.serial, pc, top: true, guessed: false, slot: task.stackTop };
}

/** Top first. */
export function activationsOf(task: TaskState, start: number, count: number): Activation[] {
  if (start === 0 && count === 1) return [topOf(task)];
  const { calls } = task;
  const found: Activation[] = [];
  let next = { pc: task.pc, guessed: false };
  let nth = 0;
  const add = (serial: number, slot: number): boolean => {
    if (nth >= start) found.push({ serial, slot, top: nth === 0, ...next });
    return ++nth < start + count;
  };
  if (count <= 0) return found;
  for (let at = calls.count - 1; at >= 0; at--) {
    const slot = calls.slots[at]!;
    const serial = calls.serials[at]!;
    if (serial === 0) continue;
    if (!add(serial, slot)) return found;
    next = returnOf(task, slot, calls.returns[at]!);
  }
  add(calls.serial, task.stackTop);
  return found;
}

/** Where the function with this return address goes on in its caller. */
function returnOf(
  { memory, sp, calls }: TaskState,
  slot: number,
  pushed: number,
): { pc: number; guessed: boolean } {
  const there =
    memory[slot]! | (memory[slot + 1]! << 8) | (memory[slot + 2]! << 16) | (memory[slot + 3]! << 24);
  return { pc: pushed, guessed: slot < sp || there !== pushed || calls.unproven?.has(slot) === true };
}

/** Throws a RangeError when it has returned. */
export function activationWith(task: TaskState, serial: number): Activation {
  const top = topOf(task);
  if (top.serial === serial) return top;
  const found = activationsOf(task, 0, Infinity).find(each => each.serial === serial);
  if (found === undefined) throw new RangeError('the call has returned');
  return found;
}
