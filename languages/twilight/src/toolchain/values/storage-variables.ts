// Variables of storage as a whole: maps by all their entries, vectors by all their elements.

import type { DebugStorage, MetaTypes } from '../meta/schema.js';
import { decodeKey, decodeStored, elementKey, lengthKey, storageKey } from './stored.js';
import { readInt, typeNamed, type TwilightValue } from './value.js';

export interface ReadStorage {
  get(key: Uint8Array): Uint8Array | undefined;
  /** All keys that begin so, in any order. */
  keysFrom(prefix: Uint8Array): Iterable<Uint8Array>;
}

const mostElements = 1000;

/** Never throws for what storage holds. */
export function readVariable(
  types: MetaTypes,
  name: string,
  { type }: Pick<DebugStorage, 'type'>,
  storage: ReadStorage,
  most = mostElements,
): TwilightValue {
  return readSlot(types, type, storageKey(types, name, type), storage, 'variable', most);
}

/** What is under one key, or under those of its elements and entries. */
export function readSlot(
  types: MetaTypes,
  type: string,
  key: Uint8Array,
  storage: ReadStorage,
  as: 'variable' | 'entry',
  most = mostElements,
): TwilightValue {
  const described = typeNamed(types, type);
  if (described.k === 'map') return readMap(types, type, key, storage, most);
  if (described.k !== 'vector') return decodeStored(types, type, storage.get(key), as);
  const stored = storage.get(lengthKey(key));
  // Empty is what a vector leaves that was removed from a map.
  if (stored !== undefined && stored.length !== 0 && stored.length !== 8)
    return { kind: 'unreadable', reason: `a length takes 8 bytes, here are ${stored.length}` };
  const length = stored === undefined || stored.length === 0 ? 0n : readInt(stored, false);
  const shown = length > BigInt(most) ? most : Number(length);
  const items = Array.from({ length: shown }, (_, nth) =>
    decodeStored(types, described.elem, storage.get(elementKey(key, BigInt(nth))), 'entry'),
  );
  return { kind: 'list', items, ...(BigInt(shown) < length ? { left: Number(length) - shown } : {}) };
}

function readMap(
  types: MetaTypes,
  type: string,
  key: Uint8Array,
  storage: ReadStorage,
  most: number,
): TwilightValue {
  const seen = new Map<string, { readonly keys: readonly TwilightValue[]; readonly key: Uint8Array }>();
  const inner = innermost(types, type);
  const vector = typeNamed(types, inner).k === 'vector';
  for (const found of storage.keysFrom(Buffer.concat([key, Uint8Array.of(0)]))) {
    // Of a vector the key of its length stands for all.
    const own = vector ? withoutLength(found) : found;
    if (own === undefined || storage.get(found)?.length === 0) continue;
    const keys = decodeKey(types, type, own.subarray(key.length));
    if (keys !== undefined) seen.set(Buffer.from(own).toString('hex'), { keys, key: own });
  }
  const entries = [...seen.values()].map(entry => ({
    keys: entry.keys,
    value: readSlot(types, inner, entry.key, storage, 'entry', most),
  }));
  return nest(entries, most);
}

function innermost(types: MetaTypes, type: string): string {
  const described = typeNamed(types, type);
  return described.k === 'map' ? innermost(types, described.value) : type;
}

const lengthEnd = Buffer.from('\0len');

function withoutLength(key: Uint8Array): Uint8Array | undefined {
  const end = key.length - lengthEnd.length;
  return end >= 0 && lengthEnd.equals(key.subarray(end)) ? key.subarray(0, end) : undefined;
}

/** Storage has numbers by their lowest byte first, so that 256 comes before 1; people look for them by size. */
function inOrder(one: TwilightValue, other: TwilightValue): number {
  if (one.kind === 'int' && other.kind === 'int')
    return one.value < other.value ? -1 : Number(one.value > other.value);
  if (one.kind === 'bool' && other.kind === 'bool') return Number(one.value) - Number(other.value);
  if (one.kind === 'bytes' && other.kind === 'bytes') return Buffer.compare(one.bytes, other.bytes);
  if (one.kind !== 'string' || other.kind !== 'string') return 0;
  return one.text < other.text ? -1 : Number(one.text > other.text);
}

/** Entries by several keys as maps in maps. */
function nest(
  entries: readonly { readonly keys: readonly TwilightValue[]; readonly value: TwilightValue }[],
  most: number,
): TwilightValue {
  const groups = new Map<
    string,
    {
      readonly key: TwilightValue;
      readonly inside: { keys: readonly TwilightValue[]; value: TwilightValue }[];
    }
  >();
  for (const { keys, value } of entries) {
    const [key, ...further] = keys;
    if (key === undefined) continue;
    const name = JSON.stringify(key, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
    const group = groups.get(name) ?? { key, inside: [] };
    group.inside.push({ keys: further, value });
    groups.set(name, group);
  }
  const all = [...groups.values()].sort((one, other) => inOrder(one.key, other.key));
  const shown = all.slice(0, most).map(({ key, inside }) => ({
    key,
    value: inside[0]!.keys.length === 0 ? inside[0]!.value : nest(inside, most),
  }));
  return {
    kind: 'map',
    entries: shown,
    ...(all.length > shown.length ? { left: all.length - shown.length } : {}),
  };
}
