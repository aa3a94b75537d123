// Variants of the module: the same program, with probes where they are wanted.

import { Failure } from '@sonde/engine';
import { webAssembly, type WasmModule, type WebAssemblyModule } from '@sonde/wasm';
import type { CostOf } from '../instrument/blocks.js';
import { usualLimits, type CodeLimits } from '../instrument/code-limits.js';
import { instrument, type Instrumented } from '../instrument/instrument.js';
import { usualPages, type RunSetup, type VariableLocals } from '../messages.js';
import { enableBranchHints } from './branch-hints.js';

export interface Variant extends Instrumented {
  readonly compiled: WebAssemblyModule;
  /** Every instruction is a site, but for functions that are too large. */
  readonly steps: boolean;
  /** Whether the instruction there is a site for that. */
  isStepped(offset: number): boolean;
  /** Of memory. */
  readonly mostPages: number;
  /** Offsets of statements: probes elsewhere are for breakpoints only. */
  readonly statements: ReadonlySet<number>;
  /** Offsets that were to have a probe, whether they could get one or not. */
  readonly wanted: ReadonlySet<number>;
}

export class Variants {
  readonly #made = new Map<string, Variant>();
  /** Why others cannot be made: a program that runs asks again and again. */
  readonly #refused = new Map<string, Failure>();
  readonly #statements: ReadonlySet<number>;
  readonly #required = new Set<number>();
  /** Locals that were changed and hold no variable, by function. */
  readonly #changed = new Map<number, Set<number>>();

  constructor(
    private readonly module: WasmModule,
    /** Of statements; every variant has them. */
    private readonly probes: readonly number[],
    private readonly costOf: CostOf,
    private readonly mostPages = Infinity,
    private readonly limits: CodeLimits = usualLimits,
    private readonly variables: VariableLocals = new Map(),
  ) {
    this.#statements = new Set(probes);
    enableBranchHints();
  }

  static of(module: WasmModule, setup: RunSetup, costOf: CostOf): Variants {
    const { probes, mostPages = usualPages, codeLimits, variables } = setup;
    return new Variants(module, probes, costOf, mostPages, codeLimits, variables);
  }

  /** All variants from now on can be stopped there: something was changed there, and has to be changed again. */
  require(offset: number): void {
    this.#required.add(offset);
  }

  /** All variants from now on go on with what this local was changed to. */
  requireLocal(index: number, local: number): void {
    if (this.takesBack(index, local)) return;
    this.#changed.set(index, new Set([...(this.#changed.get(index) ?? []), local]));
  }

  /** Whether variants go on with a local as the debugger leaves it; those for stepping do with all. */
  takesBack(index: number, local: number): boolean {
    const variables = this.variables.get(index);
    return (
      variables === undefined || variables.includes(local) || this.#changed.get(index)?.has(local) === true
    );
  }

  /** With probes at these offsets besides. Throws a Failure where the program is too large for them. */
  get(extra: readonly number[] = [], steps = false): Variant {
    const more = [...new Set([...extra, ...this.#required])]
      .filter(offset => !this.#statements.has(offset))
      .sort((a, b) => a - b);
    const changes = [...this.#changed].map(([index, locals]) => `${index}:${[...locals].join()}`);
    const key = `${steps} ${more.join()} ${changes.join(' ')}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const refused = this.#refused.get(key);
    if (refused !== undefined) throw refused;
    try {
      const made = this.#make(more, steps);
      // Variants with breakpoints at odd places come and go; only the usual ones are worth keeping.
      if (more.length > 0) for (const old of [...this.#made.keys()].slice(2)) this.#made.delete(old);
      this.#made.set(key, made);
      return made;
    } catch (error) {
      if (error instanceof Failure) this.#refused.set(key, error);
      throw error;
    }
  }

  #make(more: readonly number[], steps: boolean): Variant {
    const { module, mostPages, limits } = this;
    const instrumented = instrument(module, {
      probes: [...this.probes, ...more],
      costOf: this.costOf,
      mostPages,
      limits,
      steps,
      takesBack: (index, local) => this.takesBack(index, local),
    });
    const { toStep } = instrumented.tooLarge;
    const unstepped = module.functions.filter(({ index }) => toStep.has(index));
    return {
      ...instrumented,
      compiled: compile(instrumented.bytes),
      steps,
      isStepped: offset => steps && !unstepped.some(({ code, end }) => offset >= code && offset < end),
      mostPages,
      statements: this.#statements,
      wanted: new Set([...this.#statements, ...more]),
    };
  }
}

/** Throws a Failure for what V8 refuses; the module as it was is valid, so that only a limit can be the reason. */
function compile(bytes: Uint8Array): WebAssemblyModule {
  try {
    return new webAssembly.Module(bytes);
  } catch (error) {
    throw new Failure(
      'no-resources',
      'program',
      `the program is too large to be stopped there: ${error instanceof Error ? error.message : String(error)}.`,
      undefined,
      { cause: error },
    );
  }
}

/** A cost below one would let two instructions share a position. */
export const costTable =
  (costs: Readonly<Record<string, number>> = {}): CostOf =>
  ({ name }) =>
    Math.max(1, Math.floor(costs[name] ?? 1));
