// The known name that a misspelled one probably means.

import { nearest as nearestOf } from '@sonde/front-end';
import { builtInNames } from './built-ins.js';
import type { Inference, Scope } from './inference.js';

export function nearest(
  name: string,
  { scope, functions, variants, externs }: Inference,
): string | undefined {
  const known = [...functions.keys(), ...variants.keys(), ...externs.keys(), ...builtInNames];
  for (let inner: Scope | undefined = scope; inner !== undefined; inner = inner.outer)
    known.push(...inner.names.keys());
  // What begins with $ is the compiler's own.
  return nearestOf(
    name,
    known.filter(candidate => !candidate.startsWith('$')),
  );
}
