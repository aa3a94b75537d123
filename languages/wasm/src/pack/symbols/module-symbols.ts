// What is known of a module: from DWARF, else from a source map, else from its names alone.

import type { SymbolData } from '@sonde/engine';
import type { VariableLocations } from '@sonde/engine-wasm';
import { sectionIds, type WasmModule } from '@sonde/wasm';
import { readDwarf } from '@sonde/dwarf';
import { dwarfSymbols } from './dwarf-symbols.js';
import { plainSymbols } from './plain-symbols.js';
import { findSourceMap, mapSymbols } from './source-map-symbols.js';

export interface ModuleSymbols {
  readonly symbols: SymbolData;
  readonly locations: VariableLocations;
  /** Sources that are in no file, by their content keys. */
  readonly sourceTexts: ReadonlyMap<string, string>;
  /** What could not be read, for people. */
  readonly problems: readonly string[];
  /** Where the program begins for people; undefined where its first function tells. */
  readonly entry?: number;
}

/** `path`: of the module. `begins`: the function that is called first, by its index. */
export function moduleSymbols(module: WasmModule, path: string, begins: number): ModuleSymbols {
  const found = described(module, path);
  const entry = entryOf(module, found.symbols, begins);
  return entry === undefined ? found : { ...found, entry };
}

function described(module: WasmModule, path: string): ModuleSymbols {
  const sections = new Map(module.customs.map(({ name, bytes }) => [name, bytes]));
  const code = module.sections.find(({ id }) => id === sectionIds.code);
  const problems: string[] = [];
  if (sections.has('.debug_info') && code !== undefined) {
    const data = readDwarf({ sections, code });
    problems.push(...data.problems.map(({ message }) => `debug information is left out: ${message}`));
    if (data.functions.length > 0 || data.lines.length > 0) {
      const { symbols, locations } = dwarfSymbols(module, path, data);
      return { symbols, locations, sourceTexts: new Map(), problems };
    }
  }
  const map = findSourceMap(module, path);
  if (map?.ok === true) return { ...mapSymbols(module, path, map), locations: {}, problems };
  if (map !== undefined) problems.push(map.message);
  return { symbols: plainSymbols(module, path), locations: {}, sourceTexts: new Map(), problems };
}

/** `_start` belongs to the C library: people's programs begin with `main`. */
function entryOf(module: WasmModule, { functions, lines }: SymbolData, begins: number): number | undefined {
  const first = module.functions.find(({ index }) => index === begins);
  if (first === undefined) return undefined;
  const hasLines = lines.some(({ address }) => address >= first.start && address < first.end);
  if (hasLines) return undefined;
  const main = functions.find(
    ({ name, aliases, source }) => source >= 0 && (name === 'main' || aliases?.includes('main') === true),
  );
  return main?.body ?? main?.start;
}
