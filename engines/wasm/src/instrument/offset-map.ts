// From offsets of the instrumented module to those of the original one.

import { lastAtOrBefore } from '@sonde/engine';

export interface MappedFunction {
  /** Index in the original module. */
  readonly function: number;
  readonly start: number;
  readonly end: number;
  /** Counted from `start`, in order; the second number is the offset in the original module. */
  readonly pairs: readonly (readonly [number, number])[];
}

export class OffsetMap {
  /** In the order of their code. */
  constructor(private readonly functions: readonly MappedFunction[]) {}

  /** Undefined in code that the engine added. */
  find(offset: number): { readonly function: number; readonly offset: number } | undefined {
    const found = this.functions[lastAtOrBefore(this.functions, offset, each => each.start)];
    if (found === undefined || offset >= found.end) return undefined;
    const pair = found.pairs[lastAtOrBefore(found.pairs, offset - found.start, ([at]) => at)];
    const original = pair?.[1] ?? found.pairs[0]?.[1];
    return original === undefined ? undefined : { function: found.function, offset: original };
  }
}
