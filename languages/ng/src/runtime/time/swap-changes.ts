// Takes changes back, and makes them again: each record changes places with what its object holds now.

import { Composite, Parts, Reference, type Value } from '../values.js';
import {
  ChangeLog,
  type SavedComposite,
  type SavedItems,
  type SavedReference,
  type SavedState,
} from './journal.js';

/** Afterwards the log leads back to where it was called. */
export function swapChanges({ objects, states }: ChangeLog): void {
  for (let nth = objects.length - 1; nth >= 0; nth--) states[nth] = swap(objects[nth]!, states[nth]!);
  objects.reverse();
  states.reverse();
}

function swap(object: object, state: SavedState): SavedState {
  if (object instanceof Parts) return swapParts(object, state as number | SavedItems);
  if (object instanceof Composite) {
    const { parts, pins, targets, dead, armed } = object;
    Object.assign(object, state as SavedComposite);
    return { parts, pins, targets, dead, armed };
  }
  if (object instanceof Reference) return swapReference(object, state as SavedReference);
  if (Array.isArray(object)) {
    const before = object.slice() as Value[];
    const wanted = state as readonly Value[];
    object.length = wanted.length;
    for (let nth = 0; nth < wanted.length; nth++) object[nth] = wanted[nth];
    return before;
  }
  const memory = object as { live: boolean };
  const before = memory.live;
  memory.live = state as boolean;
  return before;
}

function swapParts(parts: Parts, state: number | SavedItems): SavedState {
  if (typeof state === 'number') {
    const before = parts.owners;
    parts.owners = state;
    return before;
  }
  const { items, home } = parts;
  parts.items = state.items;
  parts.home = state.home;
  return { items, home };
}

function swapReference(reference: Reference, state: SavedReference): SavedState {
  const { owner, kept, cells, key } = reference;
  const before = { owner, kept, cell: cells?.[key] };
  reference.owner = state.owner;
  reference.kept = state.kept;
  if (cells !== undefined) cells[key] = state.cell;
  return before;
}

/** One log that does what `later` and then `earlier` do. Of each object the oldest state counts. */
export function joinedChanges(earlier: ChangeLog, later: ChangeLog): ChangeLog {
  const joined = new ChangeLog();
  const counted = new Set<object>();
  const others = new Set<object>();
  for (const log of [earlier, later])
    for (let nth = 0; nth < log.objects.length; nth++) {
      const [object, state] = [log.objects[nth]!, log.states[nth]!];
      const seen = typeof state === 'number' ? counted : others;
      if (seen.has(object)) continue;
      seen.add(object);
      joined.objects.push(object);
      joined.states.push(state);
    }
  const records = earlier.objects.length + later.objects.length;
  joined.bytes = records === 0 ? 0 : ((earlier.bytes + later.bytes) * joined.objects.length) / records;
  return joined;
}
