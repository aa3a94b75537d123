// What lies where in the store: the keys of accounts, contracts, their storage and the log. docs/formats/nova-store.md describes it.

import { joined, knownHex } from '../hex.js';
import type { Address } from './address.js';

const utf8 = new TextEncoder();
const prefix = (text: string): Uint8Array => utf8.encode(text);

export const prefixes = {
  account: prefix('a/'),
  contract: prefix('c/'),
  storage: prefix('s/'),
  code: prefix('k/'),
  meta: prefix('m/'),
  transaction: prefix('t/'),
  sequence: prefix('n/'),
  name: prefix('w/'),
} as const;

export const headKey = prefix('head');

export const accountKey = (address: Address): Uint8Array => joined(prefixes.account, knownHex(address));
export const contractKey = (address: Address): Uint8Array => joined(prefixes.contract, knownHex(address));
export const codeKey = (hash: string): Uint8Array => joined(prefixes.code, knownHex(hash));
export const metaKey = (hash: string): Uint8Array => joined(prefixes.meta, knownHex(hash));
export const transactionKey = (hash: string): Uint8Array => joined(prefixes.transaction, knownHex(hash));
export const nameKey = (name: string): Uint8Array => joined(prefixes.name, utf8.encode(name));

/** Big-endian, so that the order of the keys is that of the transactions. */
export function sequenceKey(sequence: number): Uint8Array {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(sequence));
  return joined(prefixes.sequence, number);
}

export const storagePrefix = (address: Address): Uint8Array => joined(prefixes.storage, knownHex(address));

export const storageKey = (address: Address, key: Uint8Array): Uint8Array =>
  joined(storagePrefix(address), key);
