// The lexer: the text of a program to tokens.

import type { Position } from '../ast.js';
import { SourceProblem } from '../source.js';
import { reservedWords } from './reserved-words.js';
import { scanNumber } from './scan-number.js';
import { scanString } from './scan-string.js';
import { SourceCursor } from './source-cursor.js';
import type { Placed, Token } from './token.js';
import { isFixedWord, isOperatorRun, type Fixed } from './words.js';

// Not `\s`: that has more in it than ASCII, and these are bytes.
const blank = /^[ \t\n\v\f\r]$/;
const nameStart = /^[A-Za-z_]$/;
const nameByte = /^\w$/;
const operatorByte = /^[><=\-+*/%!?&|^~$]$/;
const singles = /^[(){}[\],;]$/;

/** Lexes the whole text first: a mistake of the lexer anywhere comes before any mistake of the parser. */
export function lex(text: string): readonly Token[] {
  const cursor = new SourceCursor(text);
  const tokens: Token[] = [];
  for (;;) {
    skipBlanksAndComments(cursor);
    // The original takes a NUL for the end of the text.
    if (cursor.atEnd() || cursor.peek() === '\0') return tokens;
    tokens.push(scanToken(cursor));
  }
}

function scanToken(cursor: SourceCursor): Token {
  const byte = cursor.peek();
  const said = cursor.said;
  const start = cursor.place;
  const placed = (): Placed => ({ span: { start, end: cursor.place }, at: said });
  if (nameStart.test(byte)) {
    const word = cursor.takeWhile(next => nameByte.test(next));
    const hint = reservedWords.get(word);
    if (hint !== undefined) throw mistake(`You are using a reserved token: ${word}`, start, hint);
    return isFixedWord(word)
      ? { kind: 'fixed', text: word, ...placed() }
      : { kind: 'name', text: word, ...placed() };
  }
  if (/^\d$/.test(byte)) {
    const number = scanNumber(cursor);
    return { kind: 'number', ...number, ...placed() };
  }
  if (byte === '"') {
    const content = scanString(cursor);
    return { kind: 'string', text: content, ...placed() };
  }
  const sign = scanSign(cursor);
  return { kind: 'fixed', text: sign, ...placed() };
}

function scanSign(cursor: SourceCursor): Fixed {
  const byte = cursor.peek();
  if (operatorByte.test(byte)) return scanOperator(cursor);
  if (singles.test(byte)) return cursor.take() as Fixed;
  if (byte === ':') {
    cursor.take();
    if (cursor.peek() === ':' || cursor.peek() === '=') return `:${cursor.take()}` as Fixed;
    return ':';
  }
  if (byte === '.') {
    cursor.take();
    if (cursor.peek() !== '.') return '.';
    cursor.take();
    if (cursor.peek() === '.' || cursor.peek() === '=') return `..${cursor.take()}` as Fixed;
    return '..';
  }
  throw unknownCharacter(cursor);
}

/** Operators are the longest run of their characters, whether or not that run is one. */
function scanOperator(cursor: SourceCursor): Fixed {
  const start = cursor.place;
  const run = cursor.takeWhile(byte => operatorByte.test(byte));
  // For type arguments: `<>` and `>>>` are the two runs that are taken apart.
  if (run === '<>' || run === '>>>') {
    cursor.putBack();
    return run.slice(0, -1) as Fixed;
  }
  if (isOperatorRun(run)) return run;
  throw mistake(`Unknown operator: ${run}`, start, operatorHint(run));
}

function operatorHint(run: string): string {
  if (/^[-+*/%&|^]=$/.test(run)) return `Write \`x := x ${run.charAt(0)} …\`.`;
  for (let length = run.length - 1; length > 0; length -= 1) {
    const [first, second] = [run.slice(0, length), run.slice(length)];
    if (isOperatorRun(first) && isOperatorRun(second)) {
      return `Operators that touch are read as one: put a blank between them, \`${first} ${second}\`.`;
    }
  }
  return 'Operators that touch are read as one: put blanks or parentheses between them.';
}

function unknownCharacter(cursor: SourceCursor): SourceProblem {
  const start = cursor.place;
  const byte = cursor.take();
  // The original prints the first byte alone; the whole character can be read.
  const rest = byte < '\x80' ? '' : cursor.takeWhile(next => next >= '\x80' && next < '\xc0');
  const character = Buffer.from(byte + rest, 'latin1').toString('utf8');
  return mistake(`Unknown token: ${character}`, start, hintFor(character));
}

function hintFor(character: string): string {
  if (character === "'") return 'Texts stand in double quotes.';
  if (character === '\ufeff')
    return 'The file has a byte order mark, which the language does not know. Save it as UTF-8 without one.';
  return /^[\0-\x7f]$/.test(character)
    ? 'This character has no meaning here.'
    : 'Outside of texts and comments programs are ASCII.';
}

function skipBlanksAndComments(cursor: SourceCursor): void {
  for (;;) {
    if (blank.test(cursor.peek())) {
      if (cursor.peek() === '\n') cursor.newLine();
      cursor.take();
    } else if (cursor.peek() === '#' || (cursor.peek() === '/' && cursor.peek(1) === '/')) {
      cursor.takeWhile(byte => byte !== '\n');
    } else if (cursor.peek() === '/' && cursor.peek(1) === '*') {
      skipBlockComment(cursor);
    } else {
      return;
    }
  }
}

function skipBlockComment(cursor: SourceCursor): void {
  const start = cursor.place;
  cursor.take();
  cursor.take();
  while (!cursor.atEnd()) {
    const byte = cursor.take();
    // Behind the line end, not on it: columns of the rest of this line are one too small for the original.
    if (byte === '\n') cursor.newLine();
    if (byte === '*' && cursor.peek() === '/') {
      cursor.take();
      return;
    }
  }
  throw mistake(
    'Unterminated block comment',
    start,
    'The comment that begins here is never closed with `*/`.',
  );
}

const mistake = (text: string, at: Position, hint: string): SourceProblem =>
  new SourceProblem('Error', text, undefined, at, hint);
