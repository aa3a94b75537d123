// A program for this engine: a module, what its symbols say, and what runs it.

import { Failure, type SymbolData } from '@sonde/engine';
import type { Allocations } from '@sonde/engine/machine';
import { readModule, type FunctionBody, type WasmModule } from '@sonde/wasm';
import type { EntryCall, RunSetup } from '../messages.js';
import type { VariableLocations } from './locations.js';

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

/** `untold`: functions that the symbols do not tell of, in which only a breakpoint on the function itself can be set. */
export function runSetup(program: WasmProgram, debug: boolean, untold: readonly FunctionBody[]): RunSetup {
  const { module, symbols, host, calls, costs, limit } = program;
  const statements = symbols.lines.filter(line => line.statement).map(line => line.address);
  return {
    module,
    probes: debug ? [...new Set([...statements, ...untold.map(({ code }) => code)])] : [],
    host,
    calls,
    stopsAtTraps: debug,
    ...(costs === undefined ? {} : { costs }),
    ...(limit === undefined ? {} : { limit }),
  };
}
