// From text to tokens, in both syntax modes.

import type { Problems, SourceText } from '@sonde/front-end';
import { readNumber } from './scan-number.js';
import { readString } from './scan-string.js';
import type { Token, TokenKind } from './tokens.js';
import type { SyntaxMode } from './tree.js';
import { reservedWords } from './words.js';

/** Longer ones first. */
const signs = `<<= >>= ** ++ -- += -= *= /= %= &= |= ^= => -> :: == != <= >= && || << >> ..
  + - * / % = < > ! & | ^ ~ . , ; : ? # @ ( ) [ ] { }`.split(/\s+/);

export function scan(source: SourceText, mode: SyntaxMode, from: number, problems: Problems): Token[] {
  return new Scanner(source, mode, from, problems).scan();
}

class Scanner {
  #at: number;
  readonly #documentation: string[] = [];
  readonly #words: ReadonlySet<string>;
  readonly #tokens: Token[] = [];

  constructor(
    private readonly source: SourceText,
    private readonly mode: SyntaxMode,
    from: number,
    private readonly problems: Problems,
  ) {
    this.#at = from;
    this.#words = reservedWords[mode];
  }

  scan(): Token[] {
    const { text } = this.source;
    for (;;) {
      this.#skip();
      if (this.#at >= text.length) break;
      this.#token();
    }
    this.#push('end', this.#at);
    return this.#tokens;
  }

  #skip(): void {
    const { text } = this.source;
    for (;;) {
      const start = this.#at;
      this.#at += match(/[\s\ufeff]+/y, text, start)?.length ?? 0;
      const line = match(/\/\/[^\n]*/y, text, this.#at);
      if (line !== undefined) {
        this.#at += line.length;
        if (/^\/\/\/(?!\/)/.test(line)) this.#documentation.push(line.slice(3).trim());
      }
      if (text.startsWith('/*', this.#at)) this.#skipComment();
      if (this.#at === start) return;
    }
  }

  /** Comments do not nest. */
  #skipComment(): void {
    const end = this.source.text.indexOf('*/', this.#at + 2);
    if (end < 0)
      this.problems.error(
        this.source.span(this.#at, this.#at + 2),
        'this comment has no end',
        'Close it with */.',
      );
    this.#at = end < 0 ? this.source.text.length : end + 2;
  }

  #token(): void {
    const { text } = this.source;
    const start = this.#at;
    const first = text[start]!;
    if (first === '"' || (first === "'" && this.mode === 'solidity')) {
      const { end, value } = readString(this.source, start, this.problems);
      this.#push('string', end, { string: value });
      return;
    }
    if (/\d/.test(first)) {
      const { end, ...number } = readNumber(this.source, start, this.mode, this.#behindDot(), this.problems);
      this.#push('int', end, number);
      return;
    }
    const name = match(/[A-Za-z_]\w*/y, text, start);
    if (name !== undefined) {
      const isWord = this.#words.has(name);
      this.#push(isWord ? 'word' : 'name', start + name.length);
      // What it says is no Twilight: `^0.8.20` is no number.
      if (isWord && name === 'pragma') this.#at += match(/[^;\n]*/y, text, this.#at)!.length;
      return;
    }
    const sign = signs.find(candidate => text.startsWith(candidate, start));
    if (sign !== undefined) {
      this.#push('sign', start + sign.length);
      return;
    }
    const odd = String.fromCodePoint(text.codePointAt(start)!);
    this.#at += odd.length;
    this.problems.error(this.source.span(start, this.#at), `unexpected character ${odd}`);
  }

  #behindDot(): boolean {
    return this.#tokens.at(-1)?.text === '.';
  }

  #push(kind: TokenKind, end: number, more: Partial<Token> = {}): void {
    const at = this.source.span(this.#at, end);
    const documentation = this.#documentation.join('\n');
    this.#documentation.length = 0;
    const text = this.source.text.slice(this.#at, end);
    this.#tokens.push({ kind, text, at, ...more, ...(documentation === '' ? {} : { documentation }) });
    this.#at = end;
  }
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
