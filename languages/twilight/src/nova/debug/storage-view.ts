// The storage of the contract as the transaction sees it where it stands.

import { hexOf } from '../hex.js';
import type { DebugTarget } from './target.js';

/** Asked of the host, which knows what was written so far. */
export async function valueAt(target: DebugTarget, key: Uint8Array): Promise<Uint8Array | undefined> {
  const value = (await target.standing().ask('host', { about: 'read', given: key })) as
    | Uint8Array
    | undefined;
  const missing = value === undefined ? target.standingCall().storage.missing?.(key) : undefined;
  if (missing !== undefined) throw missing;
  return value;
}

export interface StorageList {
  readonly entries: readonly { readonly key: string; readonly value: string }[];
  /** There are others behind the last one. */
  readonly more: boolean;
}

/** What is stored under keys that begin so, which are digits. Throws a Failure where that is not known. */
export async function allEntries(
  target: DebugTarget,
  prefix: string,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const begins = prefix.toLowerCase();
  const { storage } = target.standingCall();
  const missing = storage.missing?.();
  if (missing !== undefined) throw missing;
  const before = await storage.all();
  const written = (await target.standing().ask('host', { about: 'written', given: begins })) as ReadonlyMap<
    string,
    Uint8Array
  >;
  const all = new Map([...before].filter(([key]) => key.startsWith(begins)));
  for (const [key, value] of written) all.set(key, value);
  return all;
}

/** In the order of the keys. */
export async function entriesAt(
  target: DebugTarget,
  prefix: string,
  after: string | undefined,
  limit: number,
): Promise<StorageList> {
  const all = await allEntries(target, prefix);
  const keys = [...all.keys()].filter(key => after === undefined || key > after.toLowerCase()).sort();
  return {
    entries: keys.slice(0, limit).map(key => ({ key, value: hexOf(all.get(key)!) })),
    more: keys.length > limit,
  };
}
