// Saving and restoring all state, and a hash of it.

import { StateHash } from './state-hash.js';
import type { SystemState } from './state.js';
import type { System } from './system.js';
import { Trace, type TraceData } from './trace.js';

export interface HsxSnapshot {
  readonly state: SystemState;
  /** By task. */
  readonly traces: ReadonlyMap<number, TraceData>;
}

/** Shares nothing with the system. */
export const snapshotOf = ({ state, traces }: System): HsxSnapshot =>
  structuredClone({ state, traces: new Map([...traces].map(([task, { data }]) => [task, data])) });

/** The snapshot can be used again. */
export function restoreInto(system: System, snapshot: HsxSnapshot): void {
  const { state, traces } = structuredClone(snapshot);
  system.state = state;
  system.traces = new Map([...traces].map(([task, data]) => [task, new Trace(data)]));
}

/** The trace does not count: how much of the past is kept changes nothing of what will happen. */
export function hashOf({ state }: System): string {
  const hash = new StateHash();
  const { tasks, ...rest } = state;
  hash.add(rest);
  for (const { words: _, calls, ...task } of tasks) {
    const { slots, returns, serials, targets, found, ...counts } = calls;
    hash.add(task).add(counts);
    // What lies above the open calls is left over from others.
    for (const array of [slots, returns, serials, targets]) hash.add(array.slice(0, calls.count));
    hash.add(found.slice(0, calls.count * 4));
  }
  return hash.text;
}
