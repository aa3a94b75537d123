// Values are copied when they are loaded, passed and stored. A copy shares the parts of the original until one is written.

import { itemsToWrite, journal, saveComposite, saveItems, saveOwners } from './time/journal.js';
import { Composite, Handle, Parts, type Value } from './values.js';

/** The value for another place. */
export function copyOf(value: Value): Value {
  if (typeof value !== 'object') return value;
  if (value instanceof Composite) return copyComposite(value);
  // Whoever gets a copy borrows; the original stays the owner.
  if (value instanceof Handle && value.owning) return new Handle(value.memory, false);
  return value;
}

export function copyComposite(value: Composite): Composite {
  const { parts } = value;
  // References into it must keep to the original, and what is used up has given its share back.
  const copy =
    value.pins > 0 || value.dead
      ? new Composite(value.kind, value.shape, new Parts(parts.items.map(copyOf)))
      : new Composite(value.kind, value.shape, shared(parts));
  copy.armed = false;
  return copy;
}

function shared(parts: Parts): Parts {
  if (parts.ownersAt !== journal.epoch) saveOwners(parts);
  parts.owners++;
  return parts;
}

/** The parts for writing: nobody else has them. */
export function ownParts(value: Composite): Value[] {
  const { parts } = value;
  if (!value.dead) {
    if (parts.owners === 1) return itemsToWrite(parts);
    if (parts.ownersAt !== journal.epoch) saveOwners(parts);
    parts.owners--;
  }
  saveComposite(value);
  if (parts.home === value) {
    const { items } = parts;
    if (parts.itemsAt !== journal.epoch) saveItems(parts);
    parts.items = items.map(samePart);
    parts.home = undefined;
    value.parts = new Parts(items);
    value.parts.home = value;
    // A snapshot may have the list.
    value.parts.itemsAt = -1;
  } else {
    value.parts = new Parts(parts.items.map(samePart));
    if (value.armed) passOn(parts.items, value.parts.items);
  }
  value.dead = false;
  return itemsToWrite(value.parts);
}

/** The same part of another whole. */
function samePart(value: Value): Value {
  const copy = copyOf(value);
  if (copy instanceof Composite && value instanceof Composite) copy.lineage = value.lineage;
  return copy;
}

/** The original has new parts: those are the ones whose end counts. */
function passOn(from: readonly Value[], to: readonly Value[]): void {
  from.forEach((old, nth) => {
    const heir = to[nth];
    if (!(old instanceof Composite) || !(heir instanceof Composite)) return;
    heir.armed = old.armed;
    saveComposite(old);
    old.armed = false;
  });
}

/**
 * Gives the share of a value back that nobody will see again. Without it nothing goes wrong, but the next write to what it
 * was loaded from would have to copy.
 */
export function release(value: Value): void {
  if (typeof value !== 'object' || !(value instanceof Composite)) return;
  if (value.pins > 0 || value.targets > 0 || value.dead) return;
  if (value.savedAt !== journal.epoch) saveComposite(value);
  value.dead = true;
  if (value.parts.ownersAt !== journal.epoch) saveOwners(value.parts);
  value.parts.owners--;
}
