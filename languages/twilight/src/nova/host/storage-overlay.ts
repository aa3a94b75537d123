// The storage of one contract as a transaction sees it: what it wrote lies over what was there, which stays untouched.

import { hexOf, knownHex, sameBytes } from '../hex.js';

/** Keys and values as hexadecimal digits; null where there was nothing. */
export interface StorageChange {
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface Touched {
  readonly before: Uint8Array | undefined;
  after: Uint8Array | undefined;
}

export class StorageOverlay {
  readonly #touched = new Map<string, Touched>();

  constructor(private readonly base: (key: Uint8Array) => Uint8Array | undefined) {}

  read(key: Uint8Array): Uint8Array | undefined {
    return this.#at(key).after;
  }

  /** For those who look: it is not told among what was found. */
  peek(key: Uint8Array): Uint8Array | undefined {
    const touched = this.#touched.get(hexOf(key));
    return touched === undefined ? this.base(key) : touched.after;
  }

  /** Answers with what was there. */
  write(key: Uint8Array, value: Uint8Array): Uint8Array | undefined {
    const touched = this.#at(key);
    const { after } = touched;
    touched.after = value;
    return after;
  }

  /** A write is taken back: what was there is there again. */
  restore(key: Uint8Array, value: Uint8Array | undefined): void {
    this.#at(key).after = value;
  }

  /** What the transaction asked for and found: with it, the transaction can be run again. */
  found(): Readonly<Record<string, string | null>> {
    return Object.fromEntries([...this.#touched].map(([key, { before }]) => [key, textOf(before)]));
  }

  /** In the order in which they were touched first; what was written and is as before is no change. */
  changes(): readonly StorageChange[] {
    return [...this.#touched]
      .filter(([, { before, after }]) => !same(before, after))
      .map(([key, { before, after }]) => ({ key, before: textOf(before), after: textOf(after) }));
  }

  /** Keys that the transaction wrote, with what they hold now. */
  written(prefix: Uint8Array): ReadonlyMap<string, Uint8Array> {
    const begins = hexOf(prefix);
    const found = new Map<string, Uint8Array>();
    for (const [key, { before, after }] of this.#touched)
      if (key.startsWith(begins) && after !== undefined && !same(before, after)) found.set(key, after);
    return found;
  }

  #at(key: Uint8Array): Touched {
    const name = hexOf(key);
    const known = this.#touched.get(name);
    if (known !== undefined) return known;
    const before = this.base(key);
    const touched: Touched = { before, after: before };
    this.#touched.set(name, touched);
    return touched;
  }
}

const same = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === undefined || b === undefined ? a === b : sameBytes(a, b);

const textOf = (value: Uint8Array | undefined): string | null => (value === undefined ? null : hexOf(value));

/** A base that knows what a transaction found, and nothing else. */
export function foundBefore(
  found: Readonly<Record<string, string | null>>,
): (key: Uint8Array) => Uint8Array | undefined {
  return key => {
    const name = hexOf(key);
    const value = Object.hasOwn(found, name) ? found[name] : null;
    return value === null || value === undefined ? undefined : knownHex(value);
  };
}
