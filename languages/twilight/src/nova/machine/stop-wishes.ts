// What a debugger wants the host to stop for: events, and writes to keys of the storage.

import { hexOf } from '../hex.js';

export interface StopWishes {
  readonly event: boolean;
}

export interface StorageWatch {
  readonly id: string;
  readonly key: Uint8Array;
  /** All keys that begin with it. */
  readonly isPrefix: boolean;
}

export class StorageWatches {
  #all: readonly { readonly id: string; readonly digits: string; readonly isPrefix: boolean }[] = [];

  set(watches: readonly StorageWatch[]): undefined {
    this.#all = watches.map(({ id, key, isPrefix }) => ({ id, digits: hexOf(key), isPrefix }));
    return undefined;
  }

  /** The id of one that the key is among. */
  watching(key: Uint8Array): string | undefined {
    if (this.#all.length === 0) return undefined;
    const written = hexOf(key);
    return this.#all.find(({ digits, isPrefix }) =>
      isPrefix ? written.startsWith(digits) : written === digits,
    )?.id;
  }
}
