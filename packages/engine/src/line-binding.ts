// Line binding: which statement a breakpoint on a line means.
//
// A line on which no statement begins belongs to the statement that goes over it (`return a +`, a call over several
// lines), else to the function around it. A breakpoint never moves out of its function.

import { sourceKey, type SourceRef } from './source.js';
import type { FunctionSymbol, LineEntry, SymbolIndex } from './symbols.js';

/** All places that the line, and perhaps a column of it, was compiled to; none when there is no code for it. */
export function bindLine(
  symbols: SymbolIndex,
  asked: SourceRef,
  line: number,
  column?: number,
): readonly LineEntry[] {
  const source = symbols.known(asked);
  const around = functionAround(symbols, source, line);
  const statements = symbols.statements(source, 1, Infinity).filter(entry => isIn(symbols, entry, around));
  const chosen =
    startingOn(symbols, statements, line, column) ??
    goingOver(statements, line) ??
    endingOn(symbols, source, line, around) ??
    statements.find(entry => entry.line > line) ??
    // The closing brace of a function that returns by itself, then its last statement.
    returnBehind(symbols, source, line, around) ??
    (around === undefined ? undefined : statements.at(-1));
  if (chosen === undefined) return [];
  // One place of the text may have been compiled several times.
  const candidates = chosen.statement ? statements : symbols.data.lines.filter(e => isIn(symbols, e, around));
  return candidates.filter(entry => isSamePlace(entry, chosen));
}

const startingOn = (
  symbols: SymbolIndex,
  statements: readonly LineEntry[],
  line: number,
  column: number | undefined,
): LineEntry | undefined => {
  const onLine = statements.filter(entry => entry.line === line);
  if (column !== undefined) return onLine.find(entry => entry.column >= column) ?? onLine.at(-1);
  const [leftmost] = onLine;
  if (leftmost === undefined) return undefined;
  // What runs first: a compiler may come back to what stands further left, as to the call behind its arguments.
  const inside = symbols.functionAt(leftmost.address);
  return onLine
    .filter(entry => symbols.functionAt(entry.address) === inside)
    .reduce((first, entry) => (entry.address < first.address ? entry : first));
};

/** Of several, the one that begins last is the innermost. */
const goingOver = (statements: readonly LineEntry[], line: number): LineEntry | undefined =>
  statements.findLast(entry => entry.line < line && (entry.endLine ?? entry.line) >= line);

/** Code for a closing brace: the end of a branch. */
const endingOn = (
  symbols: SymbolIndex,
  source: SourceRef,
  line: number,
  around: FunctionSymbol | undefined,
): LineEntry | undefined =>
  symbols.data.lines.find(
    entry =>
      entry.line === line &&
      !entry.statement &&
      isFrom(symbols, entry.source, source) &&
      isIn(symbols, entry, around),
  );

const returnBehind = (
  symbols: SymbolIndex,
  source: SourceRef,
  line: number,
  around: FunctionSymbol | undefined,
): LineEntry | undefined =>
  around === undefined
    ? undefined
    : symbols.data.lines.find(
        entry => entry.line >= line && isFrom(symbols, entry.source, source) && isIn(symbols, entry, around),
      );

/** The innermost function whose text has the line; undefined outside of all, and where no function knows its text. */
function functionAround(symbols: SymbolIndex, source: SourceRef, line: number): FunctionSymbol | undefined {
  let innermost: FunctionSymbol | undefined;
  for (const each of symbols.data.functions) {
    const { extent } = each;
    if (extent === undefined || !isFrom(symbols, each.source, source)) continue;
    if (line < extent.line || line > extent.endLine) continue;
    if (innermost?.extent === undefined || extent.line >= innermost.extent.line) innermost = each;
  }
  return innermost;
}

/** In that function, or in another copy of the same text. */
function isIn(symbols: SymbolIndex, entry: LineEntry, around: FunctionSymbol | undefined): boolean {
  if (around?.extent === undefined) return true;
  const inside = symbols.functionAt(entry.address);
  return (
    inside?.source === around.source &&
    inside.extent?.line === around.extent.line &&
    inside.extent.endLine === around.extent.endLine
  );
}

const isFrom = (symbols: SymbolIndex, number: number, source: SourceRef): boolean => {
  const found = symbols.data.sources[number];
  return found !== undefined && sourceKey(found) === sourceKey(source);
};

const isSamePlace = (one: LineEntry, other: LineEntry): boolean =>
  one.source === other.source && one.line === other.line && one.column === other.column;
