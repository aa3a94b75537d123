// What a compiler put in front of a function's body: run through after a frame was begun anew, because nobody wrote it and
// variables mean nothing before its end.

import type { SymbolIndex } from '@sonde/engine';
import type { Machine } from '../machine.js';

/** More than any prologue has, one that clears a large frame included. */
const longest = 20_000;

/** Leaves the task where it is when the function has no prologue, or when something happens on the way. */
export function passPrologue(machine: Machine, symbols: SymbolIndex, task: number): void {
  const pcOf = (): number => machine.frames(task, 0, 1)[0]?.pc ?? -1;
  const body = symbols.functionAt(pcOf())?.body;
  if (body === undefined || machine.currentTask !== task) return;
  machine.restrictTo?.(task);
  for (let step = 0; step < longest && pcOf() !== body; step++)
    if (machine.run(machine.time + 1, true).kind !== 'time') break;
  machine.restrictTo?.(undefined);
}
