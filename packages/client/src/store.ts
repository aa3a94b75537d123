// A value that changes and tells whoever listens: the one way in which the model reaches the page.

export interface Readable<T> {
  readonly get: () => T;
  /** Returns what stops listening. */
  readonly subscribe: (listener: () => void) => () => void;
}

export class Store<T> implements Readable<T> {
  readonly #listeners = new Set<() => void>();

  constructor(private value: T) {}

  // Arrow functions, because React takes them off the object.
  readonly get = (): T => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.value));
  }
}
