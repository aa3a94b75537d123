// Where a parser is in its tokens, and what the parsers of both flavors share.

import { spanning, type Problems, type Span } from '@sonde/native-compiler';
import type { Token, TokenKind } from './tokens.js';
import type { Name } from './tree.js';

/** Thrown where the source makes no sense; caught by who can read on behind it. */
export class SyntaxMistake extends Error {
  constructor(
    readonly at: Span,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Brackets in brackets, blocks in blocks: deeper ones are refused before they can exhaust the stack. */
const deepestNesting = 300;
const longestChain = 600;

export class TokenCursor {
  #index = 0;
  #depth: number;
  #braces = true;

  constructor(
    private readonly tokens: readonly Token[],
    readonly problems: Problems,
    depth = 0,
  ) {
    this.#depth = depth;
  }

  get atEnd(): boolean {
    return this.peek().kind === 'end';
  }

  get depth(): number {
    return this.#depth;
  }

  /** Behind the end there is only the end. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.#index + ahead, this.tokens.length - 1)]!;
  }

  /** The token that was taken last. */
  get last(): Token {
    return this.tokens[Math.max(0, this.#index - 1)]!;
  }

  get position(): number {
    return this.#index;
  }

  set position(index: number) {
    this.#index = index;
  }

  advance(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#index++;
    return token;
  }

  is(kind: TokenKind, ahead = 0): boolean {
    return this.peek(ahead).kind === kind;
  }

  /** A sign or a reserved word with this text. */
  sees(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === 'sign' || token.kind === 'word');
  }

  takes(text: string): boolean {
    if (!this.sees(text)) return false;
    this.advance();
    return true;
  }

  takesKind(kind: TokenKind): boolean {
    if (!this.is(kind)) return false;
    this.advance();
    return true;
  }

  expect(text: string, hint?: string): Token {
    if (this.sees(text)) return this.advance();
    throw this.mistake(`expected ${text}, found ${this.found()}`, hint);
  }

  expectKind(kind: TokenKind, what: string): Token {
    if (this.is(kind)) return this.advance();
    throw this.mistake(`expected ${what}, found ${this.found()}`);
  }

  name(what: string): Name {
    const { text, at } = this.expectKind('name', what);
    return { text, at };
  }

  /** `app::Tax::add`: names that lead through modules, as one name. */
  path(what: string): Name {
    let whole = this.name(what);
    while (this.sees('::') && this.is('name', 1)) {
      this.advance();
      const { text, at } = this.name(what);
      whole = { text: `${whole.text}::${text}`, at: spanning(whole.at, at) };
    }
    return whole;
  }

  /** A path to a type, a constructor or an effect. */
  typePath(what: string): Name {
    return this.#upper(this.path(what), what);
  }

  typeName(what: string): Name {
    return this.#upper(this.name(what), what);
  }

  #upper(name: Name, what: string): Name {
    if (!isUpper(name.text))
      throw new SyntaxMistake(name.at, `${what} begins with an upper-case letter, unlike ${name.text}`);
    return name;
  }

  /** Names between commas, up to the closing sign, which is taken. */
  names(close: string, what: string): Name[] {
    const names: Name[] = [];
    while (!this.sees(close)) {
      names.push(this.name(what));
      if (!this.takes(',')) break;
    }
    this.expect(close);
    return names;
  }

  found(): string {
    const { kind, text } = this.peek();
    switch (kind) {
      case 'end':
        return 'the end';
      case 'newline':
        return 'the end of the line';
      case 'indent':
        return 'a deeper line';
      case 'dedent':
        return 'the end of the block';
      default:
        return text.length > 30 ? `${text.slice(0, 30)}…` : text;
    }
  }

  /** What is missing at the end of a text is missing behind its last token, not on the empty line below. */
  mistake(message: string, hint?: string, at?: Span): SyntaxMistake {
    const behind = this.#index > 0 && /^(?:end|newline|indent|dedent)$/.test(this.peek().kind);
    return new SyntaxMistake(at ?? (behind ? endOfToken(this.last) : this.peek().at), message, hint);
  }

  /** Something the language has and this compiler has not. */
  unsupported(what: string, at: Span = this.peek().at): SyntaxMistake {
    return new SyntaxMistake(at, `${what} are not supported yet`);
  }

  /** False where a `{` belongs to what stands around: behind the subject of a match, the condition of an if. */
  get bracesAllowed(): boolean {
    return this.#braces;
  }

  withoutBraces<T>(read: () => T): T {
    return this.#bracing(false, read);
  }

  inBrackets<T>(read: () => T): T {
    return this.#bracing(true, read);
  }

  #bracing<T>(allowed: boolean, read: () => T): T {
    const before = this.#braces;
    this.#braces = allowed;
    try {
      return read();
    } finally {
      this.#braces = before;
    }
  }

  /** Links of a chain (`a + b + c`, `f(1)(2)`), each of which holds the ones before it. */
  requireShort(links: number): void {
    if (links > longestChain)
      throw this.mistake('this chain is too long', 'Take a part of it into a variable of its own.');
  }

  /** Runs a part of the parser one level deeper. */
  nested<T>(read: () => T): T {
    if (this.#depth >= deepestNesting)
      throw this.mistake('this is nested too deeply', 'Take a part of it into a function of its own.');
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }
}

/** Types and constructors begin with an upper-case letter, values do not; of a path the last name counts. */
export const isUpper = (name: string): boolean => /^\p{Lu}/u.test(shortName(name));

/** The last name of a path. */
export const shortName = (path: string): string => path.slice(path.lastIndexOf('::') + 1).replace(/^:/, '');

function endOfToken({ at }: Token): Span {
  const { end, endLine, endColumn } = at;
  return { start: end, end, line: endLine, column: endColumn, endLine, endColumn };
}
