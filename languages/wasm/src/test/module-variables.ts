// What benchmarks ask of this language: which locals of a module hold variables, as its debugger knows it.

import { ModuleView, readProgram, runSetup, type VariableLocals } from '@sonde/engine-wasm';
import { moduleSymbols } from '../pack/symbols/module-symbols.js';

export function variablesOf(bytes: Uint8Array): VariableLocals | undefined {
  const module = readProgram({ module: bytes });
  const { symbols, locations } = moduleSymbols(module, 'measured.wasm', 0);
  const program = { module: bytes, symbols, locations, host: { url: '' }, calls: [] };
  return runSetup(program, true, new ModuleView(module)).variables;
}
