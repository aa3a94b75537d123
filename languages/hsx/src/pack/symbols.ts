// Symbols of all programs of a session, in one code address space.

import {
  codeSpace,
  type FunctionSymbol,
  type SourceRef,
  type SymbolData,
  type TypeId,
  type VisibleName,
} from '@sonde/engine';
import { programSpan, type SlotLocations } from '../runtime/image.js';
import { machineTypes, ProgramTypes } from './debug-types.js';
import { ProgramSymbols, type ProgramToDescribe } from './program-symbols.js';

/** What the machine has to know to find the variables of a program. */
export interface VariableTables {
  readonly slots: readonly SlotLocations[];
  readonly globals: readonly number[];
}

export interface DescribedPrograms {
  readonly symbols: SymbolData;
  /** One for each program. */
  readonly tables: readonly VariableTables[];
}

const registerNames: readonly string[] = [
  ...Array.from({ length: 16 }, (_, n) => `R${n}`),
  ...['PC', 'SP', 'PSW'],
];

const registerType = (name: string): TypeId =>
  name === 'PC' ? machineTypes.code : name === 'PSW' ? machineTypes.flags : machineTypes.word;

/** Where it is in the code of its program, which is what pointers to it hold. */
const functionName = ({ name, start }: FunctionSymbol, program: number): VisibleName => ({
  name,
  type: machineTypes.function,
  place: { kind: 'memory', space: codeSpace, offset: BigInt(start - program * programSpan) },
  kind: 'global',
});

export function describePrograms(programs: readonly ProgramToDescribe[]): DescribedPrograms {
  const types = new ProgramTypes();
  const parts = programs.map((program, nth) => new ProgramSymbols(program, nth, types));
  const sources: SourceRef[] = [];
  const functions: SymbolData['functions'][number][] = [];
  const lines: SymbolData['lines'][number][] = [];
  const globals: SymbolData['globals'][number][] = [];
  const calls: NonNullable<SymbolData['calls']>[number][] = [];
  for (const part of parts) {
    const first = sources.length;
    const moved = <Item extends { readonly source: number }>(item: Item): Item =>
      item.source < 0 ? item : { ...item, source: item.source + first };
    sources.push(...part.sources);
    functions.push(...part.functions.map(moved));
    lines.push(...part.lines.map(moved));
    calls.push(...part.calls.map(moved));
    for (const { declared, ...rest } of part.globals)
      globals.push({ ...rest, ...(declared === undefined ? {} : { declared: moved(declared) }) });
  }
  const registers = registerNames.map(name => ({ name, type: registerType(name) }));
  const names = parts.flatMap((part, nth) => part.functions.map(f => functionName(f, nth)));
  const modules = parts.flatMap(part => part.modules);
  return {
    symbols: { modules, sources, functions, lines, globals, types: types.entries, calls, registers, names },
    tables: parts.map(({ slots, globalAddresses }) => ({ slots, globals: globalAddresses })),
  };
}
