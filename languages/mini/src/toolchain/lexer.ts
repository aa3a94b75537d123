// The lexer: text to tokens, each with the line and column where it begins and ends.

import { Mistake, type Position } from '@sonde/engine-vm/kit';

export interface Token extends Position {
  readonly kind: 'number' | 'text' | 'name' | 'symbol' | 'end';
  readonly text: string;
}

// One group for each kind: space and comments, numbers, names, texts, symbols, and what is none of these.
const pattern =
  /(\s+|\/\/[^\n]*)|(\d+)|([A-Za-z_]\w*)|("(?:[^"\\\n]|\\.)*")|([=!<>]=|[-+*/%<>=(){}[\],;])|([^])/uy;
const kinds = ['space', 'number', 'name', 'text', 'symbol', 'unknown'] as const;

/** `end`: what the text ends with, as mistakes call it. */
export function tokenize(source: string, end: string): readonly Token[] {
  const tokens: Token[] = [];
  let at: Position = { line: 1, column: 1 };
  for (let offset = 0; offset < source.length; offset = pattern.lastIndex) {
    pattern.lastIndex = offset;
    const match = pattern.exec(source)!;
    const text = match[0];
    const kind = kinds[match.findIndex((group, n) => n > 0 && group === text) - 1]!;
    if (text === '"') throw new Mistake('a text that does not end', at, 'Texts end on their line, with a ".');
    if (kind === 'unknown') throw new Mistake(`unexpected ${JSON.stringify(text)}`, at);
    const [last = '', ...above] = text.split('\n').reverse();
    const end = { line: at.line + above.length, column: (above.length > 0 ? 1 : at.column) + last.length };
    if (kind !== 'space') tokens.push({ kind, text, ...at, end });
    at = end;
  }
  return [...tokens, { kind: 'end', text: end, ...at }];
}
