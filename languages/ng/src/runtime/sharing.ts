// Values are copied when they are loaded, passed and stored. A copy shares the parts of the original until one is written.

import { Composite, Handle, Parts, type Reference, type Value } from './values.js';

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
  parts.owners++;
  return parts;
}

/** The parts for writing: nobody else has them. */
export function ownParts(value: Composite): Value[] {
  const { parts } = value;
  if (!value.dead) {
    if (parts.owners === 1) return parts.items;
    parts.owners--;
  }
  if (parts.home === value) {
    const { items } = parts;
    parts.items = items.map(copyOf);
    parts.home = undefined;
    value.parts = new Parts(items);
    value.parts.home = value;
  } else {
    value.parts = new Parts(parts.items.map(copyOf));
    if (value.armed) passOn(parts.items, value.parts.items);
  }
  value.dead = false;
  return value.parts.items;
}

/** The original has new parts: those are the ones whose end counts. */
function passOn(from: readonly Value[], to: readonly Value[]): void {
  from.forEach((old, nth) => {
    const heir = to[nth];
    if (!(old instanceof Composite) || !(heir instanceof Composite)) return;
    heir.armed = old.armed;
    old.armed = false;
  });
}

/**
 * Gives the share of a value back that nobody will see again. Without it nothing goes wrong, but the next write to what it
 * was loaded from would have to copy.
 */
export function release(value: Value): void {
  if (typeof value !== 'object' || !(value instanceof Composite)) return;
  if (value.pins > 0 || value.dead) return;
  value.dead = true;
  value.parts.owners--;
}

/** For a reference that came from a value and goes somewhere to stay. */
export function keep(value: Value): void {
  if (typeof value !== 'object') return;
  if (value.kind === 'ref') value.kept = true;
  else if (value.kind === 'trait') value.target.kept = true;
}

/** The instruction that took the reference was the only one ever to see it: nothing points into its owner any more. */
export function spend(reference: Reference): void {
  for (
    let spent: Reference | undefined = reference;
    spent !== undefined && !spent.kept;
    spent = spent.parent
  ) {
    if (spent.owner !== undefined) spent.owner.pins--;
    // Spent once: whoever still has it by mistake cannot unpin again.
    spent.kept = true;
  }
}
