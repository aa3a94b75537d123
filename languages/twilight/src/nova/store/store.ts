// What the chain is kept in: bytes by key, in the order of the keys, changed in batches that happen whole or not at all.

export interface StoredEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Without a value the key is removed. */
export interface StoreChange {
  readonly key: Uint8Array;
  readonly value?: Uint8Array;
}

export interface EntryRange {
  /** Only keys that begin with it. */
  readonly prefix: Uint8Array;
  /** Only keys behind this one. */
  readonly after?: Uint8Array;
  readonly limit?: number;
  /** Last key first. */
  readonly reverse?: boolean;
}

/** Everything throws a Failure that names the store. */
export interface Store {
  /** As people name it: a folder, or that it is in memory. */
  readonly place: string;
  /** At once, because contracts wait for it in the middle of an instruction. */
  get(key: Uint8Array): Uint8Array | undefined;
  entries(range: EntryRange): Promise<readonly StoredEntry[]>;
  /** Atomic. When it answers, the changes outlive the process and the power of the machine. */
  write(changes: readonly StoreChange[]): Promise<void>;
  close(): Promise<void>;
}
