// Gives registers to what lives between calls and places in the frame to all else: a linear scan.

import { liveIntervals, type Interval } from './live-intervals.js';
import { allocatable, type FrameObject, type MachineFunction, type Register } from './machine-code.js';

export type Home =
  | { readonly kind: 'register'; readonly register: Register }
  | { readonly kind: 'slot'; readonly slot: FrameObject };

export interface Allocation {
  readonly homes: ReadonlyMap<Register, Home>;
  readonly intervals: ReadonlyMap<Register, Interval>;
  /** Words for what has no register. */
  readonly slots: readonly FrameObject[];
}

export function allocateRegisters(code: MachineFunction): Allocation {
  const intervals = liveIntervals(code.blocks, code.registers);
  const homes = new Map<Register, Home>();
  const spilled: Interval[] = [];
  const free = new Set(allocatable);
  let active: { readonly interval: Interval; readonly register: Register }[] = [];
  for (const interval of intervals) {
    active = active.filter(({ interval: old, register }) => {
      if (old.end > interval.start) return true;
      free.add(register);
      return false;
    });
    if (interval.crossesCall) {
      spilled.push(interval);
      continue;
    }
    const wanted = interval.partner === undefined ? undefined : homes.get(interval.partner);
    const preferred = wanted?.kind === 'register' && free.has(wanted.register) ? wanted.register : undefined;
    const register = preferred ?? allocatable.find(one => free.has(one));
    if (register !== undefined) {
      free.delete(register);
      homes.set(interval.register, { kind: 'register', register });
      active.push({ interval, register });
      continue;
    }
    // The one that is needed last makes room.
    const last = active.reduce((far, one) => (one.interval.end > far.interval.end ? one : far));
    if (last.interval.end <= interval.end) {
      spilled.push(interval);
      continue;
    }
    spilled.push(last.interval);
    homes.set(interval.register, { kind: 'register', register: last.register });
    active = active.filter(one => one !== last);
    active.push({ interval, register: last.register });
  }
  const slots = assignSlots(spilled, homes);
  return { homes, intervals: new Map(intervals.map(one => [one.register, one])), slots };
}

/** Values that are never needed at the same time share a word. */
function assignSlots(spilled: readonly Interval[], homes: Map<Register, Home>): FrameObject[] {
  const slots: FrameObject[] = [];
  let active: { readonly end: number; readonly slot: FrameObject }[] = [];
  const free: FrameObject[] = [];
  for (const interval of [...spilled].sort((left, right) => left.start - right.start)) {
    active = active.filter(({ end, slot }) => {
      if (end > interval.start) return true;
      free.push(slot);
      return false;
    });
    let slot = free.pop();
    if (slot === undefined) {
      slot = { size: 4, align: 4, offset: 0 };
      slots.push(slot);
    }
    homes.set(interval.register, { kind: 'slot', slot });
    active.push({ end: interval.end, slot });
  }
  return slots;
}
