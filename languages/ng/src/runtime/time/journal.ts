// The write barrier: what an object held at the latest snapshot is noted at its first write after it.
//
// Shared by all machines of a thread, because values do not know their machine: each makes its own log current before it
// changes anything. Epochs are never used twice, so that an object which was saved elsewhere is saved again.

import type { Composite, Parts, Reference, Value } from '../values.js';

/** Changes since a snapshot, oldest first: what changed, and what it held before. */
export class ChangeLog {
  readonly objects: object[] = [];
  readonly states: SavedState[] = [];
  /** Roughly what it takes. */
  bytes = 0;
  /** The serial of the lowest activation whose locals were written through references. */
  lowestWritten = Infinity;
}

/** The number of owners, whether memory is live, or what the rest of an object was. */
export type SavedState = number | boolean | SavedItems | SavedComposite | SavedReference | readonly Value[];

export type SavedItems = Pick<Parts, 'items' | 'home'>;
export type SavedComposite = Pick<Composite, 'parts' | 'pins' | 'targets' | 'dead' | 'armed'>;
/** `cell` is what it points at, where that is no part of a composite. */
export type SavedReference = Pick<Reference, 'owner' | 'kept'> & { readonly cell: Value };

/** What records take, in bytes, roughly. */
const cost = { record: 24, items: 120, item: 8, composite: 72, reference: 64 };

export const journal = {
  /** Objects that carry this number are saved, or younger than the snapshot. 0: there is no snapshot. */
  epoch: 0,
  lastEpoch: 0,
  log: new ChangeLog(),
};

function note(object: object, state: SavedState, bytes: number): void {
  const { log } = journal;
  log.objects.push(object);
  log.states.push(state);
  log.bytes += cost.record + bytes;
}

/** Before the number of its owners changes: apart from the items, because loading a value changes it. */
export function saveOwners(parts: Parts): void {
  parts.ownersAt = journal.epoch;
  if (journal.epoch !== 0) note(parts, parts.owners, 0);
}

/** Before the items change. The log gets the list itself, and the parts go on with a copy. */
export function saveItems(parts: Parts): void {
  parts.itemsAt = journal.epoch;
  if (journal.epoch === 0) return;
  const { items, home } = parts;
  note(parts, { items, home }, cost.items + cost.item * items.length);
  parts.items = items.slice();
}

/** The items for writing, of parts that nobody else has. */
export function itemsToWrite(parts: Parts): Value[] {
  if (parts.itemsAt !== journal.epoch) saveItems(parts);
  return parts.items;
}

export function saveComposite(composite: Composite): void {
  if (composite.savedAt === journal.epoch) return;
  composite.savedAt = journal.epoch;
  if (journal.epoch === 0) return;
  const { parts, pins, targets, dead, armed } = composite;
  note(composite, { parts, pins, targets, dead, armed }, cost.composite);
}

export function saveReference(reference: Reference): void {
  if (reference.savedAt === journal.epoch) return;
  reference.savedAt = journal.epoch;
  if (journal.epoch === 0) return;
  const { owner, kept, cells, key } = reference;
  note(reference, { owner, kept, cell: cells?.[key] }, cost.reference);
}

/** Cells that are written without a reference, or left to those that references lead to. */
export function saveCells(cells: readonly Value[]): void {
  if (journal.epoch !== 0) note(cells, cells.slice(), cost.item * cells.length);
}

export function saveMemory(memory: { live: boolean }): void {
  if (journal.epoch !== 0) note(memory, memory.live, 0);
}
