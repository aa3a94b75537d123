// What DWARF says, as the debugger's symbols: lines at instructions, functions, and where variables are.

import {
  lastAtOrBefore,
  type FunctionSymbol,
  type GlobalSymbol,
  type LineEntry,
  type LocalSymbol,
  type SymbolData,
} from '@sonde/engine';
import type { VariableLocation, VariableLocations } from '@sonde/engine-wasm';
import type { DeclaredAt, DwarfData, DwarfFunction, LineRow, Location } from '@sonde/dwarf';
import type { WasmModule } from '@sonde/wasm';
import { CodePlaces } from './code-places.js';
import { typeEntries, typeIdOf } from './dwarf-types.js';
import { moduleSymbolOf } from './plain-symbols.js';
import { sourceAt } from './source-places.js';

export function dwarfSymbols(
  module: WasmModule,
  path: string,
  data: DwarfData,
): { readonly symbols: SymbolData; readonly locations: VariableLocations } {
  const places = new CodePlaces(module);
  const slots: VariableLocation[] = [];
  const owner = moduleSymbolOf(module, path);
  const functions = data.functions.flatMap(each =>
    functionSymbols(each, places, data.lines, owner.id, slots),
  );
  const globals = data.globals.map(({ name, type, declared }, index): GlobalSymbol => ({
    name,
    index,
    type: typeIdOf(type),
    ...(declared === undefined || declared.source < 0
      ? {}
      : { declared: { line: declared.line, column: 1, source: declared.source } }),
  }));
  return {
    symbols: {
      modules: [owner],
      sources: data.sources.map(source => sourceAt(source, path)),
      functions,
      lines: lineEntries(data.lines, places, functions),
      globals,
      types: typeEntries(data),
    },
    locations: { slots, globals: data.globals.map(({ location }) => locationOf(location)) },
  };
}

function lineEntries(
  rows: readonly LineRow[],
  places: CodePlaces,
  functions: readonly FunctionSymbol[],
): readonly LineEntry[] {
  const sorted = [...functions].sort((a, b) => a.start - b.start);
  const openings = new Map<FunctionSymbol, LineRow>();
  return rows
    .flatMap((row): LineEntry[] => {
      const { address, source, line, column, isStatement } = row;
      const at = places.instruction(address);
      // Line 0 is of no line: such code belongs to the line before it.
      if (at === undefined || line === 0) return [];
      const inside = sorted[lastAtOrBefore(sorted, address, each => each.start)];
      // Who steps into a function wants to be where its parameters are in their places.
      let isPrologue = false;
      if (inside?.body !== undefined && address < inside.body) {
        const opening = openings.get(inside) ?? row;
        openings.set(inside, opening);
        isPrologue = opening.line === line && opening.source === source;
      }
      return [
        { address: at, source, line, column: Math.max(1, column), statement: isStatement && !isPrologue },
      ];
    })
    .sort((a, b) => a.address - b.address);
}

/** One symbol for each part: code of a function may be in several functions of the module, where compilers split it. */
function functionSymbols(
  { name, linkageName, declared, ranges, variables, result }: DwarfFunction,
  places: CodePlaces,
  rows: readonly LineRow[],
  module: FunctionSymbol['module'],
  slots: VariableLocation[],
): readonly FunctionSymbol[] {
  return ranges.flatMap((range): FunctionSymbol[] => {
    if (places.bodyAt(range.start) === undefined) return [];
    const own = rowsIn(rows, range.start, range.end);
    const body = prologueEnd(own, places);
    const locals = variables.flatMap((variable): LocalSymbol[] => {
      const from = Math.max(variable.range.start, range.start);
      const to = Math.min(variable.range.end, range.end);
      if (from >= to) return [];
      const slot = slots.push(locationOf(variable.location)) - 1;
      return [
        {
          name: variable.name,
          slot,
          type: typeIdOf(variable.type),
          parameter: variable.isParameter,
          from,
          to,
          ...declaredAt(variable.declared),
        },
      ];
    });
    const source = declared !== undefined && declared.source >= 0 ? declared.source : (own[0]?.source ?? -1);
    return [
      {
        name,
        aliases: aliasesOf(name, linkageName),
        source,
        module,
        start: range.start,
        end: range.end,
        locals,
        result: typeIdOf(result),
        ...(body === undefined ? {} : { body }),
      },
    ];
  });
}

/** What linkers call it, and its name without the namespaces that it is in. */
const aliasesOf = (name: string, linkageName: string | undefined): readonly string[] =>
  [...new Set([linkageName ?? name, name.replace(/^.*::/, '')])].filter(
    alias => alias !== name && alias !== '',
  );

const declaredAt = (declared: DeclaredAt | undefined): Pick<LocalSymbol, 'declared'> =>
  declared === undefined ? {} : { declared: { line: declared.line, column: 1 } };

function rowsIn(rows: readonly LineRow[], start: number, end: number): readonly LineRow[] {
  const first = lastAtOrBefore(rows, start - 1, row => row.address) + 1;
  const last = lastAtOrBefore(rows, end - 1, row => row.address);
  return rows.slice(first, last + 1);
}

/** Where the compiler says that parameters are in their places, or the second line, as debuggers have always guessed. */
function prologueEnd(rows: readonly LineRow[], places: CodePlaces): number | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const told = rows.find(row => row.prologueEnd && row.line !== 0);
  const second = rows.find(row => row.isStatement && row.line !== 0 && row.line !== first.line);
  return places.instruction((told ?? second ?? first).address) ?? places.instruction(first.address);
}

function locationOf(location: Location): VariableLocation {
  return location.kind === 'unknown' ? { kind: 'unavailable', why: location.why } : location;
}
