// A program for this engine: a module, what its symbols say, and what runs it.

import { Failure, type SymbolData } from '@sonde/engine';
import type { Allocations } from '@sonde/engine/machine';
import { readModule, type WasmModule } from '@sonde/wasm';
import type { EntryCall, RunSetup, VariableLocals } from '../messages.js';
import { slotLocation, type VariableLocations } from './locations.js';
import type { ModuleView } from './module-view.js';
import { variableLocals } from './variable-locals.js';

export interface WasmProgram {
  readonly module: Uint8Array;
  /** Addresses are offsets from the beginning of the module. */
  readonly symbols: SymbolData;
  readonly locations?: VariableLocations;
  /** Sources that are in no file, by their content keys. */
  readonly sourceTexts?: ReadonlyMap<string, string>;
  /** What the module imports; see `WasmHost`. */
  readonly host: { readonly url: string; readonly data?: unknown };
  /** Exports to call, one after the other. */
  readonly calls: readonly EntryCall[];
  /** Where it begins for people; the first statement of the first call's function if absent. */
  readonly entry?: number;
  /** What an allocator has handed out in the memory of the module; undefined where it is not there. */
  readonly allocations?: (memory: Uint8Array) => Allocations | undefined;
  readonly costs?: Readonly<Record<string, number>>;
  readonly limit?: bigint;
}

/** Throws a Failure that says where the module is broken. */
export function readProgram({ module }: Pick<WasmProgram, 'module'>): WasmModule {
  const read = readModule(module);
  if (read.ok) return read.module;
  throw new Failure(
    read.problem.kind === 'malformed' ? 'bad-arguments' : 'not-supported',
    'program',
    `the module cannot be read: ${read.problem.message}.`,
  );
}

/** In functions that the symbols do not tell of, only a breakpoint on the function itself can be set. */
export function runSetup(program: WasmProgram, debug: boolean, view: ModuleView): RunSetup {
  const { module, symbols, host, calls, costs, limit } = program;
  const statements = symbols.lines.filter(line => line.statement).map(line => line.address);
  const variables = variablesIn(program, view);
  return {
    module,
    probes: debug ? [...new Set([...statements, ...view.untold(symbols).map(({ code }) => code)])] : [],
    ...(variables === undefined ? {} : { variables }),
    host,
    calls,
    stopsAtTraps: debug,
    ...(costs === undefined ? {} : { costs }),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** Undefined where the symbols tell of no variables at all. */
function variablesIn(
  { symbols: { functions }, locations = {} }: WasmProgram,
  view: ModuleView,
): VariableLocals | undefined {
  const held = functions.flatMap(({ start, locals }) =>
    locals.flatMap(({ slot }) => {
      const location = slotLocation(locations, slot);
      return location.kind === 'local' ? [{ at: start, local: location.index }] : [];
    }),
  );
  if (functions.every(({ locals }) => locals.length === 0)) return undefined;
  return variableLocals(
    view,
    functions.map(({ start }) => start),
    held,
  );
}
