// Text to tokens. Reads on after every mistake, in time that grows with the text only.

import type { Problems, SourceText } from '@sonde/native-compiler';
import { LiteralBytes } from './scan-escapes.js';
import { scanNumber } from './scan-number.js';
import type { TemplateHole, TemplateText, Token } from './tokens.js';
import { keywords, signs } from './words.js';

const blank = /[ \t\r\n\f\v\ufeff]+/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const plainInString = /[^"\\\n\r]+/y;
const plainInTemplate = /[^`\\&]+/y;
const unknown = /[^\sA-Za-z0-9_"'`;(){}[\]]+/y;

const signsByFirst: ReadonlyMap<string, readonly string[]> = new Map(
  signs.map(({ [0]: first }) => [first!, signs.filter(sign => sign.startsWith(first!))]),
);

/** Templates in holes of templates; nobody reads deeper ones. */
const deepestTemplate = 16;

export class Lexer {
  readonly #source: SourceText;
  readonly #text: string;
  readonly #problems: Problems;
  #offset = 0;
  #templateDepth = 0;
  /** Templates are nested too deeply: what is open then is not looked at any more. */
  #abandoned = false;

  constructor(source: SourceText, problems: Problems) {
    this.#source = source;
    this.#text = source.text;
    this.#problems = problems;
  }

  /** All tokens; the last is an `end`. */
  tokens(): readonly Token[] {
    const found: Token[] = [];
    for (;;) {
      const token = this.#next();
      found.push(token);
      if (token.kind === 'end') return found;
    }
  }

  #next(): Token {
    for (;;) {
      this.#skipBlanks();
      const start = this.#offset;
      const character = this.#text[start];
      if (character === undefined) return { kind: 'end', text: '', at: this.#source.span(start, start) };
      if (character >= '0' && character <= '9') return this.#number();
      if (character === '"') return this.#string();
      if (character === "'") return this.#char();
      if (character === '`') return this.#template();
      const name = this.#take(word);
      if (name !== '') {
        const kind = keywords.has(name) ? 'word' : 'name';
        return { kind, text: name, at: this.#source.span(start, this.#offset) };
      }
      const sign = signsByFirst.get(character)?.find(candidate => this.#text.startsWith(candidate, start));
      if (sign !== undefined) {
        this.#offset += sign.length;
        return { kind: 'sign', text: sign, at: this.#source.span(start, this.#offset) };
      }
      if (this.#take(unknown) === '') this.#offset++;
      this.#error(
        start,
        `unexpected ${JSON.stringify(this.#text.slice(start, Math.min(this.#offset, start + 20)))}`,
      );
    }
  }

  #skipBlanks(): void {
    for (;;) {
      if (this.#take(blank) !== '') continue;
      if (this.#text.startsWith('//', this.#offset)) {
        const end = this.#text.indexOf('\n', this.#offset);
        this.#offset = end < 0 ? this.#text.length : end;
      } else if (this.#text.startsWith('/*', this.#offset)) {
        const start = this.#offset;
        const end = this.#text.indexOf('*/', start + 2);
        this.#offset = end < 0 ? this.#text.length : end + 2;
        if (end < 0) this.#error(start, 'this comment does not end', 'Close it with */.', start + 2);
      } else return;
    }
  }

  #number(): Token {
    const start = this.#offset;
    const { length, value, problem } = scanNumber(this.#text, start);
    this.#offset += length;
    if (problem) this.#error(start, problem.message, problem.hint);
    const at = this.#source.span(start, this.#offset);
    const text = this.#text.slice(start, this.#offset);
    return typeof value === 'number' ? { kind: 'float', value, text, at } : { ...value, text, at };
  }

  #string(): Token {
    const start = this.#offset++;
    const bytes = new LiteralBytes();
    for (;;) {
      const plain = this.#take(plainInString);
      if (plain !== '') bytes.addText(plain);
      const character = this.#text[this.#offset];
      if (character === '"') {
        this.#offset++;
        break;
      }
      if (character !== '\\') {
        this.#error(start, 'this text does not end', 'Texts end on their line, with a ".');
        break;
      }
      if (!this.#escape(bytes)) break;
    }
    return {
      kind: 'string',
      bytes: bytes.take(),
      text: this.#text.slice(start, this.#offset),
      at: this.#source.span(start, this.#offset),
    };
  }

  #char(): Token {
    const start = this.#offset++;
    const bytes = new LiteralBytes();
    let ended = false;
    for (;;) {
      const character = this.#text[this.#offset];
      if (character === "'") {
        ended = true;
        this.#offset++;
        break;
      }
      if (character === undefined || character === '\n' || this.#offset > start + 8) {
        this.#error(start, 'this character does not end', "Characters are written 'c'.");
        break;
      }
      if (character === '\\') {
        if (!this.#escape(bytes)) break;
        continue;
      }
      const point = String.fromCodePoint(this.#text.codePointAt(this.#offset)!);
      bytes.addText(point);
      this.#offset += point.length;
    }
    const found = bytes.take();
    if (ended && found.length !== 1) {
      this.#error(start, `a character is one byte, this has ${found.length}`, 'Write a text: "…".');
    }
    return {
      kind: 'char',
      value: BigInt.asIntN(8, BigInt(found[0] ?? 0)),
      text: this.#text.slice(start, this.#offset),
      at: this.#source.span(start, this.#offset),
    };
  }

  #template(): Token {
    const start = this.#offset++;
    const parts: (TemplateText | TemplateHole)[] = [];
    const bytes = new LiteralBytes();
    let partStart = this.#offset;
    const endText = (): void => {
      if (!bytes.empty) parts.push({ at: this.#source.span(partStart, this.#offset), bytes: bytes.take() });
    };
    for (;;) {
      const plain = this.#take(plainInTemplate);
      if (plain !== '') bytes.addText(plain);
      const character = this.#text[this.#offset];
      if (character === '`') {
        endText();
        this.#offset++;
        break;
      }
      if (character === undefined) {
        if (!this.#abandoned) {
          this.#error(start, 'this template does not end', 'Templates end with a `.', start + 1);
        }
        break;
      }
      if (character === '\\') {
        this.#escape(bytes);
      } else if (this.#text[this.#offset + 1] === '{') {
        endText();
        parts.push(this.#hole());
        partStart = this.#offset;
      } else {
        bytes.addText('&');
        this.#offset++;
      }
    }
    return {
      kind: 'template',
      parts,
      text: this.#text.slice(start, this.#offset),
      at: this.#source.span(start, this.#offset),
    };
  }

  /** At the `&` of `&{…}`. */
  #hole(): TemplateHole {
    const start = this.#offset;
    this.#offset += 2;
    const tokens: Token[] = [];
    if (++this.#templateDepth > deepestTemplate) {
      this.#error(start, 'templates are nested too deeply', undefined, start + 2);
      this.#abandoned = true;
      this.#offset = this.#text.length;
    }
    let braces = 0;
    for (;;) {
      const token = this.#next();
      if (token.kind === 'end') {
        if (!this.#abandoned) this.#error(start, 'this &{ has no }', undefined, start + 2);
        tokens.push(token);
        break;
      }
      if (token.text === '{' && token.kind === 'sign') braces++;
      if (token.text === '}' && token.kind === 'sign' && braces-- === 0) {
        tokens.push({ kind: 'end', text: '}', at: token.at });
        break;
      }
      tokens.push(token);
    }
    this.#templateDepth--;
    return { at: this.#source.span(start, this.#offset), tokens };
  }

  /** At a backslash. False when nothing sensible follows; then the offset is behind the backslash. */
  #escape(bytes: LiteralBytes): boolean {
    const start = this.#offset;
    const length = bytes.addEscape(this.#text, start);
    if (typeof length === 'number') {
      this.#offset += length;
      return true;
    }
    this.#offset++;
    this.#error(start, length, 'Escapes are \\n \\t \\r \\0 \\\\ \\" \\\' \\` \\& and \\xHH.');
    const next = this.#text[this.#offset];
    return next !== undefined && next !== '\n';
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#offset += found.length;
    return found;
  }

  #error(start: number, message: string, hint?: string, end = this.#offset): void {
    this.#problems.error(this.#source.span(start, Math.max(end, start + 1)), message, hint);
  }
}
