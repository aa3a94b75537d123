// What a source map says, as the debugger's symbols: lines, and functions by the names of the module.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FunctionSymbol, LineEntry, SymbolData } from '@sonde/engine';
import { readNamedFile } from '@sonde/language';
import { ByteReader, readSourceMap, type ReadSourceMap, type SourceMap, type WasmModule } from '@sonde/wasm';
import { CodePlaces } from './code-places.js';
import { moduleSymbolOf } from './plain-symbols.js';
import { sourceAt } from './source-places.js';

export type FoundSourceMap =
  | { readonly ok: true; readonly map: SourceMap; readonly path: string }
  | Extract<ReadSourceMap, { ok: false }>;

/** The map that the module names, or the one beside it; undefined where there is none. */
export function findSourceMap(module: WasmModule, path: string): FoundSourceMap | undefined {
  const named = mapUrl(module);
  if (named?.startsWith('data:') === true) return readMap(textOfData(named), path);
  const candidates = [...(named === undefined ? [] : [placeOf(named, path)]), `${path}.map`];
  const found = candidates.find(each => each !== undefined && existsSync(each));
  if (found === undefined)
    return named === undefined ? undefined : { ok: false, message: `its source map ${named} is not there` };
  return readMap(new TextDecoder().decode(readNamedFile(found)), found);
}

function readMap(text: string, path: string): FoundSourceMap {
  const read = readSourceMap(text);
  return read.ok ? { ...read, path } : { ok: false, message: `${path}: ${read.message}` };
}

function mapUrl({ customs }: WasmModule): string | undefined {
  const section = customs.find(({ name }) => name === 'sourceMappingURL');
  if (section === undefined) return undefined;
  try {
    return new ByteReader(section.bytes).name('the address of the source map');
  } catch {
    return undefined;
  }
}

/** Nothing is fetched: an address of the network leads to the file of that name beside the module. */
function placeOf(url: string, module: string): string | undefined {
  if (url.startsWith('file:')) return fileURLToPath(url);
  const relative = /^[a-z][a-z0-9+.-]*:/i.test(url) ? url.replace(/[?#].*$/, '').replace(/^.*\//, '') : url;
  return resolve(dirname(module), decodeURIComponent(relative));
}

function textOfData(url: string): string {
  const [head = '', ...rest] = url.split(',');
  const body = rest.join(',');
  return head.endsWith(';base64') ? Buffer.from(body, 'base64').toString('utf8') : decodeURIComponent(body);
}

export function mapSymbols(
  module: WasmModule,
  path: string,
  { map, path: mapPath }: Extract<FoundSourceMap, { ok: true }>,
): { readonly symbols: SymbolData; readonly sourceTexts: ReadonlyMap<string, string> } {
  const owner = moduleSymbolOf(module, path);
  const places = new CodePlaces(module);
  const lines: LineEntry[] = [];
  const functions: FunctionSymbol[] = [];
  let nth = 0;
  for (const body of module.functions) {
    while (nth < map.entries.length && map.entries[nth]!.offset < body.start) nth++;
    const own: LineEntry[] = [];
    for (; nth < map.entries.length && map.entries[nth]!.offset < body.end; nth++) {
      const { offset, source, line, column } = map.entries[nth]!;
      if (source === undefined) continue;
      const address = places.instruction(offset);
      if (address !== undefined) own.push({ address, source, line, column, statement: true });
    }
    own.sort((a, b) => a.address - b.address);
    lines.push(...withoutRepeats(own));
    const [first] = own;
    if (first === undefined) continue;
    functions.push({
      name:
        module.names.functions.get(body.index) ??
        exportedName(module, body.index) ??
        `function ${body.index}`,
      source: first.source,
      module: owner.id,
      start: body.start,
      end: body.end,
      locals: [],
      body: first.address,
    });
  }
  const sourceTexts = new Map<string, string>();
  const sources = map.sources.map((source, index) => {
    const ref = sourceAt(source, mapPath);
    const text = map.sourcesContent?.[index];
    if (typeof text !== 'string' || (ref.path !== undefined && existsSync(ref.path))) return ref;
    // What the map carries along is shown where there is no file.
    const contentKey = `${mapPath}/${index}`;
    sourceTexts.set(contentKey, text);
    return { name: ref.name, contentKey };
  });
  return {
    symbols: { modules: [owner], sources, functions, lines, globals: [], types: [] },
    sourceTexts,
  };
}

/** An expression has many entries on its line: a statement begins where the line changes, and where the code jumps back. */
function withoutRepeats(entries: readonly LineEntry[]): readonly LineEntry[] {
  return entries.map((entry, nth) => {
    const before = entries[nth - 1];
    const isSame = before !== undefined && before.line === entry.line && before.source === entry.source;
    return isSame ? { ...entry, statement: false } : entry;
  });
}

const exportedName = ({ exports }: WasmModule, index: number): string | undefined =>
  exports.find(each => each.kind === 'function' && each.index === index)?.name;
