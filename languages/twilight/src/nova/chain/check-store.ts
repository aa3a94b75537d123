// Looks at a whole store: that all records can be read, belong together, and add up to the digest of the head.

import { asFailure } from '@sonde/engine';
import { hexOf } from '../hex.js';
import { readEntry } from '../log/entry.js';
import type { Store } from '../store/store.js';
import { readRecord } from './contract.js';
import { digestWith, genesis, readHead, type StateChange } from './head.js';
import { codeKey, headKey, metaKey, prefixes, transactionKey } from './records.js';

export interface StoreReport {
  readonly transactions: number;
  readonly contracts: number;
  readonly records: number;
  /** Sentences. */
  readonly problems: readonly string[];
}

/** Throws a Failure only where the store cannot be read at all. */
export async function checkStore(store: Store): Promise<StoreReport> {
  const problems: string[] = [];
  const attempt = <Result>(work: () => Result): Result | undefined => {
    try {
      return work();
    } catch (error) {
      problems.push(asFailure(error).message);
      return undefined;
    }
  };
  const stored = store.get(headKey);
  const head = stored === undefined ? genesis : attempt(() => readHead(stored, store.place));
  const state: StateChange[] = [];
  for (const prefix of [prefixes.account, prefixes.contract, prefixes.storage])
    for (const { key, value } of await store.entries({ prefix }))
      state.push({ key, before: undefined, after: value });
  if (head !== undefined && digestWith('0', state) !== head.digest)
    problems.push('the state is not the one that the head of the chain tells of.');
  const contracts = await store.entries({ prefix: prefixes.contract });
  for (const { value } of contracts) {
    const record = attempt(() => readRecord(value, store.place));
    if (record === undefined) continue;
    if (store.get(codeKey(record.codeHash)) === undefined)
      problems.push(`the code ${record.codeHash} is missing.`);
    if (record.metaHash !== null && store.get(metaKey(record.metaHash)) === undefined)
      problems.push(`the .meta ${record.metaHash} is missing.`);
  }
  const numbers = await store.entries({ prefix: prefixes.sequence });
  for (const { key, value } of numbers) {
    const sequence = Number(
      new DataView(key.buffer, key.byteOffset + prefixes.sequence.length).getBigUint64(0),
    );
    const bytes = store.get(transactionKey(hexOf(value)));
    if (bytes === undefined) {
      problems.push(`transaction ${sequence} is missing in the log.`);
      continue;
    }
    const entry = attempt(() => readEntry(bytes, store.place));
    if (entry !== undefined && (entry.sequence !== sequence || entry.hash !== hexOf(value)))
      problems.push(`transaction ${sequence} is not the one that it is to be.`);
  }
  const entries = await store.entries({ prefix: prefixes.transaction });
  if (entries.length !== numbers.length)
    problems.push(`the log has ${entries.length} entries, and ${numbers.length} have a number.`);
  const last = numbers.at(-1);
  const lastNumber =
    last === undefined ? 0 : Number(BigInt(hexOf(last.key.subarray(prefixes.sequence.length))));
  if (head !== undefined && lastNumber !== head.sequence)
    problems.push(`the last transaction is ${lastNumber}, and the head tells of ${head.sequence}.`);
  return { transactions: entries.length, contracts: contracts.length, records: state.length, problems };
}
