// Where a parser is in its tokens, and what all parts of the parser share.

import {
  behind,
  SyntaxMistake,
  TokenCursor as SharedCursor,
  type Problems,
  type Span,
} from '@sonde/front-end';
import type { PlainToken, Token } from './tokens.js';
import type { ExpressionTree, Name } from './tree.js';

/** Blocks in blocks, parentheses in parentheses: deeper ones are refused before they can exhaust the stack. */
const deepestNesting = 400;
/** The same for what is deep without brackets, such as a sum of thousands. */
const highestTree = 400;

export { SyntaxMistake };

export class TokenCursor extends SharedCursor<Token> {
  readonly #heights: WeakMap<ExpressionTree, number>;

  private constructor(
    tokens: readonly Token[],
    problems: Problems,
    /** Names that are types, so that `Point{…}` and `(Point)x` can be told from other things. */
    readonly typeNames: ReadonlySet<string>,
    depth: number,
    heights: WeakMap<ExpressionTree, number>,
  ) {
    super(tokens, problems, deepestNesting, depth);
    this.#heights = heights;
  }

  static over(tokens: readonly Token[], problems: Problems, typeNames: ReadonlySet<string>): TokenCursor {
    return new TokenCursor(tokens, problems, typeNames, 0, new WeakMap());
  }

  /** A cursor over the tokens of a template's hole. */
  inside(tokens: readonly Token[]): TokenCursor {
    return new TokenCursor(tokens, this.problems, this.typeNames, this.depth, this.#heights);
  }

  override expect(text: string, hint?: string): Token {
    if (this.sees(text)) return this.advance();
    throw this.mistake(`expected ${text}, found ${this.found()}`, hint, this.#placeFor(text));
  }

  /** The `>` of a type: of `>>` only the first half is taken. */
  expectClosingAngle(): Token {
    const token = this.peek();
    if (token.kind === 'sign' && token.text === '>>') {
      const middle = { ...token.at, start: token.at.start + 1, column: token.at.column + 1 };
      const rest: PlainToken = { kind: 'sign', text: '>', at: middle };
      (this.tokens as Token[])[this.position] = rest;
      return token;
    }
    return this.expect('>');
  }

  name(what: string): Name {
    const token = this.peek();
    if (token.kind !== 'name') throw this.mistake(`expected ${what}, found ${this.found()}`);
    this.advance();
    return { text: token.text, at: token.at };
  }

  /** The name of a field, which may be a reserved word: it cannot be mistaken for one. */
  fieldName(): Name {
    const token = this.peek();
    if (token.kind !== 'name' && token.kind !== 'word') {
      throw this.mistake(`expected the name of a field, found ${this.found()}`);
    }
    this.advance();
    return { text: token.text, at: token.at };
  }

  /** How many braces were opened and not closed since a position. */
  openBraces(since: number): number {
    let open = 0;
    for (const { kind, text } of this.tokens.slice(since, this.position)) {
      if (kind !== 'sign') continue;
      if (text === '{') open++;
      else if (text === '}' && open > 0) open--;
    }
    return open;
  }

  override found(): string {
    const token = this.peek();
    if (token.kind === 'end' && token.text !== '') return `the ${token.text} of the template`;
    return super.found();
  }

  /** At the next token, even where that is the end. */
  override mistake(message: string, hint?: string, at: Span = this.peek().at): SyntaxMistake {
    return new SyntaxMistake(at, message, hint);
  }

  /** Every expression made of others goes through here, so that none becomes higher than later passes can climb. */
  grown<T extends ExpressionTree>(tree: T, ...parts: readonly ExpressionTree[]): T {
    let height = 0;
    for (const part of parts) height = Math.max(height, this.#heights.get(part) ?? 0);
    if (height >= highestTree) {
      throw this.mistake('this expression is too long', 'Take a part of it into a variable.', tree.at);
    }
    this.#heights.set(tree, height + 1);
    return tree;
  }

  /** A missing `;` belongs behind what came before, not on the next line. */
  #placeFor(text: string): Span {
    const { at } = this.peek();
    if (text !== ';' || this.position === 0 || this.last.at.endLine === at.line) return at;
    return behind(this.last.at);
  }
}
