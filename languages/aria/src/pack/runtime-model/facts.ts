// What renderers have to know of the moment: the nursery, the scopes that are active, the wild memory that is live.

import type { HeaderLayout } from './header-layouts.js';

/** Blocks that lie one behind the other. */
export interface Segment {
  readonly from: bigint;
  readonly to: bigint;
}

export interface Nursery {
  readonly start: bigint;
  readonly end: bigint;
  /** Where its objects are, ascending; undefined while they are being moved. */
  readonly segments?: readonly Segment[];
}

export interface WildAllocation {
  readonly size: bigint;
  readonly scope: bigint;
  /** Where it was allocated, where the runtime was told. */
  readonly file: bigint;
  readonly line: number;
}

/** The runtime of the program, as far as it has one that is known. */
export class RuntimeFacts {
  constructor(
    private readonly known: {
      readonly layout?: HeaderLayout;
      readonly nursery?: Nursery;
      readonly typeNames?: readonly (string | undefined)[];
      readonly scopes?: ReadonlySet<bigint>;
      readonly wild?: ReadonlyMap<bigint, WildAllocation>;
      /** A collection is under way. */
      readonly collecting?: boolean;
    },
  ) {}

  get layout(): HeaderLayout | undefined {
    return this.known.layout;
  }

  get nursery(): Nursery | undefined {
    return this.known.nursery;
  }

  get collecting(): boolean {
    return this.known.collecting ?? false;
  }

  isInNursery(offset: bigint): boolean {
    const { nursery } = this;
    return nursery !== undefined && offset >= nursery.start && offset < nursery.end;
  }

  typeName(id: number): string | undefined {
    return this.known.typeNames?.[id];
  }

  /** Undefined where the program does not say which scopes are active. */
  isActive(scope: bigint): boolean | undefined {
    return scope === 0n ? true : this.known.scopes?.has(scope);
  }

  /** The live allocation that begins there; `unknown` where the program keeps no table, or one too large to read. */
  allocation(base: bigint): WildAllocation | undefined | 'unknown' {
    return this.known.wild === undefined ? 'unknown' : this.known.wild.get(base);
  }
}

/** What a renderer was given; undefined when the runtime could not be read. */
export const factsIn = ({ facts }: { readonly facts?: unknown }): RuntimeFacts | undefined =>
  facts instanceof RuntimeFacts ? facts : undefined;
