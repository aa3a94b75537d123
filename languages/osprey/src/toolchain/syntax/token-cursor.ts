// Where a parser is in its tokens, and what the parsers of both flavors share.

import {
  spanning,
  SyntaxMistake,
  TokenCursor as SharedCursor,
  type Problems,
  type Span,
} from '@sonde/front-end';
import type { Token, TokenKind } from './tokens.js';
import type { Name } from './tree.js';

/** Blocks in blocks. */
const deepestNesting = 300;
const longestChain = 600;

export { SyntaxMistake };

export class TokenCursor extends SharedCursor<Token> {
  constructor(tokens: readonly Token[], problems: Problems, depth = 0) {
    super(tokens, problems, deepestNesting, depth);
  }

  takesKind(kind: TokenKind): boolean {
    if (!this.is(kind)) return false;
    this.advance();
    return true;
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

  override found(): string {
    switch (this.peek().kind) {
      case 'newline':
        return 'the end of the line';
      case 'indent':
        return 'a deeper line';
      case 'dedent':
        return 'the end of the block';
      default:
        return super.found();
    }
  }

  protected override endsText(): boolean {
    return /^(?:end|newline|indent|dedent)$/.test(this.peek().kind);
  }

  /** Something the language has and this compiler has not. */
  unsupported(what: string, at: Span = this.peek().at): SyntaxMistake {
    return new SyntaxMistake(at, `${what} are not supported yet`);
  }

  /** Links of a chain (`a + b + c`, `f(1)(2)`), each of which holds the ones before it. */
  requireShort(links: number): void {
    if (links > longestChain)
      throw this.mistake('this chain is too long', 'Take a part of it into a variable of its own.');
  }
}

/** Types and constructors begin with an upper-case letter, values do not; of a path the last name counts. */
export const isUpper = (name: string): boolean => /^\p{Lu}/u.test(shortName(name));

/** The last name of a path. */
export const shortName = (path: string): string => path.slice(path.lastIndexOf('::') + 1).replace(/^:/, '');
