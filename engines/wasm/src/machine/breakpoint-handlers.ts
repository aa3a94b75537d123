// Handlers of breakpoints: compiled for a module, and what they log turned into values again.

import type { BreakpointId, PassedLog } from '@sonde/engine';
import type { NearTexts } from '@sonde/engine/machine';
import type { SoleBreakpoint } from '@sonde/engine-remote';
import { capturedValues, piecesOf, type CaptureForm } from '../condition/captures.js';
import { compileHandler, type CompiledHandler, type ConditionPlace } from '../condition/compile-handler.js';
import type { LoggedEntry, ProbeHandler } from '../messages.js';

interface KnownHandler {
  readonly compiled: CompiledHandler | undefined;
  /** By which passed log points name it. */
  readonly log: number;
}

export class BreakpointHandlers {
  /** By the texts of a breakpoint at one address, then by its hit condition. */
  readonly #known = new WeakMap<NearTexts, Map<string, KnownHandler>>();
  readonly #logs = new Map<
    number,
    { readonly breakpoint: BreakpointId; readonly captures: readonly CaptureForm[] }
  >();
  #last = 0;

  /** Undefined for an address without code. */
  constructor(private readonly placeAt: (address: number) => ConditionPlace | undefined) {}

  judges(texts: NearTexts, address: number): boolean {
    const place = this.placeAt(address);
    return place !== undefined && compileHandler(texts, place) !== undefined;
  }

  /** Those that could be compiled; at other addresses the program stops. */
  of(sole: ReadonlyMap<number, SoleBreakpoint>): ReadonlyMap<number, ProbeHandler> {
    return new Map(
      [...sole].flatMap(([address, breakpoint]) => {
        const handler = this.#handler(address, breakpoint);
        return handler === undefined ? [] : [[address, handler] as const];
      }),
    );
  }

  /** What was passed, for the session to write. */
  passed(entries: readonly LoggedEntry[]): readonly PassedLog[] {
    return entries.flatMap(({ log, pieces }) => {
      const known = this.#logs.get(log);
      return known === undefined
        ? []
        : [{ breakpoint: known.breakpoint, values: capturedValues(known.captures, pieces) }];
    });
  }

  #handler(address: number, { id, texts, hits }: SoleBreakpoint): ProbeHandler | undefined {
    const { compiled, log } = this.#compiled(address, texts, hits?.wanted);
    if (compiled === undefined) return undefined;
    const { module, captures } = compiled;
    if (captures !== undefined) this.#logs.set(log, { breakpoint: id, captures });
    return {
      module,
      ...(hits === undefined ? {} : { counter: { id: String(hits.counter), counted: hits.counted } }),
      ...(captures === undefined ? {} : { log: { id: log, pieces: captures.flatMap(piecesOf) } }),
    };
  }

  #compiled(
    address: number,
    texts: NearTexts,
    wanted: NonNullable<SoleBreakpoint['hits']>['wanted'] | undefined,
  ): KnownHandler {
    const all = this.#known.get(texts) ?? new Map<string, KnownHandler>();
    this.#known.set(texts, all);
    const key = JSON.stringify([address, wanted]);
    let known = all.get(key);
    if (known === undefined) {
      const place = this.placeAt(address);
      const wishes = { ...texts, ...(wanted === undefined ? {} : { hits: wanted }) };
      known = { compiled: place && compileHandler(wishes, place), log: ++this.#last };
      all.set(key, known);
    }
    return known;
  }
}
