// The open calls of a task, found on its stack: upstream's executive counts none, and its own walk goes wrong.

import type { ToldCall } from '../mirror.js';
import type { StackLayout, StackLayouts } from './stack-layout.js';

export interface StandingTask {
  readonly pc: number;
  readonly sp: number;
  /** R7. */
  readonly pointer: number;
  /** Where SP stood when the task began. */
  readonly stackTop: number;
  /** Undefined outside of the stack. */
  word(address: number): number | undefined;
}

type FoundCall = Omit<ToldCall, 'serial'>;

interface Standing {
  readonly pc: number;
  readonly sp: number;
  readonly pointer: number | undefined;
}

const mostFrames = 1_024;

/** Those that were made first first. */
export function openCalls(task: StandingTask, layouts: StackLayouts): readonly FoundCall[] {
  const found: FoundCall[] = [];
  let at: Standing = task;
  while (found.length < mostFrames) {
    // A function that waits for a call stands in it: what follows the CALL may be another function.
    const pc = found.length === 0 ? at.pc : at.pc - 4;
    const layout = layouts.at(pc);
    const start = layout?.start ?? layouts.functionAt(pc);
    const place = returnPlace(task, at, layout, start, layouts);
    if (place === undefined) break;
    const { slot, unproven } = place;
    const returnTo = task.word(slot)!;
    found.push({ slot, returnTo, target: start ?? 0, ...(unproven ? { unproven } : {}) });
    at = { pc: returnTo, sp: slot + 4, pointer: callersPointer(task, at, layout, slot) };
  }
  return found.reverse();
}

/** Undefined for the function that the task began with, and where nothing looks like a call any more. */
function returnPlace(
  task: StandingTask,
  at: Standing,
  layout: StackLayout | undefined,
  start: number | undefined,
  layouts: StackLayouts,
): { readonly slot: number; readonly unproven: boolean } | undefined {
  const isPlace = (slot: number, function_: number | undefined): boolean => {
    const word = slot >= at.sp && slot < task.stackTop ? task.word(slot) : undefined;
    return word !== undefined && layouts.isReturnTo(word, function_);
  };
  const known = knownPlace(at, layout);
  if (known === task.stackTop) return undefined;
  if (known !== undefined && isPlace(known, start)) return { slot: known, unproven: false };
  if (known === undefined && layout?.start === layouts.entryFunction) return undefined;
  // Code that was jumped to, or that uses the stack in its own way, runs in the frame that R7 still points at.
  const { pointer } = at;
  if (pointer !== undefined && pointer + 4 === task.stackTop) return undefined;
  if (pointer !== undefined && isPlace(pointer + 4, undefined)) return { slot: pointer + 4, unproven: true };
  for (let slot = at.sp; slot < task.stackTop; slot += 4)
    if (isPlace(slot, start)) return { slot, unproven: true };
  return undefined;
}

function knownPlace({ sp, pointer }: Standing, layout: StackLayout | undefined): number | undefined {
  if (layout?.depth !== undefined) return sp + layout.depth;
  return layout?.pointer === 'frame' && pointer !== undefined ? pointer + 4 : undefined;
}

function callersPointer(
  task: StandingTask,
  { pointer }: Standing,
  layout: StackLayout | undefined,
  slot: number,
): number | undefined {
  if (layout?.saved !== undefined) return task.word(slot - layout.saved);
  if (layout?.pointer === 'caller') return pointer;
  return pointer === slot - 4 ? task.word(pointer) : undefined;
}

/** Gives each call the serial that it had at the last stop, as far as one can tell: the same place, the same return. */
export class CallSerials {
  #last: readonly ToldCall[] = [];
  #serial: number;

  constructor(first: number) {
    this.#serial = first;
  }

  number(calls: readonly FoundCall[]): readonly ToldCall[] {
    let same = true;
    this.#last = calls.map((call, nth) => {
      const before = this.#last[nth];
      same &&= before?.slot === call.slot && before.returnTo === call.returnTo;
      return { ...call, serial: same ? before!.serial : ++this.#serial };
    });
    return this.#last;
  }
}
