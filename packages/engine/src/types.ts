// The type table: each type of a program described once and referred to by id.

import { typeId, type TypeId } from './ids.js';

export interface Field {
  readonly name: string;
  readonly type: TypeId;
  /** From the start of the value, in bits, so that bit fields need no special case. Absent for managed objects. */
  readonly bitOffset?: number;
  /** Only for bit fields. */
  readonly bitSize?: number;
  /** Fields of an unnamed member or a base class are shown as if they were the outer type's own. */
  readonly role?: 'member' | 'base' | 'anonymous';
}

export interface Enumerator {
  readonly name: string;
  readonly value: bigint;
}

export interface Variant {
  readonly name: string;
  /** Absent for the one that all values of the discriminant mean which mean no other: those of its own content. */
  readonly discriminant?: bigint;
  readonly type: TypeId;
}

interface Described {
  /** As the language writes it: `unsigned int`, `tbb8`, `[i32]`. */
  readonly name: string;
  /** In bytes, where values of the type have a size. */
  readonly size?: number;
  /** The engine can show more of such a value than its type and bytes tell: `EngineReads.readViews` answers. */
  readonly formatted?: boolean;
}

export type TypeDescription = Described &
  (
    | { readonly kind: 'integer'; readonly signed: boolean }
    /** Of 2, 4 or 8 bytes as everywhere; longer ones say how: 80 bits of the x87, or 128 as IEEE 754 has them. */
    | { readonly kind: 'float'; readonly format?: 'x87' | 'quad' }
    | { readonly kind: 'boolean' }
    /**
     * One unit of text; `encoding` says how to read its bytes. `alone`: several of them, or what a pointer to one leads to,
     * are no text, because the language keeps its texts in another way.
     */
    | { readonly kind: 'character'; readonly signed?: boolean; readonly alone?: boolean }
    /** A string the engine hands over as text. */
    | { readonly kind: 'string' }
    | { readonly kind: 'unit' }
    | { readonly kind: 'pointer'; readonly target: TypeId; readonly reference?: boolean }
    | { readonly kind: 'array'; readonly element: TypeId; readonly count?: number; readonly stride?: number }
    | { readonly kind: 'struct'; readonly fields: readonly Field[] }
    | { readonly kind: 'union'; readonly fields: readonly Field[] }
    | {
        readonly kind: 'variant';
        readonly discriminant: Field;
        readonly variants: readonly Variant[];
      }
    | { readonly kind: 'enum'; readonly underlying: TypeId; readonly enumerators: readonly Enumerator[] }
    | { readonly kind: 'function' }
    | { readonly kind: 'alias'; readonly target: TypeId }
    /** A managed object whose members only the value itself knows. */
    | { readonly kind: 'object' }
    /** The type travels with the value: the content says what it is. */
    | { readonly kind: 'dynamic' }
    | { readonly kind: 'opaque'; readonly why?: string }
  );

/** Grows as modules load; ids are never reused, so a cached description is never wrong. */
export class TypeTable {
  readonly #types = new Map<TypeId, TypeDescription>();
  #next = 1;

  /** Adds a type under the next free id. */
  add(description: TypeDescription): TypeId {
    while (this.#types.has(typeId(this.#next))) this.#next++;
    const id = typeId(this.#next++);
    this.#types.set(id, description);
    return id;
  }

  /** Adds a type under an id that its describer chose, as an engine in another process does. */
  define(id: TypeId, description: TypeDescription): void {
    this.#types.set(id, description);
  }

  get(id: TypeId): TypeDescription {
    return this.#types.get(id) ?? { kind: 'opaque', name: '?', why: `type ${id} was never described` };
  }

  /** Follows aliases to what the value really is. A cycle of aliases ends as opaque instead of never. */
  resolve(id: TypeId): TypeDescription {
    let description = this.get(id);
    for (let hops = 0; description.kind === 'alias'; hops++) {
      if (hops > 64) return { kind: 'opaque', name: description.name, why: 'alias of itself' };
      description = this.get(description.target);
    }
    return description;
  }

  entries(): IterableIterator<[TypeId, TypeDescription]> {
    return this.#types.entries();
  }
}
