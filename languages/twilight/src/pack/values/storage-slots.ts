// Which variable, entry or element of storage a key stands for, and the memory that it is shown as.

import {
  decodeStored,
  isFixedType,
  typeNamed,
  typesOf,
  valueToJson,
  type Meta,
  type MetaType,
  type MetaTypes,
  type StoredAs,
  type TwilightValue,
} from '../../toolchain/toolchain.js';

const prefix = 'storage-';

export const spaceOf = (variable: string): string => `${prefix}${variable}`;
export const spaceOfKey = (key: Uint8Array): string => `${prefix}0x${Buffer.from(key).toString('hex')}`;
export const isStorageSpace = (space: string): boolean => space.startsWith(prefix);

/** Where the value itself is: below it, addresses mean nothing, as in the memory of a contract. */
export const valueAddress = 64;

export interface StorageSlot {
  /** `shares[0x00a1]` */
  readonly name: string;
  readonly key: Uint8Array;
  /** Undefined where only its bytes are known. */
  readonly type: string | undefined;
  readonly as: StoredAs;
}

/** The key of what a space shows. */
export function keyOfSpace(space: string): Uint8Array | undefined {
  if (!isStorageSpace(space)) return undefined;
  const name = space.slice(prefix.length);
  return new Uint8Array(
    name.startsWith('0x') ? Buffer.from(name.slice(2), 'hex') : Buffer.from(name, 'utf8'),
  );
}

/** Undefined for a space that shows no storage of the contract. */
export function slotOfSpace(meta: Meta, space: string): StorageSlot | undefined {
  const key = keyOfSpace(space);
  return key === undefined ? undefined : slotOfKey(meta, key);
}

const plain = (value: TwilightValue): string => JSON.stringify(valueToJson(value));

/** Which variable a key is of, and which entry of it. */
export function slotOfKey(meta: Meta, key: Uint8Array): StorageSlot | undefined {
  const end = key.indexOf(0);
  const name = Buffer.from(end < 0 ? key : key.subarray(0, end)).toString('utf8');
  const storage = meta.debug_info?.variable_info.storage ?? {};
  if (!Object.hasOwn(storage, name)) return undefined;
  const { type } = storage[name]!;
  if (end < 0) return { name, key, type, as: 'variable' };
  return below(meta, { name, key, type, as: 'variable' }, key.subarray(end));
}

/** What is below a map or a vector, by what follows its own key. */
function below(meta: Meta, outer: StorageSlot & { readonly type: string }, rest: Uint8Array): StorageSlot {
  const types = typesOf(meta);
  const { name, key } = outer;
  const described = typeNamed(types, outer.type);
  if (described.k === 'vector') {
    if (Buffer.from(rest).toString('latin1') === '\0len')
      return { name: `${name}.len()`, key, type: 'u64', as: 'entry' };
    if (rest.length !== 9) return { name, key, type: undefined, as: 'entry' };
    const index = new DataView(rest.buffer, rest.byteOffset + 1, 8).getBigUint64(0, true);
    return { name: `${name}[${index}]`, key, type: described.elem, as: 'entry' };
  }
  if (described.k !== 'map') return { name, key, type: undefined, as: 'entry' };
  for (const { key: first, end } of keysIn(types, described, rest)) {
    const entry = { name: `${name}[${unquoted(first)}]`, key, type: described.value, as: 'entry' } as const;
    const found = end === rest.length ? entry : below(meta, entry, rest.subarray(end));
    if (found.type !== undefined) return found;
  }
  return { name, key, type: undefined, as: 'entry' };
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
