// The transaction log: entries by hash, by the beginning of one, and by their order.

import { Failure } from '@sonde/engine';
import { hexOf } from '../hex.js';
import { readEntry, type LogEntry } from '../log/entry.js';
import type { Store } from '../store/store.js';
import { prefixes, sequenceKey, transactionKey } from './records.js';

/** So many entries with one beginning are looked at; it is not unique then in any case. */
const mostAlike = 16;
/** Numbers that are read together. */
const atOnce = 1_000;

export class TransactionLog {
  constructor(private readonly store: Store) {}

  /** By hash, or by as much of it as is unique. Throws a Failure where there is none. */
  async entry(hash: string): Promise<LogEntry> {
    const asked = hash.toLowerCase();
    const whole = /^0x[0-9a-f]{64}$/.test(asked) ? asked : await this.#completed(asked);
    const stored = whole === undefined ? undefined : this.store.get(transactionKey(whole));
    if (stored !== undefined) return readEntry(stored, this.store.place);
    throw new Failure(
      'not-found',
      'user',
      `there is no transaction ${hash.slice(0, 80)} in ${this.store.place}.`,
      'nova log lists them.',
    );
  }

  /** Last first. */
  async last(limit: number): Promise<readonly LogEntry[]> {
    const numbers = await this.store.entries({ prefix: prefixes.sequence, reverse: true, limit });
    return Promise.all(numbers.map(({ value }) => this.entry(hexOf(value))));
  }

  /** From a number on, in the order of the numbers. Throws a Failure for what is damaged or missing. */
  async *from(sequence: number): AsyncGenerator<LogEntry> {
    let after = sequenceKey(sequence - 1);
    for (;;) {
      const numbers = await this.store.entries({ prefix: prefixes.sequence, after, limit: atOnce });
      for (const { value } of numbers) yield await this.entry(hexOf(value));
      const last = numbers.at(-1);
      if (last === undefined || numbers.length < atOnce) return;
      after = last.key;
    }
  }

  async #completed(start: string): Promise<string | undefined> {
    if (!/^0x[0-9a-f]{6,64}$/.test(start)) return undefined;
    const prefix = transactionKey(start.length % 2 === 0 ? start : start.slice(0, -1));
    const found = await this.store.entries({ prefix, limit: mostAlike });
    const hashes = found
      .map(({ key }) => hexOf(key.subarray(prefixes.transaction.length)))
      .filter(each => each.startsWith(start));
    if (hashes.length > 1)
      throw new Failure(
        'not-found',
        'user',
        `${hashes.length === mostAlike ? 'several' : hashes.length} transactions begin with ${start}.`,
        'Write more of the hash.',
      );
    return hashes[0];
  }
}
