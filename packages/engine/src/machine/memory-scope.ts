// The machine's byte memories as a scope: one array of bytes each, which is read in parts when someone looks.

import type { Scope } from '../frame.js';
import type { TypeId } from '../ids.js';
import type { TypeTable } from '../types.js';

/** Sizes of a machine's memories, by space. */
export type MemorySizes = readonly { readonly space: string; readonly size: number }[];

export class MemoryScope {
  readonly #arrays = new Map<number, TypeId>();
  #byte: TypeId | undefined;

  constructor(private readonly types: TypeTable) {}

  /** The scopes with the memory behind them. */
  addTo(scopes: readonly Scope[], memory: MemorySizes): readonly Scope[] {
    if (memory.length === 0) return scopes;
    const variables = memory.map(({ space, size }) => ({
      name: space,
      value: {
        type: this.#arrayOf(size),
        content: { kind: 'deferred' as const },
        place: { kind: 'memory' as const, address: { space, offset: 0n }, size },
      },
    }));
    return [...scopes, { name: 'Memory', kind: 'memory', variables, expensive: true }];
  }

  /** A memory that grows gets a new type: descriptions never change. */
  #arrayOf(size: number): TypeId {
    this.#byte ??= this.types.add({ kind: 'integer', name: 'byte', size: 1, signed: false });
    let array = this.#arrays.get(size);
    if (array === undefined) {
      array = this.types.add({
        kind: 'array',
        name: `byte[${size}]`,
        element: this.#byte,
        count: size,
        size,
      });
      this.#arrays.set(size, array);
    }
    return array;
  }
}
