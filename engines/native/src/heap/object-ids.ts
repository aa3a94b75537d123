// Numbers for objects and roots that a program has no numbers for: each key gets one, for the life of the process.

import type { ObjectId } from '@sonde/heap';

export class ObjectIds {
  readonly #numbers = new Map<string, ObjectId>();

  /** From 1, in the order in which they are first asked for; `base` keeps them apart from ids of the program's own. */
  number(key: string, base = 0): ObjectId {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = base + this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return number;
  }
}
