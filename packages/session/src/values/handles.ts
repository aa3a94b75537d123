// Handles: the numbers by which clients refer to frames, scopes and values of a stop.

import { Failure, staleStop } from '@sonde/engine';

/**
 * Numbers are handed out once and never again, so that a handle of an earlier stop can be told from one that never
 * existed. Handles of a stop live until the next resume.
 */
export class HandleTable<Value> {
  readonly #live = new Map<number, Value>();
  readonly #first: number;
  #next: number;

  constructor(
    private readonly what: string,
    first = 1,
  ) {
    this.#first = first;
    this.#next = first;
  }

  add(value: Value): number {
    const handle = this.#next++;
    this.#live.set(handle, value);
    return handle;
  }

  get(handle: number): Value {
    const value = this.#live.get(handle);
    if (value !== undefined) return value;
    if (handle >= this.#first && handle < this.#next) throw staleStop(this.what);
    throw new Failure('not-found', 'user', `there is no ${this.what} ${handle}.`);
  }

  expire(): void {
    this.#live.clear();
  }
}

/** Handles for things that have an identity: the same thing keeps its number as long as the table lives. */
export class IdentityTable<Value> {
  readonly #byKey = new Map<string, number>();
  readonly #handles: HandleTable<Value>;

  constructor(
    what: string,
    private readonly key: (value: Value) => string,
  ) {
    this.#handles = new HandleTable<Value>(what);
  }

  of(value: Value): number {
    const key = this.key(value);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const handle = this.#handles.add(value);
    this.#byKey.set(key, handle);
    return handle;
  }

  get(handle: number): Value {
    return this.#handles.get(handle);
  }

  expire(): void {
    this.#byKey.clear();
    this.#handles.expire();
  }
}
