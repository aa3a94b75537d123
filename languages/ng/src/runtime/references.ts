// References: making them, following them, reading and writing what they point at.

import { heap, sizes } from './heap.js';
import { journal, saveComposite, saveReference } from './time/journal.js';
import { ownParts } from './sharing.js';
import { isComposite, ProgramError, Reference, type Composite, type Home, type Value } from './values.js';

/** Longer chains of references are taken for a circle. */
const longestChain = 10_000;
const part: Home = { kind: 'part' };
const global: Home = { kind: 'global' };

export const referenceToGlobal = (globals: Value[], index: number): Reference =>
  new Reference(undefined, globals, index, global);

/** To a new cell that holds the value. */
export function referenceToHeap(value: Value): Reference {
  heap.used += sizes.reference;
  return new Reference(undefined, [value], 0, { kind: 'heap', epoch: heap.epoch });
}

export const referenceToPart = (owner: Composite, key: number, parent: Reference | undefined): Reference =>
  new Reference(owner, undefined, key, part, parent);

export function readReference(reference: Reference): Value {
  if (reference.owner === undefined) return reference.cells![reference.key];
  findOwner(reference);
  return reference.owner.parts.items[reference.key];
}

export function writeReference(reference: Reference, value: Value): void {
  const cells = ownCells(reference);
  if (reference.owner === undefined) saveReference(reference);
  if (reference.home.kind === 'local' && reference.home.serial < journal.log.lowestWritten)
    journal.log.lowestWritten = reference.home.serial;
  if (cells !== undefined) cells[reference.key] = value;
}

/**
 * The list that the reference points into, for writing: nobody else has it. Undefined when the whole was replaced since the
 * reference was made and nobody keeps what it pointed at.
 */
export function ownCells(reference: Reference): Value[] | undefined {
  if (reference.owner === undefined) return reference.cells;
  if (!findOwner(reference)) return undefined;
  if (!reference.kept && reference.parent !== undefined) {
    const cells = ownCells(reference.parent);
    // Parting from others may have given the whole new parts.
    const inside = cells?.[reference.parent.key];
    if (isComposite(inside)) setOwner(reference, inside);
  }
  return ownParts(reference.owner);
}

/** Looks the owner up again where that is how the reference was made. False when another value is there now. */
function findOwner(reference: Reference): boolean {
  const { parent, owner, kept } = reference;
  if (kept || parent === undefined || owner === undefined) return true;
  if (parent.owner !== undefined && !findOwner(parent)) return false;
  const inside = readReference(parent);
  if (!isComposite(inside) || inside.lineage !== owner.lineage) return false;
  setOwner(reference, inside);
  return true;
}

function setOwner(reference: Reference, owner: Composite): void {
  if (reference.owner === owner) return;
  saveReference(reference);
  reference.owner = owner;
}

/**
 * For a value that goes somewhere to stay. A reference then must not depend on the way it was made: what it points into is
 * its owner's alone from now on, and copies of the wholes around it are made at once.
 */
export function keep(value: Value): void {
  if (typeof value !== 'object') return;
  if (value.kind === 'trait') keep(value.target);
  if (value.kind !== 'ref' || value.kept) return;
  ownCells(value);
  saveReference(value);
  value.kept = true;
  if (value.owner !== undefined) {
    saveComposite(value.owner);
    value.owner.targets++;
  }
  for (let around = value.parent; around !== undefined; around = around.parent)
    if (around.owner !== undefined) {
      saveComposite(around.owner);
      around.owner.pins++;
    }
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
