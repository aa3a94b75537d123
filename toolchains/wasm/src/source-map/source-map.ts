// Source maps (revision 3) of modules: one generated line, whose columns are offsets from the beginning of the module.

import { readNumbers, writeNumbers } from './vlq.js';

export interface SourceMapEntry {
  /** From the beginning of the module. */
  readonly offset: number;
  /** Index into `sources`; absent where the code is of no source. */
  readonly source?: number;
  /** Counts from 1. */
  readonly line: number;
  /** Counts from 1. */
  readonly column: number;
  readonly name?: string;
}

export interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly (string | null)[];
  /** Sorted by offset. */
  readonly entries: readonly SourceMapEntry[];
}

export type ReadSourceMap =
  | { readonly ok: true; readonly map: SourceMap }
  | { readonly ok: false; readonly message: string };

export function writeSourceMap({ sources, sourcesContent, entries }: SourceMap, file?: string): string {
  const names = [...new Set(entries.flatMap(({ name }) => (name === undefined ? [] : [name])))];
  let last = { offset: 0, source: 0, line: 0, column: 0, name: 0 };
  const mappings = [...entries]
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, source, line, column, name }) => {
      const before = last;
      last = { ...before, offset };
      if (source === undefined) return writeNumbers([offset - before.offset]);
      last = { ...last, source, line: line - 1, column: column - 1 };
      const place = [
        offset - before.offset,
        source - before.source,
        last.line - before.line,
        last.column - before.column,
      ];
      if (name === undefined) return writeNumbers(place);
      last = { ...last, name: names.indexOf(name) };
      return writeNumbers([...place, last.name - before.name]);
    });
  return JSON.stringify({
    version: 3,
    ...(file === undefined ? {} : { file }),
    sources,
    ...(sourcesContent === undefined ? {} : { sourcesContent }),
    names,
    mappings: mappings.join(','),
  });
}

/** Never throws: what is wrong is told in words. */
export function readSourceMap(text: string): ReadSourceMap {
  let parsed: unknown;
  try {
    // Some servers put this in front, so that the text is no script.
    parsed = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ''));
  } catch {
    return { ok: false, message: 'the source map is not JSON' };
  }
  if (!isRecord(parsed)) return { ok: false, message: 'the source map is no object' };
  if (parsed['version'] !== 3)
    return { ok: false, message: `the source map is of version ${String(parsed['version'])}, not 3` };
  if (parsed['sections'] !== undefined)
    return { ok: false, message: 'the source map is made of sections, which is not supported here' };
  const { mappings, sourcesContent, sourceRoot } = parsed;
  const sources = strings(parsed['sources']);
  if (typeof mappings !== 'string' || sources === undefined)
    return { ok: false, message: 'the source map has no mappings or no sources' };
  const names = strings(parsed['names']) ?? [];
  const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? `${sourceRoot.replace(/\/$/, '')}/` : '';
  const entries = readEntries(mappings, sources.length, names);
  if (typeof entries === 'string') return { ok: false, message: entries };
  return {
    ok: true,
    map: {
      sources: sources.map(source => root + source),
      ...(Array.isArray(sourcesContent)
        ? { sourcesContent: sources.map((_, index) => textOrNull(sourcesContent[index])) }
        : {}),
      entries,
    },
  };
}

function readEntries(
  mappings: string,
  sources: number,
  names: readonly string[],
): readonly SourceMapEntry[] | string {
  // Code of a module is one line; what stands behind a `;` maps nothing.
  const [line = ''] = mappings.split(';', 1);
  const entries: SourceMapEntry[] = [];
  let [offset, source, sourceLine, column, name] = [0, 0, 0, 0, 0];
  for (const segment of line.split(',')) {
    if (segment === '') continue;
    const numbers = readNumbers(segment);
    if (numbers === undefined || ![1, 4, 5].includes(numbers.length))
      return `the source map has a segment that cannot be read: '${segment.slice(0, 20)}'`;
    offset += numbers[0]!;
    if (offset < 0) return 'the source map leads to an offset below zero';
    if (numbers.length === 1) {
      entries.push({ offset, line: 0, column: 0 });
      continue;
    }
    source += numbers[1]!;
    sourceLine += numbers[2]!;
    column += numbers[3]!;
    name += numbers[4] ?? 0;
    if (source < 0 || source >= sources)
      return `the source map names source ${source}, and there are ${sources}`;
    if (sourceLine < 0 || column < 0) return 'the source map leads to a line or column below zero';
    const named = numbers.length === 5 ? names[name] : undefined;
    entries.push({
      offset,
      source,
      line: sourceLine + 1,
      column: column + 1,
      ...(named === undefined ? {} : { name: named }),
    });
  }
  return entries.sort((a, b) => a.offset - b.offset);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `null` stands for a source without a name. */
const strings = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.map(item => (typeof item === 'string' ? item : '')) : undefined;

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
