// The tokens of a program as the parser reads them: what is next, what must be next, and what went wrong where.

import { fromBytes } from '../format/byte-text.js';
import type { Expression, Node, Position, TypeNode } from '../ast.js';
import { lex } from '../lexer/lexer.js';
import type { Token } from '../lexer/token.js';
import type { Fixed } from '../lexer/words.js';
import { nowhere, SourceProblem } from '../source.js';
import { expectedCode } from './expected-codes.js';
import { typeArgumentsAhead } from './type-arguments-ahead.js';

/** How deep constructs may nest, so that neither the parser nor those who walk its trees run out of stack. */
export const deepest = 400;

type Bare<T> = T extends unknown ? Omit<T, keyof Node> : never;
type Tree = Expression | TypeNode;

export class TokenStream {
  readonly #tokens: readonly Token[];
  readonly #typeArgumentsAhead: readonly boolean[];
  /** Of trees that are more than one node. */
  readonly #heights = new Map<object, number>();
  #index = 0;
  #current: Token | undefined;
  #end: Position = { line: 1, column: 1 };
  #depth = 0;

  constructor(text: string) {
    this.#tokens = lex(text);
    this.#typeArgumentsAhead = typeArgumentsAhead(this.#tokens);
    this.#current = this.#tokens[0];
  }

  atEnd(): boolean {
    return this.#current === undefined;
  }

  /** The original cannot ask for a token at the end without failing. */
  get token(): Token {
    return this.#current ?? this.refuseEnd();
  }

  /** Where the original would say that a node made now is. */
  get at(): Position {
    return (this.#current ?? this.#tokens.at(-1))?.at ?? nowhere;
  }

  /** The true begin of the next token. */
  get start(): Position {
    return this.#current?.span.start ?? this.#end;
  }

  is(text: Fixed): boolean {
    return this.#current?.kind === 'fixed' && this.#current.text === text;
  }

  isName(): boolean {
    return this.#current?.kind === 'name';
  }

  /** The token that is `distance` ahead of the next one. */
  ahead(distance: number): Token | undefined {
    return this.#tokens[this.#index + distance];
  }

  followedBy(text: Fixed): boolean {
    const token = this.ahead(1);
    return token?.kind === 'fixed' && token.text === text;
  }

  /** Whether the next token is a `<` that begins type arguments rather than a comparison. */
  get beginsTypeArguments(): boolean {
    return this.is('<') && this.#typeArgumentsAhead[this.#index] === true;
  }

  /** What the next token is called in messages. */
  get shown(): string {
    return fromBytes(this.token.text);
  }

  take(): Token {
    const token = this.token;
    this.#end = token.span.end;
    this.#index += 1;
    this.#current = this.#tokens[this.#index];
    return token;
  }

  takeIf(text: Fixed): boolean {
    if (!this.is(text)) return false;
    this.take();
    return true;
  }

  accept(wanted: Fixed): void {
    if (this.is(wanted)) {
      this.take();
      return;
    }
    const hint = `A \`${wanted}\` is expected here.`;
    if (this.atEnd()) this.refuse(`Unexpected end of file, expected ${expectedCode(wanted)}`, hint);
    this.refuse(`Unexpected token ${this.shown}`, hint);
  }

  acceptName(): Token {
    if (this.isName()) return this.take();
    return this.refuse(`Unexpected token ${this.shown}`, 'A name is expected here.');
  }

  /** The end of type arguments, which may be the first half of a `>>`. */
  acceptClosing(): void {
    if (this.takeIf('>')) return;
    if (!this.is('>>')) {
      this.refuse(`Unexpected token ${this.shown}, expected '>'`, 'A `>` or a `,` is expected here.');
    }
    const { span, at } = this.token;
    const middle = { line: span.start.line, column: span.start.column + 1 };
    this.#end = middle;
    this.#current = { kind: 'fixed', text: '>', span: { start: middle, end: span.end }, at };
  }

  /** `here`: the true place, if it is not the next token. */
  refuse(text: string, hint: string, here: Position = this.start): never {
    throw new SourceProblem('Parse error', text, this.at, here, hint);
  }

  /** Where the original asks for a token that is not there, it does not say where. */
  refuseEnd(): never {
    throw new SourceProblem(
      'Parse error',
      'Unexpected end of file',
      nowhere,
      this.#end,
      'Something is missing here.',
    );
  }

  /** One construct inside another; `leave` ends it. Not undone by mistakes: these end the parsing. */
  enter(): void {
    this.#depth += 1;
    if (this.#depth > deepest) this.#refuseDepth();
  }

  leave(): void {
    this.#depth -= 1;
  }

  node(start: Position, at: Position = this.at): Node {
    return { span: { start, end: this.#end }, at };
  }

  expression(fields: Bare<Expression>, start: Position, parts: readonly Tree[], at = this.at): Expression {
    return this.#grow({ ...fields, ...this.node(start, at) }, parts);
  }

  type(fields: Bare<TypeNode>, start: Position, parts: readonly Tree[], at = this.at): TypeNode {
    return this.#grow({ ...fields, ...this.node(start, at) }, parts);
  }

  /** Trees also grow without recursion, as `a.b.c` does to the left. */
  #grow<T extends Tree>(tree: T, parts: readonly Tree[]): T {
    if (parts.length === 0) return tree;
    let height = 1;
    for (const part of parts) height = Math.max(height, (this.#heights.get(part) ?? 0) + 1);
    if (height > deepest) this.#refuseDepth();
    this.#heights.set(tree, height);
    return tree;
  }

  #refuseDepth(): never {
    const hint = `Constructs may nest ${deepest} deep, and as many operators may follow each other.`;
    return this.refuse('Nested too deeply', `${hint} Take this apart with \`val\`s or functions.`);
  }
}
