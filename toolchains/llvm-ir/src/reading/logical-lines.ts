// IR text as statements: comments removed, lines that brackets hold together joined.

import { endOfQuoted } from './scan.js';

export interface LogicalLine {
  readonly text: string;
  /** Where it starts, from 1. */
  readonly line: number;
}

/** Only these start in the first column, so an open bracket before one was a mistake and is forgotten. */
const startsAfresh = /^(define |declare |@|![\w$.-]+ = |attributes #|\}|target |source_filename)/;

/** The rest of an instruction that goes on without any bracket: `invoke` and `landingpad` do. */
const goesOn = /^(to label |unwind label |catch |filter |cleanup$|cleanup,)/;

export function logicalLines(source: string): LogicalLine[] {
  const found: LogicalLine[] = [];
  let pieces: string[] = [];
  let start = 0;
  let depth = 0;
  const finish = () => {
    const text = pieces.join(' ');
    if (text !== '') found.push({ text, line: start });
    pieces = [];
    depth = 0;
  };
  source.split('\n').forEach((raw, index) => {
    if (depth > 0 && startsAfresh.test(raw)) finish();
    const { text, opened } = measured(raw);
    if (text === '') return;
    const before = found.at(-1);
    if (pieces.length === 0 && before !== undefined && goesOn.test(text)) {
      found[found.length - 1] = { ...before, text: `${before.text} ${text}` };
      return;
    }
    if (pieces.length === 0) start = index + 1;
    pieces.push(text);
    depth += opened;
    // The brace that opens a body stays open over many statements; it stands alone at the end of its line.
    const opensBody = depth === 1 && text.endsWith('{') && pieces[0]!.startsWith('define ');
    if (depth <= 0 || opensBody) finish();
  });
  finish();
  return found;
}

/** A line without its comment, and how many brackets it leaves open. `<` is left out: it never spans lines. */
function measured(raw: string): { readonly text: string; readonly opened: number } {
  let opened = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const char = raw[index]!;
    if (char === '"') index = endOfQuoted(raw, index) - 1;
    else if (char === ';') return { text: raw.slice(0, index).trim(), opened };
    else if (char === '(' || char === '[' || char === '{') opened += 1;
    else if (char === ')' || char === ']' || char === '}') opened -= 1;
  }
  return { text: raw.trim(), opened };
}
