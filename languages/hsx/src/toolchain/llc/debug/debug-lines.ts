// Lines of one function: which instruction belongs to which place, and where statements begin.

import type { DbgLine } from '../../format/dbg.js';
import type { DebugPlaces, SourcePlace } from './debug-places.js';
import type { EmittedFunction } from '../emit-assembly.js';

export interface FunctionLines {
  readonly lines: readonly DbgLine[];
  /** The first instruction of what was written. */
  readonly body: number;
  readonly lastLine: number;
}

/** Code before the body belongs to `header`. */
export function linesOf(
  { instructions, start, end }: EmittedFunction,
  places: DebugPlaces,
  header: SourcePlace,
): FunctionLines {
  const at: (SourcePlace | undefined)[] = [];
  let current: SourcePlace | undefined;
  for (const { placed } of instructions) {
    current = places.placeOf(placed.location) ?? current;
    at.push(current);
  }
  const comeFrom = jumpLines(instructions, at);
  const lines: DbgLine[] = [];
  let body: number | undefined;
  let before: SourcePlace | undefined;
  let arriving: ReadonlySet<number> = new Set();
  if (at[0] === undefined) lines.push(lineAt(start, header, false));
  instructions.forEach(({ ordinal, placed }, index) => {
    if (placed.op === 'LABEL') {
      arriving = new Set([...arriving, ...(comeFrom.get(placed.label!) ?? [])]);
      return;
    }
    if (placed.op === 'DEBUG') return;
    const place = at[index];
    const others = arriving;
    arriving = new Set();
    if (place === undefined) return;
    body ??= ordinal;
    const isNewLine = before?.line !== place.line || before.file !== place.file;
    const isReached = [...others].some(line => line !== place.line);
    if (isNewLine || isReached || before?.column !== place.column) {
      lines.push(lineAt(ordinal, place, isNewLine || isReached));
    }
    before = place;
  });
  const lastLine = at.reduce((last, place) => Math.max(last, place?.line ?? 0), header.line);
  return { lines, body: Math.min(body ?? start, end), lastLine };
}

const lineAt = (ordinal: number, { file, line, column }: SourcePlace, statement: boolean): DbgLine => ({
  ordinal,
  file,
  line,
  column,
  statement,
});

/** By label: the lines that jumps to it stand on. */
function jumpLines(
  instructions: EmittedFunction['instructions'],
  at: readonly (SourcePlace | undefined)[],
): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  instructions.forEach(({ placed }, index) => {
    const line = at[index]?.line;
    if (placed.op === 'LABEL' || placed.label === undefined || line === undefined) return;
    const known = found.get(placed.label);
    if (known === undefined) found.set(placed.label, new Set([line]));
    else known.add(line);
  });
  return found;
}
