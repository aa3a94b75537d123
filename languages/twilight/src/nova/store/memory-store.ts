// A store in memory, for tests and for runs that leave nothing behind.

import { hexOf, knownHex } from '../hex.js';
import type { EntryRange, Store, StoreChange, StoredEntry } from './store.js';

export class MemoryStore implements Store {
  readonly place = 'the store in memory';
  /** By the digits of the key, whose order is that of the bytes. */
  readonly #entries = new Map<string, Uint8Array>();

  get(key: Uint8Array): Uint8Array | undefined {
    return this.#entries.get(hexOf(key));
  }

  async entries({ prefix, after, limit, reverse }: EntryRange): Promise<readonly StoredEntry[]> {
    const begins = hexOf(prefix);
    const behind = after === undefined ? '' : hexOf(after);
    const keys = [...this.#entries.keys()].filter(key => key.startsWith(begins) && key > behind).sort();
    if (reverse === true) keys.reverse();
    return keys.slice(0, limit).map(key => ({ key: knownHex(key), value: this.#entries.get(key)! }));
  }

  async write(changes: readonly StoreChange[]): Promise<void> {
    for (const { key, value } of changes) {
      if (value === undefined) this.#entries.delete(hexOf(key));
      else this.#entries.set(hexOf(key), value.slice());
    }
  }

  async close(): Promise<void> {
    this.#entries.clear();
  }
}
