// Types that expressions add to the program's own, for the thread that has not heard of them.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';

type Described = readonly [TypeId, TypeDescription];

export class TypeNews {
  readonly #told: Set<TypeId>;

  constructor(
    private readonly types: TypeTable,
    known: readonly Described[],
  ) {
    for (const [id, description] of known) types.define(id, description);
    this.#told = new Set(known.map(([id]) => id));
  }

  /** Those since the last time. */
  take(): readonly Described[] {
    const added = [...this.types.entries()].filter(([id]) => !this.#told.has(id));
    for (const [id] of added) this.#told.add(id);
    return added;
  }
}
