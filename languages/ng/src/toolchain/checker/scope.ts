// Names and what they mean, block inside block.

import type { Type } from './types.js';

/** Types, functions and values share one space of names. */
export class Scope {
  private readonly names = new Map<string, Type>();
  /** Those of them that may have variants, so that a constructor is found without going through all names. */
  private readonly withVariants = new Map<string, Type>();

  constructor(private readonly outer?: Scope) {}

  lookup(name: string): Type | undefined {
    return this.names.get(name) ?? this.outer?.lookup(name);
  }

  has(name: string): boolean {
    return this.lookup(name) !== undefined;
  }

  declare(name: string, type: Type): void {
    this.names.set(name, type);
    if (type.kind === 'union' || type.kind === 'genericType') this.withVariants.set(name, type);
    else this.withVariants.delete(name);
  }

  inner(): Scope {
    return new Scope(this);
  }

  /** Later declarations do not show in it. */
  snapshot(): Scope {
    const copy = new Scope();
    for (const [name, type] of this.visible()) copy.declare(name, type);
    return copy;
  }

  /** Everything visible, inner before outer; hidden names are left out. */
  *visible(): Generator<readonly [string, Type]> {
    const seen = new Set<string>();
    for (const scope of this.outwards())
      for (const [name, type] of scope.names) {
        if (seen.has(name)) continue;
        seen.add(name);
        yield [name, type];
      }
  }

  /** Visible unions and generic types, and values that are unions. */
  *unions(): Generator<readonly [string, Type]> {
    for (const scope of this.outwards())
      for (const [name, type] of scope.withVariants) if (this.lookup(name) === type) yield [name, type];
  }

  private *outwards(): Generator<Scope> {
    yield this;
    if (this.outer !== undefined) yield* this.outer.outwards();
  }
}
