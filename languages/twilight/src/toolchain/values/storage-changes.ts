// What a transaction changed in storage as people read it: variables and entries by name, before and after.

import type { Meta } from '../meta/schema.js';
import { typesOf } from './calls.js';
import { slotOfKey } from './storage-keys.js';
import { decodeStored } from './stored.js';
import { valueText } from './value-text.js';

export interface ShownChange {
  readonly name: string;
  /** `nothing → 7` */
  readonly text: string;
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'));

/** Keys and values are hexadecimal; what the contract does not describe stays so. */
export function shownChange(
  meta: Meta,
  change: { readonly key: string; readonly before: string | null; readonly after: string | null },
): ShownChange {
  const found = slotOfKey(meta, bytesOf(change.key));
  const shown = (value: string | null): string => {
    if (value === null) return 'nothing';
    if (found?.type === undefined) return value;
    return valueText(decodeStored(typesOf(meta), found.type, bytesOf(value), found.as));
  };
  return { name: found?.name ?? change.key, text: `${shown(change.before)} → ${shown(change.after)}` };
}
