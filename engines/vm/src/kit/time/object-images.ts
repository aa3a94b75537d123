// Objects of a program as they were at a snapshot: each with a copy of what it held, which is put back into the same object.
//
// All that can be reached are copied each time, which costs as much as there are; the pace of snapshots heeds that.

/** What an image of an object takes, in bytes, besides its parts. */
const imageBytes = 64;
const partBytes = 8;

type Held = Record<string, unknown>;

export class ObjectImages {
  readonly #restorers: (() => void)[] = [];
  readonly #seen = new Set<object>();
  bytes = 0;

  /**
   * Looks at values and all that they lead to; false when the parts of one of them cannot be seen: of a function, or of an
   * object of a class, unless that is frozen.
   */
  add(values: readonly unknown[]): boolean {
    const waiting: unknown[] = [...values];
    while (waiting.length > 0) {
      const value = waiting.pop();
      if (typeof value === 'function') return false;
      if (typeof value !== 'object' || value === null || this.#seen.has(value)) continue;
      this.#seen.add(value);
      const parts = this.#copy(value);
      if (parts === undefined) return false;
      this.bytes += imageBytes + partBytes * parts.length;
      for (const part of parts) waiting.push(part);
    }
    return true;
  }

  restore(): void {
    for (const restore of this.#restorers) restore();
  }

  /** Answers with what the object holds. */
  #copy(object: object): readonly unknown[] | undefined {
    if (Array.isArray(object)) {
      const list = object as unknown[];
      const items = list.slice();
      this.#keep(object, () => {
        list.length = items.length;
        for (const [at, item] of items.entries()) list[at] = item;
      });
      return items;
    }
    if (object instanceof Map) {
      const entries = [...(object as Map<unknown, unknown>)];
      this.#restorers.push(() => {
        object.clear();
        for (const [key, value] of entries) object.set(key, value);
      });
      return entries.flat();
    }
    if (object instanceof Set) {
      const members = [...(object as Set<unknown>)];
      this.#restorers.push(() => {
        object.clear();
        for (const member of members) object.add(member);
      });
      return members;
    }
    if (object instanceof Uint8Array) {
      const bytes = new Uint8Array(object);
      this.bytes += bytes.length;
      this.#restorers.push(() => object.set(bytes));
      return [];
    }
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== Object.prototype && prototype !== null && !Object.isFrozen(object)) return undefined;
    const held = object as Held;
    const fields = Object.entries(held);
    this.#keep(object, () => {
      for (const name of Object.keys(held)) Reflect.deleteProperty(held, name);
      for (const [name, value] of fields) held[name] = value;
    });
    return fields.map(([, value]) => value);
  }

  #keep(object: object, restore: () => void): void {
    if (!Object.isFrozen(object)) this.#restorers.push(restore);
  }
}
