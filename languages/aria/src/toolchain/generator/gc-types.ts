// The types of gc objects, numbered in the order in which they occur: all modules of a program count together.

import type { AriaType } from '../checker/typed-program.js';

export class GcTypes {
  readonly #types: AriaType[] = [];
  readonly #ids = new Map<string, number>();

  get all(): readonly AriaType[] {
    return this.#types;
  }

  id(type: AriaType): number {
    const known = this.#ids.get(type.name);
    if (known !== undefined) return known;
    this.#ids.set(type.name, this.#types.length);
    return this.#types.push(type) - 1;
  }
}
