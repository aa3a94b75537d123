// What the transaction has changed in storage so far, as a scope: variables and entries by name, before and after.

import type { NamedValue, Scope, TypeId } from '@sonde/engine';
import {
  decodeStored,
  typesOf,
  valueToJson,
  type Meta,
  type TwilightValue,
} from '../../toolchain/toolchain.js';
import { slotOfKey } from '../values/storage-slots.js';

export interface StorageChange {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'));
const plain = (value: TwilightValue): string => JSON.stringify(valueToJson(value)).replaceAll('"', '');

export function changesScope(meta: Meta, changes: readonly StorageChange[], note: TypeId): Scope {
  const variables = changes.map((change): NamedValue => {
    const found = slotOfKey(meta, bytesOf(change.key));
    const shown = (value: string | null): string => {
      if (value === null) return 'nothing';
      if (found?.type === undefined) return value;
      return plain(decodeStored(typesOf(meta), found.type, bytesOf(value), found.as));
    };
    return {
      name: found?.name ?? change.key,
      value: {
        type: note,
        content: { kind: 'scalar', value: `${shown(change.before)} → ${shown(change.after)}` },
        displayOnly: true,
      },
    };
  });
  return { name: 'Storage changes', kind: 'other', variables, expensive: true };
}
