// One metadata node, from its text to data; whatever is not understood is kept as text.

import { closingBracket, splitAtCommas, unquoted } from './scan.js';

export type MetadataId = number & { readonly __metadata: true };

export type MetadataValue =
  | { readonly kind: 'ref'; readonly id: MetadataId }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly value: bigint }
  /** A name or several: `DW_TAG_member`, `DIFlagA | DIFlagB`, `true`. */
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'node'; readonly node: MetadataBody }
  /** A value of the program, such as `i32 7`, or something unknown. */
  | { readonly kind: 'other'; readonly text: string };

export interface MetadataBody {
  readonly distinct: boolean;
  /** `DIFile`, …; a list has none. */
  readonly name: string | undefined;
  readonly fields: ReadonlyMap<string, MetadataValue>;
  /** What has no field name: the members of a list, the operations of an expression. */
  readonly elements: readonly MetadataValue[];
}

/** Real metadata nests once or twice; text that was made to nest deeper is kept as text. */
const deepest = 40;

export const metadataId = (id: number): MetadataId => id as MetadataId;

/** A body such as `distinct !DIFile(…)` or `!{…}`; undefined where it is neither. */
export function readBody(text: string, depth = 0): MetadataBody | undefined {
  const head = /^(distinct\s+)?!(\w*)\s*([({])/.exec(text);
  if (head === null || depth > deepest) return undefined;
  const open = head[0].length - 1;
  const close = closingBracket(text, open);
  if (close === -1) return undefined;
  const isList = head[3] === '{';
  if (isList !== (head[2] === '')) return undefined;
  const fields = new Map<string, MetadataValue>();
  const elements: MetadataValue[] = [];
  for (const part of splitAtCommas(text.slice(open + 1, close))) {
    const field = isList ? null : /^(\w+):\s*/.exec(part);
    if (field === null) elements.push(readValue(part, depth + 1));
    else fields.set(field[1]!, readValue(part.slice(field[0].length), depth + 1));
  }
  return { distinct: head[1] !== undefined, name: isList ? undefined : head[2], fields, elements };
}

export function readValue(text: string, depth = 0): MetadataValue {
  const ref = /^!(\d{1,15})$/.exec(text);
  if (ref !== null) return { kind: 'ref', id: metadataId(Number(ref[1])) };
  if (/^!?"/.test(text)) return { kind: 'string', text: unquoted(text.replace(/^!/, '')) };
  if (/^-?\d{1,40}$/.test(text)) return { kind: 'number', value: BigInt(text) };
  if (text === 'null') return { kind: 'null' };
  if (/^\w+(\s*\|\s*\w+)*$/.test(text)) return { kind: 'word', text };
  const node = readBody(text, depth);
  return node === undefined ? { kind: 'other', text } : { kind: 'node', node };
}
