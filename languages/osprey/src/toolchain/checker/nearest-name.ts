// The known name that a misspelled one probably means.

import { builtInNames } from './built-ins.js';
import type { Inference, Scope } from './inference.js';

export function nearest(
  name: string,
  { scope, functions, variants, externs }: Inference,
): string | undefined {
  const known = [...functions.keys(), ...variants.keys(), ...externs.keys(), ...builtInNames];
  for (let inner: Scope | undefined = scope; inner !== undefined; inner = inner.outer)
    known.push(...inner.names.keys());
  // Of two letters every other name is near.
  if (name.length < 3) return undefined;
  const most = Math.max(1, Math.floor(name.length / 4));
  const near = known
    .filter(candidate => Math.abs(candidate.length - name.length) <= most && !candidate.startsWith('$'))
    .map(candidate => ({ candidate, distance: distance(name, candidate) }))
    .filter(entry => entry.distance <= most);
  return near.sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

/** How many letters are to be changed, added or removed. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, nth) => nth);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1]!.toLowerCase() === right[j - 1]!.toLowerCase();
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
