// Puts a task elsewhere: at another instruction, or back at the start of a call.

import { dropAbove, entryOf } from './call-stack.js';
import type { TaskState } from './state.js';

/** What the task was about to fail with or waited for is void. */
export function standAt(task: TaskState, pc: number): void {
  task.pc = pc;
  task.fault = undefined;
  task.wait = undefined;
  task.trapped = false;
}

/**
 * The stack, R7 and the arguments in registers are as the call left them; those in memory as they are now. Throws a
 * RangeError when there is no such call.
 */
export function restartCall(task: TaskState, serial: number): void {
  const { calls, registers } = task;
  const at = entryOf(calls, serial);
  if (at === undefined) throw new RangeError('the function that a task begins with was never called');
  dropAbove(calls, at);
  const [slot, first] = [calls.slots[at]!, at * 4];
  new DataView(task.memory.buffer).setInt32(slot, calls.returns[at]!, true);
  registers.set(calls.found.subarray(first, first + 3), 1);
  registers[7] = calls.found[first + 3]!;
  registers[15] = slot;
  task.sp = slot;
  standAt(task, calls.targets[at]!);
}
