// Which variable, entry or element of storage a key stands for.

import type { Meta, MetaType, MetaTypes } from '../meta/schema.js';
import { typesOf } from './calls.js';
import { valueToJson } from './json.js';
import { decodeStored, type StoredAs } from './stored.js';
import { isFixedType, typeNamed, type TwilightValue } from './value.js';

export interface StorageSlot {
  /** `shares[0x00a1]` */
  readonly name: string;
  readonly key: Uint8Array;
  /** Undefined where only its bytes are known. */
  readonly type: string | undefined;
  readonly as: StoredAs;
  /** Whether its entries or elements have keys of their own. Vectors inside another value are a part of its bytes. */
  readonly keyed: boolean;
  /** Of an element: its vector's own key, and where it is in it. */
  readonly element?: { readonly vector: Uint8Array; readonly index: bigint };
  /** The map or vector that it is in, and under which key or index. */
  readonly within?: { readonly container: StorageSlot; readonly label: string | number };
  /** It is how long its vector is, and no element. */
  readonly isLength?: true;
}

const hasKeys = (meta: Meta, type: string): boolean =>
  ['map', 'vector'].includes(typeNamed(typesOf(meta), type).k);

const plain = (value: TwilightValue): string => JSON.stringify(valueToJson(value));

/** Which variable a key is of, and which entry of it. */
export function slotOfKey(meta: Meta, key: Uint8Array): StorageSlot | undefined {
  const end = key.indexOf(0);
  const name = Buffer.from(end < 0 ? key : key.subarray(0, end)).toString('utf8');
  const storage = meta.debug_info?.variable_info.storage ?? {};
  if (!Object.hasOwn(storage, name)) return undefined;
  const { type } = storage[name]!;
  const variable = { name, key, type, as: 'variable', keyed: hasKeys(meta, type) } as const;
  return end < 0 ? variable : below(meta, variable, key.subarray(end));
}

/** What is below a map or a vector, by what follows its own key. */
function below(meta: Meta, outer: StorageSlot & { readonly type: string }, rest: Uint8Array): StorageSlot {
  const types = typesOf(meta);
  const { name, key } = outer;
  const piece = { key, as: 'entry', keyed: false } as const;
  const described = typeNamed(types, outer.type);
  if (described.k === 'vector') {
    if (Buffer.from(rest).toString('latin1') === '\0len')
      return {
        ...piece,
        ...{ name: `${name}.len()`, type: 'u64', isLength: true },
        within: { container: outer, label: 'len' },
      };
    if (rest.length !== 9) return { ...piece, name, type: undefined };
    const index = new DataView(rest.buffer, rest.byteOffset + 1, 8).getBigUint64(0, true);
    const vector = key.subarray(0, key.length - rest.length);
    return {
      ...piece,
      ...{ name: `${name}[${index}]`, type: described.elem, element: { vector, index } },
      within: { container: outer, label: Number(index) },
    };
  }
  if (described.k !== 'map') return { ...piece, name, type: undefined };
  for (const { key: first, end } of keysIn(types, described, rest)) {
    const type = described.value;
    const label = unquoted(first);
    const within = { container: outer, label };
    const entry = { ...piece, name: `${name}[${label}]`, type, keyed: hasKeys(meta, type), within };
    const found = end === rest.length ? entry : below(meta, entry, rest.subarray(end));
    if (found.type !== undefined) return found;
  }
  return { ...piece, name, type: undefined };
}

/** Addresses and numbers as expressions write them. */
const unquoted = (key: TwilightValue): string =>
  key.kind === 'string' ? plain(key) : plain(key).replaceAll('"', '');

interface KeyFound {
  readonly key: TwilightValue;
  readonly end: number;
}

/** All ways to read the first key: of a text it is not known where it ends. */
function* keysIn(
  types: MetaTypes,
  map: Extract<MetaType, { k: 'map' }>,
  rest: Uint8Array,
): Iterable<KeyFound> {
  if (rest[0] !== 0) return;
  const inner = typeNamed(types, map.value).k;
  const goesOn = inner === 'map' || inner === 'vector';
  const separators = [...rest.keys()].filter(at => at > 0 && rest[at] === 0);
  const ends = isFixedType(types, map.key)
    ? [1 + typeNamed(types, map.key).size]
    : [...(goesOn ? separators : []), rest.length];
  for (const end of ends) {
    if (end > rest.length) continue;
    const key = decodeStored(types, map.key, rest.subarray(1, end), 'variable');
    if (key.kind !== 'unreadable') yield { key, end };
  }
}
