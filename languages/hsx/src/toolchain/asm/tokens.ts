// The words of a line of MVASM: names, numbers, texts and signs. A `;` ends the line, but not inside a text.

import { LineProblem, type Span } from './line-problem.js';
import { quotedBytes } from './quoted.js';

export type Token = Span & { readonly text: string } & (
    | { readonly kind: 'name' }
    | { readonly kind: 'number'; readonly value: number }
    /** Texts in either quotes; one character in single quotes is a number as well. */
    | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly value: number | undefined }
    | { readonly kind: 'sign' }
  );

const blank = /[ \t\r\f\v\u00a0\ufeff]+/y;
const name = /[A-Za-z_.][A-Za-z0-9_.$]*/y;
const number = /[0-9][A-Za-z0-9_.$]*/y;
const signs = ',[]()+-=:{}';

export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(line)?.[0];
  };
  while (at < line.length) {
    const gap = take(blank);
    if (gap !== undefined) {
      at += gap.length;
      continue;
    }
    const first = line[at]!;
    if (first === ';') break;
    const token = tokenAt(line, at, first, take);
    tokens.push(token);
    at = token.end;
  }
  return tokens;
}

function tokenAt(
  line: string,
  at: number,
  first: string,
  take: (pattern: RegExp) => string | undefined,
): Token {
  const word = take(name);
  if (word !== undefined) return { kind: 'name', text: word, start: at, end: at + word.length };
  const digits = take(number);
  if (digits !== undefined) return numberToken(digits, at);
  if (first === '"' || first === "'") return textToken(line, at, first);
  if (signs.includes(first)) return { kind: 'sign', text: first, start: at, end: at + 1 };
  const whole = String.fromCodePoint(line.codePointAt(at)!);
  const hint = first === '#' || first === '/' ? 'Comments begin with ;.' : undefined;
  throw new LineProblem({ start: at, end: at + whole.length }, 'syntax', `unexpected ‘${whole}’`, hint);
}

function numberToken(text: string, start: number): Token {
  const span = { start, end: start + text.length };
  if (!/^(?:0x[0-9a-f]+|0b[01]+|[0-9]+)$/i.test(text))
    throw new LineProblem(
      span,
      'syntax',
      `‘${text}’ is not a number`,
      'Numbers are decimal, 0x… or 0b…; a name begins with a letter, _ or a dot.',
    );
  const value = Number(text);
  if (value > 0xffffffff) throw new LineProblem(span, 'range', `${text} does not fit into 32 bits`);
  return { kind: 'number', text, value, ...span };
}

function textToken(line: string, start: number, quote: string): Token {
  let end = start + 1;
  while (end < line.length && line[end] !== quote) end += line[end] === '\\' ? 2 : 1;
  if (end >= line.length)
    throw new LineProblem({ start, end: line.length }, 'syntax', `the text has no closing ${quote}`);
  const body = line.slice(start + 1, end);
  const bytes = quotedBytes(body, start + 1);
  const value = quote === "'" && bytes.length === 1 ? bytes[0] : undefined;
  return { kind: 'text', text: line.slice(start, end + 1), bytes, value, start, end: end + 1 };
}
