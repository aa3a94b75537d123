// What a transaction changes in the store: the state if it succeeded, and the log in any case.

import { knownHex } from '../hex.js';
import { entryBytes, type LogEntry } from '../log/entry.js';
import { succeeded } from '../log/outcome.js';
import type { StoreChange } from '../store/store.js';
import type { ChainState } from './chain-state.js';
import { recordBytes, type Contract } from './contract.js';
import type { StateChange } from './head.js';
import { codeKey, contractKey, metaKey, sequenceKey, storageKey, transactionKey } from './records.js';

const bytesOrNone = (text: string | null): Uint8Array | undefined =>
  text === null ? undefined : knownHex(text);

export function stateChanges(
  state: ChainState,
  entry: LogEntry,
  deployed: Contract | undefined,
): readonly StateChange[] {
  if (!succeeded(entry.outcome)) return [];
  const { from, to } = entry;
  const value = BigInt(entry.value);
  const storage = entry.changes.map(({ key, before, after }) => ({
    key: storageKey(to, knownHex(key)),
    before: bytesOrNone(before),
    after: bytesOrNone(after),
  }));
  const balances =
    value === 0n || from === to
      ? []
      : [
          state.balanceChange(from, state.balance(from) - value),
          state.balanceChange(to, state.balance(to) + value),
        ];
  if (deployed === undefined) return [...storage, ...balances];
  const { codeHash, metaHash } = deployed;
  const record = recordBytes({ codeHash, metaHash, deployedBy: entry.hash });
  return [...storage, ...balances, { key: contractKey(to), before: undefined, after: record }];
}

/** A deployment that failed keeps its code too, so that it can be run again. */
export function logChanges(entry: LogEntry, deployed: Contract | undefined): readonly StoreChange[] {
  const { code, meta, codeHash, metaHash } = deployed ?? {};
  return [
    { key: transactionKey(entry.hash), value: entryBytes(entry) },
    { key: sequenceKey(entry.sequence), value: knownHex(entry.hash) },
    ...(code === undefined || codeHash === undefined ? [] : [{ key: codeKey(codeHash), value: code }]),
    ...(meta === undefined || typeof metaHash !== 'string' ? [] : [{ key: metaKey(metaHash), value: meta }]),
  ];
}
