// What code refers to before a module is laid out: imports come first, so indices are known only at the end.

import { BuilderMisuse } from '../problem.js';

export type ReferableKind = 'function' | 'table' | 'memory' | 'global';

/** A function, table, memory or global of one module that is being built. */
export class Reference<Kind extends ReferableKind = ReferableKind> {
  constructor(
    readonly kind: Kind,
    readonly imported: boolean,
    /** Among the imported ones, or among the module's own. */
    readonly position: number,
    /** The space that it counts in; it tells references of another module apart. */
    readonly space: ReferenceSpace,
  ) {}

  /** Final when no more is imported. */
  get index(): number {
    return this.imported ? this.position : this.space.imported[this.kind] + this.position;
  }
}

export type FunctionReference = Reference<'function'>;
export type TableReference = Reference<'table'>;
export type MemoryReference = Reference<'memory'>;
export type GlobalReference = Reference<'global'>;

export class ReferenceSpace {
  readonly imported: Record<ReferableKind, number> = { function: 0, table: 0, memory: 0, global: 0 };
  readonly #own: Record<ReferableKind, number> = { function: 0, table: 0, memory: 0, global: 0 };

  import<Kind extends ReferableKind>(kind: Kind): Reference<Kind> {
    return new Reference(kind, true, this.imported[kind]++, this);
  }

  define<Kind extends ReferableKind>(kind: Kind): Reference<Kind> {
    return new Reference(kind, false, this.#own[kind]++, this);
  }

  check(reference: Reference): void {
    if (reference.space !== this)
      throw new BuilderMisuse(`this ${reference.kind} belongs to another module.`);
  }
}
