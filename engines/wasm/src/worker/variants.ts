// Variants of the module: the same program, with probes where they are wanted.

import { webAssembly, type WasmModule, type WebAssemblyModule } from '@sonde/wasm';
import type { CostOf } from '../instrument/blocks.js';
import { instrument, type Instrumented } from '../instrument/instrument.js';
import { enableBranchHints } from './branch-hints.js';

export interface Variant extends Instrumented {
  readonly compiled: WebAssemblyModule;
  /** Every instruction is a site. */
  readonly steps: boolean;
  /** Of memory. */
  readonly mostPages: number;
  /** Offsets of statements: probes elsewhere are for breakpoints only. */
  readonly statements: ReadonlySet<number>;
  /** Offsets that were to have a probe, whether they could get one or not. */
  readonly wanted: ReadonlySet<number>;
}

export class Variants {
  readonly #made = new Map<string, Variant>();
  readonly #statements: ReadonlySet<number>;
  readonly #required = new Set<number>();

  constructor(
    private readonly module: WasmModule,
    /** Of statements; every variant has them. */
    private readonly probes: readonly number[],
    private readonly costOf: CostOf,
    private readonly mostPages = Infinity,
  ) {
    this.#statements = new Set(probes);
    enableBranchHints();
  }

  /** All variants from now on can be stopped there: something was changed there, and has to be changed again. */
  require(offset: number): void {
    this.#required.add(offset);
  }

  /** With probes at these offsets besides. */
  get(extra: readonly number[] = [], steps = false): Variant {
    const usual = this.#statements;
    const more = [...new Set([...extra, ...this.#required])]
      .filter(offset => !usual.has(offset))
      .sort((a, b) => a - b);
    const key = `${steps} ${more.join()}`;
    let made = this.#made.get(key);
    if (made === undefined) {
      const instrumented = instrument(this.module, {
        probes: [...this.probes, ...more],
        costOf: this.costOf,
        mostPages: this.mostPages,
        steps,
      });
      made = {
        ...instrumented,
        compiled: new webAssembly.Module(instrumented.bytes),
        steps,
        mostPages: this.mostPages,
        statements: this.#statements,
        wanted: new Set([...usual, ...more]),
      };
      // Variants with breakpoints at odd places come and go; only the usual ones are worth keeping.
      if (more.length > 0) for (const old of [...this.#made.keys()].slice(2)) this.#made.delete(old);
      this.#made.set(key, made);
    }
    return made;
  }
}

/** A cost below one would let two instructions share a position. */
export const costTable =
  (costs: Readonly<Record<string, number>> = {}): CostOf =>
  ({ name }) =>
    Math.max(1, Math.floor(costs[name] ?? 1));
