// A dimension of an array.

import type { Entry } from '../entries/entry-tree.js';
import { Attribute } from '../entries/names.js';
import type { Unit } from '../entries/unit.js';

/** How many elements a dimension has; undefined where that is not fixed. */
export function countOf(unit: Unit, dimension: Entry): number | undefined {
  const attributes = unit.attributes(dimension);
  const count = unit.number(attributes, Attribute.count);
  if (count !== undefined) return count;
  const last = unit.number(attributes, Attribute.upperBound);
  return last === undefined || last >= 0xffff_ffff ? undefined : last + 1;
}
