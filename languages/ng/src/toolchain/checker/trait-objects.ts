// Where a reference becomes a trait object.

import type { Expression } from '../ast.js';
import { traitObjectOf } from './traits.js';
import type { Type } from './types.js';
import type { Notes } from './unit-state.js';

/** The value of `expression` goes to a place of type `wanted`. */
export function noteTraitObject(expression: Expression, wanted: Type | undefined, notes: Notes): void {
  const trait = traitObjectOf(wanted);
  if (trait !== undefined) notes.traitObjects.set(expression, trait.name);
}
