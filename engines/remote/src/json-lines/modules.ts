// The modules that a server tells of, as symbols.

import { moduleId, type ModuleId, type SourceRef, type SymbolData } from '@sonde/engine';
import { basename } from 'node:path';
import type { WireModule } from './messages.js';

export interface ServerModules {
  readonly symbols: SymbolData;
  readonly loaded: readonly ModuleId[];
  /** Texts that are no files, by their keys. */
  readonly texts: ReadonlyMap<string, string>;
}

/** `first`: how many modules are known already. */
export function modulesOf(modules: readonly WireModule[], first = 0): ServerModules {
  const texts = new Map<string, string>();
  const ids = modules.map((_, nth) => moduleId(String(first + nth)));
  const sources = modules.map(({ source, name }, nth): SourceRef => {
    if (typeof source === 'string') return { name: basename(source), path: source };
    const contentKey = `${first + nth}/${name}`;
    texts.set(contentKey, source.text);
    return { name: source.name, contentKey };
  });
  const symbols: SymbolData = {
    sources,
    modules: modules.map(({ name, source, functions }, nth) => ({
      id: ids[nth]!,
      name,
      start: functions.reduce((least, f) => Math.min(least, f.start), functions[0]?.start ?? 0),
      end: functions.reduce((most, f) => Math.max(most, f.end), 0),
      ...(typeof source === 'string' ? { path: source } : {}),
    })),
    functions: modules.flatMap(({ functions }, nth) =>
      functions.map(({ name, start, end, line, endLine, hidden }) => ({
        name,
        start,
        end,
        source: nth,
        module: ids[nth]!,
        locals: [],
        ...(hidden === true ? { artificial: true } : {}),
        ...(line === undefined || endLine === undefined ? {} : { extent: { line, endLine } }),
      })),
    ),
    lines: modules
      .flatMap(({ lines }, nth) =>
        lines.map(([address = 0, line = 1, column]) => ({
          address,
          source: nth,
          line: Math.max(1, line),
          column: Math.max(1, column ?? 1),
          statement: true,
        })),
      )
      .sort((a, b) => a.address - b.address),
    globals: [],
    types: [],
  };
  return { symbols, loaded: ids, texts };
}
