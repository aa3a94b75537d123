// The probes of one execution: bits that arm them, and handlers that decide whether JavaScript hears of it.

import type { WebAssemblyGlobal, WebAssemblyTable } from '@sonde/wasm';
import { armedFence, armedName, exportNames, fenceName, handlerNames } from '../instrument/sites.js';
import type { Variant } from './variants.js';

/** What a step wants of probes besides those of breakpoints. */
export type StepProbes = { readonly kind: 'all' } | { readonly kind: 'function'; readonly function: number };

/**
 * Who has a say at a probe, from the outside in: a run to a point, a step, a watch, a breakpoint. A step in one activation asks
 * the next one in all others, and a watch where nothing has changed.
 */
export class Probes {
  readonly #words: readonly WebAssemblyGlobal[];
  readonly #count: number;
  /** Handlers of breakpoints by probe: a compiled one, or the import that stops. */
  readonly #breakpoints = new Map<number, unknown>();
  /** How many probes are armed, by function. */
  readonly #armedIn = new Map<number, number>();
  /** Handlers that compare what is watched, by function. */
  #watching: ReadonlyMap<number, unknown> = new Map();
  /** Probes that a step has armed. */
  #stepping = new Map<number, 'stop' | 'filter'>();
  /** The probe that a run to a point is after. */
  #wanted: number | undefined;
  /** The probe whose breakpoint was heard already: it is passed without being counted again. */
  #heard: number | undefined;

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

  /** The import that stops at this probe; what a compiled handler calls when it is to stop. */
  stopHandler(offset: number): unknown {
    const probe = this.variant.probes.get(offset);
    return probe === undefined ? undefined : this.#handler('stop', probe);
  }

  /** What a handler for all probes of a function calls to ask the breakpoint of one. */
  relay(index: number): unknown {
    return this.exports[handlerNames.relay(this.variant.signatureOf.get(index)!)];
  }

  /** Arms all of these and no others; with the handler that decides, where there is one. */
  setBreakpoints(wanted: ReadonlyMap<number, unknown>): void {
    const before = [...this.#breakpoints.keys()];
    this.#breakpoints.clear();
    for (const [offset, handler] of wanted) {
      const probe = this.variant.probes.get(offset);
      if (probe !== undefined) this.#breakpoints.set(probe, handler ?? this.#handler('stop', probe));
    }
    this.#install(new Set([...before, ...this.#breakpoints.keys()]));
  }

  /** Every statement of these functions asks its handler first. */
  setWatching(handlers: ReadonlyMap<number, unknown>): void {
    if (handlers.size === 0 && this.#watching.size === 0) return;
    const before = this.#watching;
    this.#watching = handlers;
    this.#install(this.#statements(index => before.has(index) || handlers.has(index)));
  }

  /** `all`: every statement stops. `function`: those of one function, in the wanted activation only. */
  beginStep(step: StepProbes): void {
    this.endStep();
    const probes = this.#statements(index => step.kind === 'all' || index === step.function);
    this.#stepping = new Map(probes.map(probe => [probe, step.kind === 'all' ? 'stop' : 'filter']));
    this.#install(probes);
  }

  endStep(): void {
    const armed = [...this.#stepping.keys()];
    this.#stepping.clear();
    this.#install(armed);
  }

  /** One probe only, for a run to a point. */
  armOne(offset: number): void {
    const probe = this.variant.probes.get(offset);
    if (probe === undefined) return;
    this.#wanted = probe;
    this.#install([probe]);
  }

  disarmOne(offset: number): void {
    const probe = this.variant.probes.get(offset);
    this.#wanted = undefined;
    if (probe !== undefined) this.#install([probe]);
  }

  /** The breakpoint there had its say, and the program is still before it: its handler is not to count it again. */
  passNext(offset: number): void {
    const probe = this.variant.probes.get(offset);
    if (probe === undefined || !this.#breakpoints.has(probe)) return;
    this.#heard = probe;
    this.#install([probe]);
  }

  /** The probe of `passNext` was reached. */
  passed(): void {
    const probe = this.#heard;
    this.#heard = undefined;
    if (probe !== undefined) this.#install([probe]);
  }

  #statements(isWanted: (index: number) => boolean): readonly number[] {
    const { probes, sites, statements } = this.variant;
    return [...probes]
      .filter(([offset, probe]) => statements.has(offset) && isWanted(sites[probe]!.function))
      .map(([, probe]) => probe);
  }

  #install(probes: Iterable<number>): void {
    for (const probe of probes) {
      const step = this.#stepping.get(probe);
      const set = this.#breakpoints.get(probe);
      const breakpoint = set === undefined || probe !== this.#heard ? set : this.#handler('stop', probe);
      const watch = this.#watching.get(this.variant.sites[probe]!.function);
      const user = watch ?? breakpoint;
      const first =
        probe === this.#wanted ? this.#handler('stop', probe) : step && this.#handler(step, probe);
      const armed = first ?? user;
      if (armed !== undefined) this.table.set(probe, armed);
      if (step === 'filter') this.table.set(this.#count + probe, user ?? this.#handler('pass', probe));
      if (watch !== undefined)
        this.table.set(2 * this.#count + probe, breakpoint ?? this.#handler('pass', probe));
      this.#setBit(probe, armed !== undefined);
    }
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
    const limit = this.exports[exportNames.limit] as WebAssemblyGlobal;
    (this.exports[fenceName(index)] as WebAssemblyGlobal).value = count > 0 ? armedFence : limit.value;
  }
}
