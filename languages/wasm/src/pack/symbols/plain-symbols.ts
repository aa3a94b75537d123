// A module that tells nothing of its sources: the functions have names perhaps, and the code can be looked at.

import { basename } from 'node:path';
import { moduleId, type ModuleSymbol, type SymbolData } from '@sonde/engine';
import type { WasmModule } from '@sonde/wasm';

export const moduleSymbolOf = (module: WasmModule, path: string): ModuleSymbol => ({
  id: moduleId('module'),
  name: basename(path),
  path,
  start: 0,
  end: module.bytes.length,
});

/** The engine adds the functions itself. */
export const plainSymbols = (module: WasmModule, path: string): SymbolData => ({
  modules: [moduleSymbolOf(module, path)],
  sources: [],
  functions: [],
  lines: [],
  globals: [],
  types: [],
});
