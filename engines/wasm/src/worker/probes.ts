// The probes of one execution: bits that arm them, and handlers that decide whether JavaScript hears of it.

import type { WebAssemblyGlobal, WebAssemblyTable } from '@sonde/wasm';
import { armedName, flagName, handlerNames } from '../instrument/sites.js';
import type { Variant } from './variants.js';

/** What a step wants of probes besides those of breakpoints. */
export type StepProbes = { readonly kind: 'all' } | { readonly kind: 'function'; readonly function: number };

export class Probes {
  readonly #words: readonly WebAssemblyGlobal[];
  readonly #count: number;
  /** Handlers of breakpoints by probe: a compiled condition, or the import that stops. */
  readonly #breakpoints = new Map<number, unknown>();
  /** How many probes are armed, by function. */
  readonly #armedIn = new Map<number, number>();
  /** Probes that a step has armed. */
  #stepping: readonly number[] = [];

  constructor(
    private readonly variant: Variant,
    private readonly exports: Readonly<Record<string, unknown>>,
    private readonly table: WebAssemblyTable,
  ) {
    this.#count = variant.probes.size;
    this.#words = Array.from(
      { length: Math.ceil(this.#count / 32) },
      (_, word) => exports[armedName(word)] as WebAssemblyGlobal,
    );
  }

  isBreakpoint(offset: number): boolean {
    const probe = this.variant.probes.get(offset);
    return probe !== undefined && this.#breakpoints.has(probe);
  }

  /** The import that stops at this probe; what a compiled condition calls when it holds. */
  stopHandler(offset: number): unknown {
    const probe = this.variant.probes.get(offset);
    return probe === undefined ? undefined : this.#handler('stop', probe);
  }

  /** Arms all of these and no others; with the handler that decides, where there is one. */
  setBreakpoints(wanted: ReadonlyMap<number, unknown>): void {
    const before = [...this.#breakpoints.keys()];
    this.#breakpoints.clear();
    for (const [offset, handler] of wanted) {
      const probe = this.variant.probes.get(offset);
      if (probe !== undefined) this.#breakpoints.set(probe, handler ?? this.#handler('stop', probe));
    }
    for (const probe of new Set([...before, ...this.#breakpoints.keys()])) this.#restore(probe);
  }

  /** `all`: every statement stops. `function`: those of one function, in the wanted activation only. */
  beginStep(step: StepProbes): void {
    this.endStep();
    const { probes, sites, statements } = this.variant;
    const isWanted = (offset: number, probe: number): boolean =>
      statements.has(offset) && (step.kind === 'all' || sites[probe]!.function === step.function);
    this.#stepping = [...probes]
      .filter(([offset, probe]) => isWanted(offset, probe))
      .map(([, probe]) => probe);
    for (const probe of this.#stepping) {
      this.table.set(probe, this.#handler(step.kind === 'all' ? 'stop' : 'filter', probe));
      this.table.set(this.#count + probe, this.#breakpoints.get(probe) ?? this.#handler('pass', probe));
      this.#setBit(probe, true);
    }
  }

  endStep(): void {
    const armed = this.#stepping;
    this.#stepping = [];
    for (const probe of armed) this.#restore(probe);
  }

  /** One probe only, for a run to a point. */
  armOne(offset: number): void {
    const probe = this.variant.probes.get(offset);
    if (probe === undefined) return;
    this.table.set(probe, this.#handler('stop', probe));
    this.#setBit(probe, true);
  }

  disarmOne(offset: number): void {
    const probe = this.variant.probes.get(offset);
    if (probe !== undefined) this.#restore(probe);
  }

  #restore(probe: number): void {
    const handler = this.#breakpoints.get(probe);
    if (handler !== undefined) this.table.set(probe, handler);
    this.#setBit(probe, handler !== undefined);
  }

  #handler(kind: keyof typeof handlerNames, probe: number): unknown {
    const site = this.variant.sites[probe]!;
    return this.exports[handlerNames[kind](this.variant.signatureOf.get(site.function)!)];
  }

  #setBit(probe: number, on: boolean): void {
    const word = this.#words[probe >>> 5]!;
    const bit = 1 << (probe & 31);
    const value = word.value as number;
    const isOn = (value & bit) !== 0;
    if (on === isOn) return;
    word.value = on ? value | bit : value & ~bit;
    // The function looks at the bits only while one of its probes is armed.
    const { function: index } = this.variant.sites[probe]!;
    const count = (this.#armedIn.get(index) ?? 0) + (on ? 1 : -1);
    this.#armedIn.set(index, count);
    (this.exports[flagName(index)] as WebAssemblyGlobal).value = count > 0 ? 1 : 0;
  }
}
