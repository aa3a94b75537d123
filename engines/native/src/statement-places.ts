// Places for breakpoints by statement: a line table has an entry for every part of an expression, people mean statements.

import { readFile, stat } from 'node:fs/promises';
import type { SourceLocation } from '@sonde/engine';

/** The first place of each statement of each line; all of them where the text cannot be read. */
export async function statementPlaces(
  places: readonly SourceLocation[],
  path: string | undefined,
): Promise<readonly SourceLocation[]> {
  if (path === undefined || places.length < 2) return places;
  const text = await textOf(path).catch(() => undefined);
  return text === undefined ? places : firstOfEach(places, text);
}

/** Larger files are not source code that anybody wrote. */
const largestSource = 16 * 1024 * 1024;

/** Undefined for what is no file: a pipe may never end. */
async function textOf(path: string): Promise<string | undefined> {
  const found = await stat(path);
  return found.isFile() && found.size <= largestSource ? readFile(path, 'utf8') : undefined;
}

export function firstOfEach(places: readonly SourceLocation[], text: string): readonly SourceLocation[] {
  const ends = statementEnds(text);
  const seen = new Set<string>();
  return [...places]
    .sort((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0))
    .filter(({ line, column = 1 }) => {
      const nth = (ends.get(line) ?? []).filter(end => end < column).length;
      const statement = `${line} ${nth}`;
      if (seen.has(statement)) return false;
      seen.add(statement);
      return true;
    });
}

const comment = /\/\/.*|\/\*[^]*?(?:\*\/|$)/;
const quoted = /"(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\[^])*`?|'(?:[^'\\\n]|\\.[^'\n]{0,8})'/;
const heads = /\b(?:for|if|while|switch|catch)\b/;
const tokens = new RegExp(`${comment.source}|${quoted.source}|${heads.source}|[(){};\\n]`, 'g');

/** By line, the columns of what ends a statement or the head of one: `;`, braces, and the `)` behind `for (`, `if (`, … */
function statementEnds(text: string): ReadonlyMap<number, readonly number[]> {
  const ends = new Map<number, number[]>();
  let line = 1;
  let lineStart = 0;
  let isHead = false;
  /** For each parenthesis that is open, whether it is that of a head. */
  const open: boolean[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const end = (): void => void ends.set(line, [...(ends.get(line) ?? []), index - lineStart + 1]);
    if (token === '(') {
      open.push(isHead);
      isHead = false;
    } else if (token === ')') {
      if (open.pop() === true) end();
    } else if (token === '{' || token === '}' || (token === ';' && open.length === 0)) {
      end();
    } else if (token !== ';' && /^[a-z]/.test(token)) {
      isHead = true;
    }
    for (const { index: at } of token.matchAll(/\n/g)) {
      line++;
      lineStart = index + at + 1;
    }
  }
  return ends;
}
