// Abbreviations: which attributes the entries of a unit have, and in which form.

import type { Cursor } from '../reading/cursor.js';
import { Form } from './names.js';

export interface AttributeSpecification {
  readonly name: number;
  readonly form: number;
  /** Of a form whose value is here and not at the entry. */
  readonly constant?: bigint;
}

export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  readonly attributes: readonly AttributeSpecification[];
}

export type Abbreviations = ReadonlyMap<number, Abbreviation>;

/** One table, up to its end. */
export function readAbbreviations(cursor: Cursor): Abbreviations {
  const found = new Map<number, Abbreviation>();
  for (let code = cursor.count(); code !== 0; code = cursor.count()) {
    const tag = cursor.count();
    const hasChildren = cursor.u8() !== 0;
    const attributes: AttributeSpecification[] = [];
    for (;;) {
      const name = cursor.count();
      const form = cursor.count();
      if (name === 0 && form === 0) break;
      attributes.push(
        form === Form.implicitConst ? { name, form, constant: cursor.signed() } : { name, form },
      );
    }
    found.set(code, { tag, hasChildren, attributes });
    // The last table of a truncated section may lack its end.
    if (cursor.done) break;
  }
  return found;
}
