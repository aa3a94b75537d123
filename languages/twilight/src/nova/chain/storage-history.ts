// The storage of a contract as it was before a logged transaction: what is stored now, without what came later.

import { asFailure, Failure } from '@sonde/engine';
import { foundBefore, type StorageChange } from '../host/storage-overlay.js';
import { hexOf, knownHex } from '../hex.js';
import type { LogEntry } from '../log/entry.js';
import { succeeded } from '../log/outcome.js';
import type { ChainState } from './chain-state.js';
import type { StorageBefore } from './contract-runner.js';
import type { TransactionLog } from './transaction-log.js';

/** Where the log cannot tell, only what the transaction found is known, and `missing` says why for all else. */
export async function storageBefore(
  state: ChainState,
  log: TransactionLog,
  entry: LogEntry,
): Promise<StorageBefore> {
  try {
    const all = await rebuilt(state, log, entry);
    return { read: key => all.get(hexOf(key)), all: async () => all };
  } catch (error) {
    const { message, next } = asFailure(error);
    const why = `not known as it was before this transaction: ${message}`;
    const failure = new Failure('unreadable', 'environment', why, next ?? 'nova check looks at the store.');
    return {
      ...onlyFound(entry),
      missing: key => (key !== undefined && Object.hasOwn(entry.found, hexOf(key)) ? undefined : failure),
    };
  }
}

/** What the transaction touched, which is enough to run it again. */
export const onlyFound = ({ found }: LogEntry): StorageBefore => ({
  read: foundBefore(found),
  all: async () => {
    const all = new Map<string, Uint8Array>();
    for (const [key, value] of Object.entries(found)) put(all, key, value);
    return all;
  },
});

async function rebuilt(
  state: ChainState,
  log: TransactionLog,
  entry: LogEntry,
): Promise<ReadonlyMap<string, Uint8Array>> {
  // A deployment finds nothing, whether it succeeded or not.
  if (entry.kind === 'deploy') return new Map();
  // Before the log is read: a transaction that is committed in between is undone to what is read here.
  const all = new Map(await state.storageOf(entry.to).all());
  const first = new Map<string, string | null>();
  const last = new Map<string, string | null>();
  for await (const { to, outcome, changes, sequence } of log.from(entry.sequence)) {
    if (to !== entry.to || !succeeded(outcome)) continue;
    for (const change of changes) note(change, sequence, first, last);
  }
  for (const [key, value] of first) put(all, key, value);
  for (const [key, value] of Object.entries(entry.found)) {
    const known = all.get(key);
    if ((known === undefined ? null : hexOf(known)) !== value) throw gap(entry.sequence, key);
  }
  return all;
}

/** Throws a Failure where something between two entries of the log is missing. */
function note(
  { key, before, after }: StorageChange,
  sequence: number,
  first: Map<string, string | null>,
  last: Map<string, string | null>,
): void {
  if (!first.has(key)) first.set(key, before);
  else if (last.get(key) !== before) throw gap(sequence, key);
  last.set(key, after);
}

function put(all: Map<string, Uint8Array>, key: string, value: string | null): void {
  if (value === null) all.delete(key);
  else all.set(key, knownHex(value));
}

const gap = (sequence: number, key: string): Failure =>
  new Failure(
    'unreadable',
    'environment',
    `the log does not tell how ${key.slice(0, 80)} came to what transaction ${sequence} found there.`,
    'nova check looks at the store.',
  );
