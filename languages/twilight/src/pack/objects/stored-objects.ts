// Storage as objects: each variable is a root, and each entry of a map and element of a vector an object of its own.

import {
  decodeStored,
  slotOfKey,
  typeNamed,
  typesOf,
  valueToJson,
  type Meta,
  type StorageSlot,
} from '../../toolchain/toolchain.js';
import type { FoundObjects } from './found-objects.js';

export interface StoredEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

const mostSummary = 80;

export const storedKey = (name: string): string => `storage ${name}`;

export function addStored(meta: Meta, entries: readonly StoredEntry[], found: FoundObjects): void {
  const types = typesOf(meta);
  for (const [name, { type }] of Object.entries(meta.debug_info?.variable_info.storage ?? {})) {
    const { k } = typeNamed(types, type);
    const key = found.add(storedKey(name), {
      ...{ type, size: 0, summary: name, provenance: 'static' },
      kind: k === 'map' || k === 'vector' ? k : 'storage variable',
    });
    found.root('global', name, meta.contract, key);
  }
  for (const entry of entries) addEntry(meta, entry, found);
}

function addEntry(meta: Meta, { key, value }: StoredEntry, found: FoundObjects): void {
  const slot = slotOfKey(meta, key);
  const size = key.length + value.length;
  if (slot?.type === undefined) {
    const name = `0x${Buffer.from(key).toString('hex')}`;
    found.add(storedKey(name), {
      ...{ type: 'bytes', kind: 'unknown storage', size, summary: 'no variable has this key' },
      provenance: 'static',
    });
    return;
  }
  // What a vector notes of itself.
  if (slot.isLength === true) {
    const vector = slot.within?.container;
    if (vector !== undefined) found.grow(containerOf(vector, found), size);
    return;
  }
  const name = storedKey(slot.name);
  if (slot.within === undefined) {
    found.grow(name, size);
    return;
  }
  const { container, label } = slot.within;
  const isRemoved = value.length === 0;
  found.add(name, {
    ...{ type: slot.type, kind: 'storage entry', size, provenance: 'static' },
    summary: isRemoved ? 'removed; its key is still there' : summaryOf(meta, slot, value),
    ...(isRemoved ? { validity: 'collected' as const } : {}),
  });
  found.edge(containerOf(container, found), name, typeof label === 'number' ? 'index' : 'map-value', label);
}

/** The map or vector that something is in; one inside another is made when its first entry comes. */
function containerOf(slot: StorageSlot, found: FoundObjects): string {
  const key = storedKey(slot.name);
  if (found.has(key) || slot.within === undefined) return key;
  found.add(key, { type: slot.type ?? 'map', kind: 'map', size: 0, provenance: 'static' });
  found.edge(containerOf(slot.within.container, found), key, 'map-value', slot.within.label);
  return key;
}

function summaryOf(meta: Meta, { type, as }: StorageSlot, value: Uint8Array): string {
  const decoded = decodeStored(typesOf(meta), type!, value, as);
  if (decoded.kind === 'unreadable') return `corrupt: ${decoded.reason}`;
  const text = JSON.stringify(valueToJson(decoded)).replaceAll('"', '');
  return text.length > mostSummary ? `${text.slice(0, mostSummary)}…` : text;
}
