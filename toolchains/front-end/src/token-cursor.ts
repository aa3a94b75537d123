// Where a parser is in its tokens, and what parsers of several languages share.

import type { Problems } from './problems.js';
import type { Span } from './span.js';

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

/** What every language's tokens have; the last of a text has the kind `end`. */
export interface AnyToken {
  readonly kind: string;
  readonly text: string;
  readonly at: Span;
}

export class TokenCursor<Token extends AnyToken> {
  #index = 0;
  #depth: number;
  #braces = true;

  constructor(
    protected readonly tokens: readonly Token[],
    readonly problems: Problems,
    /** Brackets in brackets, blocks in blocks: deeper ones are refused before they can exhaust the stack. */
    private readonly deepestNesting = 300,
    /** Of a cursor inside another: over the tokens of a hole in a string. */
    depth = 0,
  ) {
    this.#depth = depth;
  }

  get depth(): number {
    return this.#depth;
  }

  get atEnd(): boolean {
    return this.peek().kind === 'end';
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

  is(kind: Token['kind'], ahead = 0): boolean {
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

  expect(text: string, hint?: string): Token {
    if (this.sees(text)) return this.advance();
    throw this.mistake(`expected ${text}, found ${this.found()}`, hint);
  }

  found(): string {
    const { kind, text } = this.peek();
    if (kind === 'end') return 'the end';
    return text.length > 30 ? `${text.slice(0, 30)}…` : text;
  }

  /** What is missing at the end of a text is missing behind its last token, not on the empty line below. */
  mistake(message: string, hint?: string, at?: Span): SyntaxMistake {
    const place = at ?? (this.endsText() && this.#index > 0 ? behind(this.last.at) : this.peek().at);
    return new SyntaxMistake(place, message, hint);
  }

  /** Whether the next token is no text: the end, or what stands for lines. */
  protected endsText(): boolean {
    return this.atEnd;
  }

  /** False where a `{` belongs to what stands around: behind the condition of an if. */
  get bracesAllowed(): boolean {
    return this.#braces;
  }

  withoutBraces<T>(read: () => T): T {
    return this.#bracing(false, read);
  }

  inBrackets<T>(read: () => T): T {
    return this.#bracing(true, read);
  }

  /** Runs a part of the parser one level deeper. */
  nested<T>(read: () => T): T {
    if (this.#depth >= this.deepestNesting)
      throw this.mistake('this is nested too deeply', 'Take a part of it into a function of its own.');
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
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
}

/** Just behind something. */
export function behind({ end, endLine, endColumn }: Span): Span {
  return { start: end, end, line: endLine, column: endColumn, endLine, endColumn };
}
