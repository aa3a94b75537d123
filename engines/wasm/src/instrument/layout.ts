// Where the engine's own functions, globals and tables are in the instrumented module.

import type { FunctionType, ValueType } from '@sonde/wasm';
import { crossingTypes, type CrossingType } from './sites.js';

export interface EngineGlobals {
  /** What the program has used so far: its position. Functions hold it in a local and write it back around calls. */
  readonly used: number;
  readonly limit: number;
  readonly target: number;
  /** The position of the last stop: who was called before it and returns, says so. */
  readonly mark: number;
  readonly unwinding: number;
  readonly wantedEntry: number;
  /** The first of the words with one bit for each probe. */
  readonly armed: number;
}

export interface EngineImports {
  readonly slice: number;
  /** By the size of the result in bits: 0, 32 or 64. */
  readonly leave: { readonly 0: number; readonly 32: number; readonly 64: number };
  /** The first of the imports for locals, by signature. */
  readonly stop: number;
}

/** Lists of locals that functions have in common. */
export class Signatures {
  readonly #known = new Map<string, number>();
  readonly list: (readonly CrossingType[])[] = [];

  of(locals: readonly ValueType[]): number {
    const crossing = locals.flatMap(crossingTypes);
    const key = crossing.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.list.length);
    return this.list.push(crossing) - 1;
  }
}

/** Of an import that takes the locals and gives them back: the site, when the function was entered, the locals. */
export const stopType = (signature: readonly CrossingType[]): FunctionType => ({
  params: ['i32', 'i64', ...signature],
  results: signature,
});
