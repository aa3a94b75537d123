// From text to tokens, in both flavors. Holes of strings are scanned where they stand, so that every token has its place.

import type { Problems, SourceText, Span } from '@sonde/native-compiler';
import type { StringPiece, Token, TokenKind } from './tokens.js';
import { reservedWords, type Flavor } from './words.js';

/** Longer ones first. */
const signs = [
  ...['...', '=>', '->', '|>', '||', '&&', '==', '!=', '<=', '>=', '?:', ':=', '::', '..'],
  ...[
    '+',
    '-',
    '*',
    '/',
    '%',
    '=',
    '<',
    '>',
    '!',
    '?',
    ':',
    ',',
    ';',
    '.',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '|',
    '\\',
  ],
];

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  e: '\u001b',
  '0': '\0',
  '"': '"',
  '\\': '\\',
};

/** Strings in holes in strings: deeper ones are refused before they can exhaust the stack. */
const deepestHoles = 40;

export function scan(text: SourceText, flavor: Flavor, problems: Problems): readonly Token[] {
  return new Scanner(text, flavor, problems).scan();
}

class Scanner {
  #at = 0;
  #startsLine = true;
  #spaced = true;
  #holes = 0;
  readonly #name: RegExp;

  constructor(
    private readonly source: SourceText,
    private readonly flavor: Flavor,
    private readonly problems: Problems,
  ) {
    this.#name = flavor === 'ml' ? /[\p{L}_][\p{L}\p{N}_]*/uy : /[A-Za-z_]\w*/y;
  }

  /** Up to the end, or up to the brace that closes a hole. */
  scan(): Token[] {
    const tokens: Token[] = [];
    let braces = 0;
    for (;;) {
      this.#skip();
      const { text } = this.source;
      if (this.#at >= text.length) break;
      if (this.#holes > 0 && text[this.#at] === '}' && braces === 0) break;
      const token = this.#token();
      if (token === undefined) continue;
      if (token.text === '{' && token.kind === 'sign') braces++;
      if (token.text === '}' && token.kind === 'sign') braces--;
      tokens.push(token);
    }
    tokens.push(this.#make('end', this.#at, this.#at));
    return tokens;
  }

  #skip(): void {
    const { text } = this.source;
    for (;;) {
      const start = this.#at;
      const blank = match(/[ \t\r\f\v\u00a0\ufeff]+/y, text, this.#at);
      if (blank !== undefined) this.#at += blank.length;
      if (text[this.#at] === '\n') {
        this.#at++;
        this.#startsLine = true;
      }
      if (text.startsWith('//', this.#at)) this.#at += match(/[^\n]*/y, text, this.#at)!.length;
      if (this.flavor === 'ml' && text.startsWith('(*', this.#at)) this.#skipNested();
      if (this.#at === start) return;
      this.#spaced = true;
    }
  }

  /** Comments in comments. */
  #skipNested(): void {
    const start = this.#at;
    const { text } = this.source;
    let depth = 0;
    const edge = /\(\*|\*\)/g;
    edge.lastIndex = start;
    for (let found = edge.exec(text); found !== null; found = edge.exec(text)) {
      depth += found[0] === '(*' ? 1 : -1;
      if (depth > 0) continue;
      this.#at = edge.lastIndex;
      return;
    }
    this.problems.error(this.source.span(start, start + 2), 'this comment has no end', 'Close it with *).');
    this.#at = text.length;
  }

  #token(): Token | undefined {
    const { text } = this.source;
    const start = this.#at;
    if (text[start] === '"') return this.#string();
    const number = match(/\d+(?:\.\d+)?/y, text, start);
    if (number !== undefined) return this.#number(number);
    const name = match(this.#name, text, start);
    if (name !== undefined) {
      this.#at += name.length;
      return this.#make(reservedWords[this.flavor].has(name) ? 'word' : 'name', start, this.#at);
    }
    const sign = signs.find(candidate => text.startsWith(candidate, start));
    if (sign !== undefined) {
      this.#at += sign.length;
      return this.#make('sign', start, this.#at);
    }
    const odd = String.fromCodePoint(text.codePointAt(start)!);
    this.#at += odd.length;
    this.problems.error(this.source.span(start, this.#at), `unexpected character ${odd}`);
    return undefined;
  }

  #number(digits: string): Token {
    const start = this.#at;
    this.#at += digits.length;
    if (digits.includes('.')) return this.#make('float', start, this.#at);
    const whole = BigInt(digits);
    // One more than the greatest: with a minus it is the smallest, which the parser knows.
    if (whole > 1n << 63n)
      this.problems.error(this.source.span(start, this.#at), `${digits} does not fit into an int of 64 bits`);
    return { ...this.#make('int', start, this.#at), whole };
  }

  #string(): Token {
    const { text } = this.source;
    const start = this.#at;
    const [startsLine, spaced] = [this.#startsLine, this.#spaced];
    this.#at++;
    const pieces: StringPiece[] = [];
    let literal = '';
    for (;;) {
      const character = text[this.#at];
      if (character === undefined || (character === '\n' && this.flavor === 'ml')) {
        this.problems.error(this.source.span(start, start + 1), 'this string has no end', 'Close it with ".');
        break;
      }
      this.#at++;
      if (character === '"') break;
      if (character === '\\') {
        const next = text[this.#at] ?? '';
        // An unknown escape stays as it is written.
        literal += escapes[next] ?? `\\${next}`;
        this.#at += next.length;
      } else if (character === '$' && text[this.#at] === '{') {
        if (literal !== '') pieces.push({ kind: 'text', text: literal });
        literal = '';
        pieces.push(this.#hole());
      } else literal += character;
    }
    if (literal !== '') pieces.push({ kind: 'text', text: literal });
    [this.#startsLine, this.#spaced] = [startsLine, spaced];
    return { ...this.#make('string', start, this.#at), pieces };
  }

  #hole(): StringPiece {
    const start = this.#at - 1;
    this.#at++;
    if (++this.#holes > deepestHoles) {
      this.problems.error(this.source.span(start, start + 2), 'strings are nested too deeply here');
      this.#at = this.source.text.length;
    }
    const tokens = this.scan();
    this.#holes--;
    if (this.source.text[this.#at] === '}') this.#at++;
    else
      this.problems.error(
        this.source.span(start, start + 2),
        'this interpolation has no end',
        'Close it with }.',
      );
    return { kind: 'hole', tokens, at: this.source.span(start, this.#at) };
  }

  #make(kind: TokenKind, start: number, end: number): Token {
    const { source } = this;
    const at: Span = source.span(start, end);
    const token = {
      kind,
      text: source.text.slice(start, end),
      at,
      startsLine: this.#startsLine,
      spaced: this.#spaced,
    };
    this.#startsLine = false;
    this.#spaced = false;
    return token;
  }
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
