// Where a parser of either syntax mode is in its tokens, and the small forms that both have.

import { spanning, SyntaxMistake, TokenCursor, type Span } from '@sonde/front-end';
import type { ProgramProblems } from '../problems/lint-levels.js';
import type { Token } from './tokens.js';
import type { Name } from './tree.js';

export class Cursor extends TokenCursor<Token> {
  constructor(
    protected override readonly tokens: Token[],
    override readonly problems: ProgramProblems,
    deepestNesting: number,
  ) {
    super(tokens, problems, deepestNesting);
  }

  name(what: string): Name {
    const token = this.peek();
    if (token.kind === 'name') {
      this.advance();
      return { text: token.text, at: token.at };
    }
    const hint = token.kind === 'word' ? `\`${token.text}\` is a reserved word.` : undefined;
    throw this.mistake(`expected ${what}, found ${this.found()}`, hint);
  }

  /** A name with this text: a word that is only one at some places. */
  seesName(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && token.text === text;
  }

  takesName(text: string): boolean {
    if (!this.seesName(text)) return false;
    this.advance();
    return true;
  }

  /** The token so many before the one that was taken last. */
  tokenBefore(count: number): Token {
    return this.tokens[Math.max(0, this.position - 1 - count)]!;
  }

  string(what: string): string {
    const token = this.peek();
    if (token.kind !== 'string') throw this.mistake(`expected ${what}, found ${this.found()}`);
    this.advance();
    return token.string ?? '';
  }

  /** The `>` of a type: of `>>` only the first half is taken. */
  expectClosingAngle(): Token {
    const token = this.peek();
    const rest = token.kind === 'sign' && /^>[>=]/.test(token.text) ? token.text.slice(1) : undefined;
    if (rest === undefined) return this.expect('>');
    const { start, column } = token.at;
    const first = { ...token.at, end: start + 1, endColumn: column + 1, endLine: token.at.line };
    this.tokens.splice(
      this.position,
      1,
      { kind: 'sign', text: '>', at: first },
      { kind: 'sign', text: rest, at: { ...token.at, start: start + 1, column: column + 1 } },
    );
    return this.advance();
  }

  /** Things between commas, up to the closing sign, which is taken. */
  list<T>(close: string, read: () => T): T[] {
    const items: T[] = [];
    while (!this.sees(close)) {
      items.push(read());
      if (!this.takes(',')) break;
    }
    this.expect(close);
    return items;
  }

  /** Things in brackets between commas. */
  bracketed<T>(open: string, close: string, read: () => T): T[] {
    this.expect(open);
    return this.nested(() => this.inBrackets(() => this.list(close, read)));
  }

  from(start: Span): Span {
    return spanning(start, this.last.at.end >= start.end ? this.last.at : start);
  }

  /** What comes behind something wrong: the next statement, the end of the block. */
  skipStatement(): void {
    let depth = 0;
    while (!this.atEnd) {
      if (depth === 0 && this.sees('}')) return;
      const { text, kind } = this.advance();
      if (kind !== 'sign') continue;
      if (text === '{' || text === '(' || text === '[') depth++;
      if (text === '}' || text === ')' || text === ']') depth = Math.max(0, depth - 1);
      if (depth === 0 && (text === ';' || text === '}')) return;
    }
  }

  /** Reads one thing of many; what is wrong with it is told, and the next is read. */
  recovering(read: () => void): void {
    const before = this.position;
    try {
      read();
    } catch (error) {
      if (!(error instanceof SyntaxMistake)) throw error;
      this.problems.error(error.at, error.message, error.hint);
      this.skipStatement();
      if (this.position === before) this.advance();
    }
  }
}
