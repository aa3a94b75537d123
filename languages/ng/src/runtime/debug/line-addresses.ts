// From a line of a file to the addresses of its code, by the source map.

import { resolve } from 'node:path';
import { bindLine, type SourceRef, type SymbolIndex } from '@sonde/engine';

export type LineAddresses =
  /** `line` is that of the statement that the line which was asked for belongs to. */
  | {
      readonly kind: 'found';
      readonly path: string;
      readonly line: number;
      readonly addresses: readonly number[];
    }
  | { readonly kind: 'missing'; readonly reason: string };

/**
 * One line may have many addresses: a generic function is compiled once for each of its instances, a method of an
 * implementation once for each name it has. Only the first statement of the line counts.
 */
export function addressesOfLine(symbols: SymbolIndex, file: string, line: number): LineAddresses {
  const sources = sourcesNamed(symbols.data.sources, file);
  const [source] = sources;
  if (source === undefined) return missing(whyNoSource(symbols, file));
  if (sources.length > 1)
    return missing(`${file} may be any of ${sources.map(pathOf).join(', ')}; write more of the path`);
  const bound = bindLine(symbols, source, line);
  const [first] = bound;
  if (first === undefined) return missing(`no code at line ${line} of ${file} or behind it`);
  return {
    kind: 'found',
    path: pathOf(source),
    line: first.line,
    addresses: [...new Set(bound.map(entry => entry.address))],
  };
}

/** The whole path wins over the end of one, so that a name is ambiguous only when nothing better fits. */
function sourcesNamed(sources: readonly SourceRef[], file: string): readonly SourceRef[] {
  const distinct = [...new Map(sources.map(source => [pathOf(source), source])).values()];
  const whole = distinct.filter(source => pathOf(source) === file || pathOf(source) === resolve(file));
  if (whole.length > 0) return whole;
  const end = `/${file.replace(/^(?:\.\/)+/, '')}`;
  return distinct.filter(source => pathOf(source).endsWith(end));
}

function whyNoSource(symbols: SymbolIndex, file: string): string {
  return symbols.data.lines.length === 0
    ? 'the program was compiled without a source map'
    : `the program has no code from ${file}`;
}

const pathOf = (source: SourceRef): string => source.path ?? source.name;

const missing = (reason: string): LineAddresses => ({ kind: 'missing', reason });
