// What the transaction has changed in storage so far, as a scope: variables and entries by name, before and after.

import type { NamedValue, Scope, TypeId } from '@sonde/engine';
import {
  decodeKey,
  decodeStored,
  typeNamed,
  typesOf,
  valueToJson,
  type Meta,
  type TwilightValue,
} from '../../toolchain/toolchain.js';

export interface StorageChange {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'));
const plain = (value: TwilightValue): string => JSON.stringify(valueToJson(value)).replaceAll('"', '');

export function changesScope(meta: Meta, changes: readonly StorageChange[], text: TypeId): Scope {
  const variables = changes.map((change): NamedValue => {
    const found = described(meta, bytesOf(change.key));
    const shown = (value: string | null): string => {
      if (value === null) return 'nothing';
      if (found?.type === undefined) return value;
      return plain(decodeStored(typesOf(meta), found.type, bytesOf(value), found.as));
    };
    return {
      name: found?.name ?? change.key,
      value: {
        type: text,
        content: { kind: 'scalar', value: `${shown(change.before)} → ${shown(change.after)}` },
        displayOnly: true,
      },
    };
  });
  return { name: 'Storage changes', kind: 'other', variables, expensive: true };
}

export interface Described {
  readonly name: string;
  /** Undefined where only its bytes are known. */
  readonly type: string | undefined;
  readonly as: 'variable' | 'entry';
}

/** Which variable a key is of, and which entry of it. */
export function described(meta: Meta, key: Uint8Array): Described | undefined {
  const end = key.indexOf(0);
  const name = Buffer.from(end < 0 ? key : key.subarray(0, end)).toString('utf8');
  const storage = meta.debug_info?.variable_info.storage ?? {};
  if (!Object.hasOwn(storage, name)) return undefined;
  const { type } = storage[name]!;
  if (end < 0) return { name, type, as: 'variable' };
  const types = typesOf(meta);
  const outer = typeNamed(types, type);
  const rest = key.subarray(end);
  if (outer.k === 'vector') {
    if (rest.length === 9) {
      const index = new DataView(rest.buffer, rest.byteOffset + 1, 8).getBigUint64(0, true);
      return { name: `${name}[${index}]`, type: outer.elem, as: 'entry' };
    }
    return { name: `${name}.len()`, type: 'u64', as: 'entry' };
  }
  const keys = decodeKey(types, type, rest);
  if (keys === undefined) return { name, type: undefined, as: 'entry' };
  let inner = type;
  for (let nth = 0; nth < keys.length; nth++) {
    const map = typeNamed(types, inner);
    if (map.k === 'map') inner = map.value;
  }
  return { name: `${name}${keys.map(each => `[${plain(each)}]`).join('')}`, type: inner, as: 'entry' };
}
