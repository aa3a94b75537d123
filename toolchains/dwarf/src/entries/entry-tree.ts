// The entries of a unit as a tree: where each one is. Attributes are read when somebody asks for them.

import type { Cursor } from '../reading/cursor.js';
import type { Abbreviation, Abbreviations } from './abbreviations.js';
import { Form } from './names.js';
import { readValue, type Widths } from './values.js';

export interface Entry {
  /** From the beginning of `.debug_info`. */
  readonly offset: number;
  readonly abbreviation: Abbreviation;
  /** Of its first attribute. */
  readonly attributes: number;
  readonly children: Entry[];
  readonly parent: Entry | undefined;
}

/** Compilers stay far below; a file that goes deeper is broken. */
const deepest = 512;

/** All entries in the order of their offsets; the first one is the root. */
export function readEntries(cursor: Cursor, abbreviations: Abbreviations, widths: Widths): readonly Entry[] {
  const all: Entry[] = [];
  const parents: Entry[] = [];
  while (!cursor.done) {
    const { offset } = cursor;
    const code = cursor.count();
    if (code === 0) {
      parents.pop();
      // Padding may follow the root.
      if (parents.length === 0) break;
      continue;
    }
    const abbreviation = abbreviations.get(code);
    if (abbreviation === undefined)
      throw cursor.problem(`an entry has the abbreviation ${code}, which is not there`, offset);
    const entry: Entry = {
      offset,
      abbreviation,
      attributes: cursor.offset,
      children: [],
      parent: parents.at(-1),
    };
    all.push(entry);
    entry.parent?.children.push(entry);
    for (const { form } of abbreviation.attributes) skip(cursor, form, widths);
    if (abbreviation.hasChildren) {
      if (parents.length >= deepest) throw cursor.problem('entries are nested too deep', offset);
      parents.push(entry);
    } else if (parents.length === 0) break;
  }
  return all;
}

const sizes: ReadonlyMap<number, number> = new Map([
  [Form.data1, 1],
  [Form.data2, 2],
  [Form.data4, 4],
  [Form.data8, 8],
  [Form.data16, 16],
  [Form.flag, 1],
  [Form.flagPresent, 0],
  [Form.implicitConst, 0],
  [Form.ref1, 1],
  [Form.ref2, 2],
  [Form.ref4, 4],
  [Form.ref8, 8],
  [Form.strx1, 1],
  [Form.strx2, 2],
  [Form.strx3, 3],
  [Form.strx4, 4],
  [Form.addrx1, 1],
  [Form.addrx2, 2],
  [Form.addrx3, 3],
  [Form.addrx4, 4],
]);

const ofOffsetSize: ReadonlySet<number> = new Set([Form.strp, Form.lineStrp, Form.secOffset, Form.refAddr]);

function skip(cursor: Cursor, form: number, widths: Widths): void {
  const size = sizes.get(form) ?? (ofOffsetSize.has(form) ? widths.offsetSize : undefined);
  if (size !== undefined) cursor.skip(size);
  else readValue(cursor, form, widths);
}
