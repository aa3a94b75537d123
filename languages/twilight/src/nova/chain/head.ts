// The head of the chain: how far it is, and a digest of its whole state, so that damage and half-written state show.

import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Failure } from '@sonde/engine';
import { blake3 } from '../hashes.js';
import { joined, littleEndian, fromLittleEndian } from '../hex.js';

const headSchema = Type.Object({
  block: Type.Integer({ minimum: 0 }),
  timestamp: Type.Integer({ minimum: 0 }),
  /** Of the last transaction in the log. */
  sequence: Type.Integer({ minimum: 0 }),
  /** Seconds from one block to the next. */
  interval: Type.Integer({ minimum: 0 }),
  /** 64 digits: see `digestWith`. */
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export type Head = Readonly<Static<typeof headSchema>>;

export const genesis: Head = {
  block: 0,
  timestamp: 1_700_000_000,
  sequence: 0,
  interval: 12,
  digest: '0'.repeat(64),
};

export const headBytes = (head: Head): Uint8Array => new TextEncoder().encode(JSON.stringify(head));

export function readHead(bytes: Uint8Array, place: string): Head {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    value = undefined;
  }
  if (Value.Check(headSchema, value)) return value;
  throw new Failure(
    'unreadable',
    'environment',
    `the head of the chain in ${place} is damaged.`,
    'Put a copy of the store back, or begin another with --store.',
  );
}

/** One record of the state before and after a change; undefined where there is none. */
export interface StateChange {
  readonly key: Uint8Array;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

/**
 * The sum of the BLAKE3 hashes of all records (length of the key, key, value), modulo 2^256: it does not depend on their
 * order, and a change costs no more than what it changes. It shows damage; it is no proof against forgery.
 */
export function digestWith(digest: string, changes: readonly StateChange[]): string {
  let sum = BigInt(`0x${digest}`);
  for (const { key, before, after } of changes) {
    if (before !== undefined) sum -= hashOf(key, before);
    if (after !== undefined) sum += hashOf(key, after);
  }
  return BigInt.asUintN(256, sum).toString(16).padStart(64, '0');
}

const hashOf = (key: Uint8Array, value: Uint8Array): bigint =>
  fromLittleEndian(blake3(joined(littleEndian(BigInt(key.length), 4), key, value)));
