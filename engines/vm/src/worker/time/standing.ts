// Where a task stands, and whether there is anything that stands anywhere.

import type { Machine } from '../../machine.js';

export const standsAt = (machine: Machine, task: number): number | undefined =>
  machine.frames(task, 0, 1)[0]?.pc;

/** Then it stands nowhere. */
export const isFinished = (machine: Machine, task: number): boolean =>
  machine.tasks().every(({ id, state }) => id !== task || state === 'finished');

export const isOver = (machine: Machine): boolean =>
  machine.tasks().every(({ state }) => state === 'finished');
