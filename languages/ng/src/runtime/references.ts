// References: making them, following them, reading and writing what they point at.

import { heap } from './heap.js';
import { ownParts } from './sharing.js';
import { ProgramError, Reference, type Composite, type Home, type Value } from './values.js';

/** Longer chains of references are taken for a circle. */
const longestChain = 10_000;
const part: Home = { kind: 'part' };
const global: Home = { kind: 'global' };

export const referenceToGlobal = (globals: Value[], index: number): Reference =>
  new Reference(undefined, globals, index, global);

/** To a new cell that holds the value. */
export function referenceToHeap(value: Value): Reference {
  heap.used += 72;
  return new Reference(undefined, [value], 0, { kind: 'heap', epoch: heap.epoch });
}

/** To a part of a composite, which then has its parts for itself. */
export function referenceToPart(owner: Composite, key: number, parent: Reference | undefined): Reference {
  ownParts(owner);
  owner.pins++;
  return new Reference(owner, undefined, key, part, parent);
}

export const readReference = ({ owner, cells, key }: Reference): Value =>
  owner === undefined ? cells![key] : owner.parts.items[key];

export function writeReference({ owner, cells, key }: Reference, value: Value): void {
  (owner === undefined ? cells! : ownParts(owner))[key] = value;
}

/** When the thing it points at came into being, as `heap.epoch` counts. */
export function epochOf({ owner, home }: Reference): number {
  if (owner !== undefined) return owner.epoch;
  return home.kind === 'local' || home.kind === 'heap' ? home.epoch : 0;
}

/** The last reference of a chain: the one that points at something else than a reference. */
export function lastOfChain(reference: Reference): Reference {
  let last = reference;
  for (let hops = 0; hops < longestChain; hops++) {
    const next = readReference(last);
    if (typeof next !== 'object' || next.kind !== 'ref') return last;
    last = next;
  }
  throw new ProgramError('References lead in a circle');
}

/** What the value means where a reference stands for its target. Trait objects are not followed. */
export function target(value: Value): Value {
  if (typeof value !== 'object' || value.kind !== 'ref') return value;
  return readReference(lastOfChain(value));
}
