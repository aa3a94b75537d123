// One run of a variant: its instance, the engine's globals in it, and what reaches the debugger from its sites.

import { Failure, type ThrownInfo } from '@sonde/engine';
import {
  webAssembly,
  type WasmModule,
  type WebAssemblyGlobal,
  type WebAssemblyInstance,
  type WebAssemblyMemory,
  type WebAssemblyModule,
  type WebAssemblyTable,
} from '@sonde/wasm';
import { conditionNames } from '../condition/condition-names.js';
import { limited } from '../instrument/instrument.js';
import { exportNames, globalName, handlerNames, stopName, type Site } from '../instrument/sites.js';
import type { HostStop, WasmHost } from '../host.js';
import type { EntryCall } from '../messages.js';
import { callStack, type StackFrame } from './call-stack.js';
import type { HostCalls, ImportedFunction } from './host-calls.js';
import { Probes } from './probes.js';
import type { Variant } from './variants.js';
import { watchNames } from './watch-module.js';

/** The program stands at a site. */
export interface Standing {
  readonly site: Site;
  readonly position: bigint;
  /** What was used when the function was entered: no two activations share it. */
  readonly entry: bigint | undefined;
  /** As they cross, to be changed in place; undefined at a site that does not hand them out. */
  readonly locals: unknown[] | undefined;
  /** What is told instead of the offset of the site: the call that failed. */
  readonly shown?: number;
  /** Of a probe: a watch was told of there, and the breakpoint comes next. */
  readonly isBeforeBreakpoint?: true;
  /** It waits in a call of the host, and cannot be put elsewhere. */
  readonly inHost?: true;
}

/** A handler of a breakpoint, compiled, with what it counts in and whom it tells. */
export interface LoadedHandler {
  readonly compiled: WebAssemblyModule;
  readonly counter?: WebAssemblyGlobal | undefined;
  /** False where something could not be read. */
  readonly log?: ((given: readonly bigint[], memory: ArrayBuffer) => boolean) | undefined;
}

export interface ExecutionListener {
  /** The program came to a site; it goes on when this returns. */
  reached(execution: Execution, standing: Standing): void;
  /** An activation from before the mark returned; with its result, where that can be shown. */
  left(execution: Execution, result: number | bigint | undefined): void;
  /** The program came to a probe, and something that is watched is another than it was. */
  touched?(execution: Execution, standing: Standing): void;
}

/** Something a host call asked for; the site behind the call tells it. */
export type HostRequest =
  | { readonly kind: 'failed'; readonly thrown: ThrownInfo }
  | { readonly kind: 'stop'; readonly stop: HostStop };

/** A position that no program reaches. */
export const never = 1n << 62n;

export class Execution {
  readonly probes: Probes;
  request: HostRequest | undefined;
  readonly #globals: Readonly<
    Record<'used' | 'limit' | 'target' | 'mark' | 'unwinding' | 'wantedEntry', WebAssemblyGlobal>
  >;
  readonly #setLimit: (value: bigint) => void;
  readonly #instance: WebAssemblyInstance;
  readonly #memory: WebAssemblyMemory | undefined;

  constructor(
    readonly variant: Variant,
    private readonly module: WasmModule,
    host: WasmHost,
    functions: readonly ImportedFunction[],
    readonly calls: HostCalls,
    private readonly listener: ExecutionListener,
  ) {
    this.#instance = new webAssembly.Instance(variant.compiled, this.#imports(host, functions));
    const { exports } = this.#instance;
    const global = (name: string): WebAssemblyGlobal => exports[name] as WebAssemblyGlobal;
    this.#globals = {
      used: global(exportNames.used),
      limit: global(exportNames.limit),
      target: global(exportNames.target),
      mark: global(exportNames.mark),
      unwinding: global(exportNames.unwinding),
      wantedEntry: global(exportNames.wantedEntry),
    };
    this.#memory = exports[exportNames.memory] as WebAssemblyMemory | undefined;
    this.#setLimit = exports[exportNames.setLimit] as (value: bigint) => void;
    this.#globals.target.value = never;
    this.probes = new Probes(variant, exports, exports[exportNames.handlers] as WebAssemblyTable);
  }

  get memory(): ArrayBuffer {
    return (this.#memory?.buffer as ArrayBuffer | undefined) ?? new ArrayBuffer(0);
  }

  get used(): bigint {
    return this.#globals.used.value as bigint;
  }

  set used(value: bigint) {
    this.#globals.used.value = value;
  }

  get limit(): bigint {
    return this.#globals.limit.value as bigint;
  }

  /** A block that would use more than this is not begun. */
  set limit(value: bigint) {
    this.#setLimit(value);
  }

  /** In a variant for stepping: the first instruction at or behind this position is stopped at. */
  set target(value: bigint) {
    this.#globals.target.value = value;
  }

  /** Activations from before it tell when they return. */
  set mark(value: bigint) {
    this.#globals.mark.value = value;
  }

  /** Probes whose handler is the filter stop in this activation only. */
  set wantedEntry(value: bigint) {
    this.#globals.wantedEntry.value = value;
  }

  /** From now on every function returns at its next site, and hands out its locals there. */
  unwind(): void {
    this.#globals.unwinding.value = 1;
    this.limit = -1n;
  }

  stack(error?: object): readonly StackFrame[] {
    return callStack(this.variant.offsets, error);
  }

  /** A global that the module itself exports. */
  exported(name: string): WebAssemblyGlobal | undefined {
    const found = this.#instance.exports[name];
    return found instanceof webAssembly.Global ? found : undefined;
  }

  global(index: number): WebAssemblyGlobal | undefined {
    return this.#instance.exports[globalName(index)] as WebAssemblyGlobal | undefined;
  }

  /** The handler of a breakpoint for the probe at an offset. */
  handler(offset: number, { compiled, counter, log }: LoadedHandler): unknown {
    const { exports } = this.#instance;
    const globals = this.module.globals.length + this.module.imports.length;
    const made = new webAssembly.Instance(compiled, {
      [conditionNames.module]: {
        [conditionNames.stop]: this.probes.stopHandler(offset),
        [conditionNames.memory]: this.#memory,
        [conditionNames.hits]: counter,
        [conditionNames.log]: log && ((...given: bigint[]) => (log(given, this.memory) ? 1 : 0)),
        ...Object.fromEntries(
          Array.from({ length: globals }, (_, index) => [
            conditionNames.global(index),
            exports[globalName(index)],
          ]),
        ),
      },
    });
    return made.exports[conditionNames.handler];
  }

  /** Handlers of a module that compares what is watched, by their number. */
  watchHandlers(
    compiled: WebAssemblyModule,
    functions: readonly { readonly signature: number }[],
    lasts: readonly WebAssemblyGlobal[],
  ): readonly unknown[] {
    const { exports } = this.#instance;
    const { signatures, sites } = this.variant;
    const imports: Record<string, unknown> = { [conditionNames.memory]: this.#memory };
    lasts.forEach((last, nth) => (imports[watchNames.last(nth)] = last));
    for (const { signature } of functions) {
      imports[watchNames.relay(signature)] = exports[handlerNames.relay(signature)];
      imports[watchNames.touched(signature)] = (site: number, entry: bigint, ...locals: unknown[]) => {
        const position = this.used + BigInt(sites[site]!.correction);
        const standing = { site: sites[site]!, position, entry, locals, isBeforeBreakpoint: true } as const;
        this.listener.touched?.(this, standing);
        return handedBack(signatures[signature]!, locals);
      };
    }
    const made = new webAssembly.Instance(compiled, { [conditionNames.module]: imports });
    return functions.map((_, nth) => made.exports[watchNames.handler(nth)]);
  }

  /** The start function of the module, then one call after the other. Answers with the results of the last. */
  run(calls: readonly EntryCall[]): readonly unknown[] {
    const { exports } = this.#instance;
    if (exports[exportNames.start] !== undefined) this.#enter(exportNames.start, []);
    let results: unknown;
    for (const { name, arguments: given } of calls) {
      if (this.#globals.unwinding.value === 1) return [];
      results = this.#enter(name, given);
    }
    return results === undefined ? [] : Array.isArray(results) ? results : [results];
  }

  #enter(name: string, given: readonly unknown[]): unknown {
    const entered = this.#instance.exports[name];
    if (typeof entered !== 'function')
      throw new Failure('not-found', 'user', `the module exports no function '${name}'.`);
    return runEntryCall(entered as (...all: unknown[]) => unknown, given);
  }

  #imports(host: WasmHost, functions: readonly ImportedFunction[]): Record<string, Record<string, unknown>> {
    const imports: Record<string, Record<string, unknown>> = {};
    const add = (module: string, name: string, value: unknown): void => {
      (imports[module] ??= {})[name] = value;
    };
    for (const each of functions)
      add(each.import.module, each.import.name, (...given: unknown[]) => this.#call(each, given));
    for (const { module, name, thing } of this.module.imports) {
      if (thing.kind === 'memory') {
        const { min: initial, max } = limited(thing.type, this.variant.mostPages);
        add(
          module,
          name,
          new webAssembly.Memory({ initial, ...(max === undefined ? {} : { maximum: max }) }),
        );
      }
      if (thing.kind === 'table')
        add(
          module,
          name,
          new webAssembly.Table({
            element: thing.type.element === 'funcref' ? 'anyfunc' : 'externref',
            initial: thing.type.min,
            ...(thing.type.max === undefined ? {} : { maximum: thing.type.max }),
          }),
        );
      if (thing.kind === 'global') {
        const value = host.globals?.[module]?.[name];
        if (value === undefined)
          throw new Failure(
            'not-found',
            'program',
            `the module imports the global ${module}.${name}, which the host does not have.`,
          );
        add(
          module,
          name,
          new webAssembly.Global({ value: thing.type.type, mutable: thing.type.mutable }, value),
        );
      }
      if (thing.kind === 'tag')
        throw new Failure(
          'not-supported',
          'user',
          'the module imports a tag of exceptions, which cannot be debugged here.',
        );
    }
    const { signatures, sites } = this.variant;
    signatures.forEach((signature, nth) =>
      add('sonde', stopName(nth), (site: number, entry: bigint, ...locals: unknown[]) => {
        this.#reached(sites[site]!, entry, locals);
        return handedBack(signature, locals);
      }),
    );
    add('sonde', 'slice', (site: number) => this.#reached(sites[site]!, undefined, undefined));
    add('sonde', 'leave0', () => this.listener.left(this, undefined));
    add('sonde', 'leave32', (bits: number) => this.listener.left(this, bits));
    add('sonde', 'leave64', (bits: bigint) => this.listener.left(this, bits));
    return imports;
  }

  #reached(site: Site, entry: bigint | undefined, locals: unknown[] | undefined): void {
    const position = this.used + BigInt(site.correction);
    this.listener.reached(this, { site, position, entry, locals });
  }

  #call(of: ImportedFunction, given: readonly unknown[]): unknown {
    const { result, effects } = this.calls.call(this, of, given);
    if (effects.failed !== undefined) this.request = { kind: 'failed', thrown: effects.failed };
    else if (effects.stop !== undefined) this.request = { kind: 'stop', stop: effects.stop };
    // The site behind the call is reached in any case, and tells what was asked for.
    if (this.request !== undefined) this.limit = -1n;
    return result;
  }
}

/** One value is given back as itself, several as a list. */
const handedBack = (signature: readonly unknown[], locals: unknown[]): unknown =>
  signature.length === 0 ? undefined : signature.length === 1 ? locals[0] : locals;

/** Stacks are cut at this function: see `callStack`. */
function runEntryCall(entered: (...all: unknown[]) => unknown, given: readonly unknown[]): unknown {
  return entered(...given);
}
