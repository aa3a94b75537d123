// Meeting points: where a task that runs on is met again once its stack is no deeper than wanted.
//
// As a rule that is where the frame of that depth goes on. A frame of the machine's own, such as the fold that runs a
// callback, stands at no instruction and is never met: behind it are the callback's next run and the frame below it.

import type { SymbolIndex } from '@sonde/engine';
import { isArtificial } from '@sonde/engine/machine';
import type { Machine } from '../machine.js';

export interface MeetingPoints {
  /** Where a frame that is there now goes on; undefined when there is none: the step ends with the task. */
  readonly goesOn: number | undefined;
  /** Functions that the machine may call next from a frame of its own, one level deeper than wanted. */
  readonly entries: ReadonlySet<number>;
}

export const nowhere: MeetingPoints = { goesOn: undefined, entries: new Set() };

export function meetingPoints(
  machine: Machine,
  symbols: SymbolIndex,
  task: number,
  depth: number,
): MeetingPoints {
  const total = machine.depth(task);
  const pcAt = (level: number): number | undefined =>
    level < 1 || level > total ? undefined : machine.frames(task, total - level, 1)[0]?.pc;
  let level = Math.min(depth, total);
  let pc = pcAt(level);
  // The top frame itself is where it is, whatever it is.
  if (pc === undefined || level === total || !isArtificial(symbols, pc)) return { ...nowhere, goesOn: pc };
  const callback = symbols.functionAt((pcAt(level + 1) ?? 0) - (level + 1 === total ? 0 : 1));
  while (pc !== undefined && isArtificial(symbols, pc)) pc = pcAt(--level);
  if (pc !== undefined)
    return { goesOn: pc, entries: new Set(callback === undefined ? [] : [callback.start]) };
  // Nobody waits below, as when modules are initialised: whatever is entered next is where it goes on.
  const all = symbols.data.functions.filter(f => f.artificial !== true).map(f => f.start);
  return { goesOn: undefined, entries: new Set(all) };
}
