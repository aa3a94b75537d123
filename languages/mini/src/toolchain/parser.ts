// The parser: reads tokens one by one, and expressions as trees. Statements are read by the compiler as it goes.

import { Mistake, type Position } from '@sonde/engine-vm/kit';
import { tokenize, type Token } from './lexer.js';

/** `at` is where a mistake in it would be shown. */
export type Expr = { readonly at: Position } & (
  | { readonly kind: 'constant'; readonly value: number | string }
  | { readonly kind: 'name'; readonly name: string }
  /** `mem[index]` */
  | { readonly kind: 'byte'; readonly index: Expr }
  | { readonly kind: 'unary'; readonly operator: '-' | 'not'; readonly of: Expr }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'call' | 'spawn'; readonly name: string; readonly args: readonly Expr[] }
);

/** By how tightly they bind, loosest first. */
const operators = [['or'], ['and'], ['==', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', '/', '%']];
const comparisonLevel = 2;

const keywords = 'fn let if else while return try catch throw print spawn use start debugger and or not mem';
export const reserved: ReadonlySet<string> = new Set(keywords.split(' '));
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

export class Parser {
  readonly #tokens: readonly Token[];
  /** The number of the next token; the compiler goes back to function bodies that it left for later. */
  position = 0;

  constructor(source: string, end = 'the end of the file') {
    this.#tokens = tokenize(source, end);
  }

  get peek(): Token {
    return this.#tokens[Math.min(this.position, this.#tokens.length - 1)]!;
  }

  get atEnd(): boolean {
    return this.peek.kind === 'end';
  }

  advance(): Token {
    const token = this.peek;
    this.position++;
    return token;
  }

  /** Takes the next token if it is this word or symbol; a text that merely reads the same is not. */
  take(text: string): boolean {
    const found = this.peek.text === text && this.peek.kind !== 'text';
    if (found) this.position++;
    return found;
  }

  expect(text: string, hint?: string): Token {
    const token = this.peek;
    if (!this.take(text)) throw this.unexpected(text, hint);
    return token;
  }

  unexpected(wanted: string, hint?: string): Mistake {
    return new Mistake(`expected ${wanted}, found ${this.peek.text}`, this.peek, hint);
  }

  name(): Token {
    if (reserved.has(this.peek.text)) throw this.unexpected('a name', 'This word is taken by the language.');
    if (this.peek.kind !== 'name') throw this.unexpected('a name');
    return this.advance();
  }

  text(): string {
    if (this.peek.kind !== 'text') throw this.unexpected('a text');
    const inside = this.advance().text.slice(1, -1);
    return inside.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character);
  }

  /** `(a, b, c)` */
  list<Item>(item: () => Item): readonly Item[] {
    const items: Item[] = [];
    this.expect('(');
    while (!this.take(')')) {
      items.push(item());
      if (this.peek.text !== ')') this.expect(',');
    }
    return items;
  }

  /** Reads over a block, to come back to it later; answers with its closing brace. */
  skipBlock(): Token {
    let depth = 0;
    for (;;) {
      if (this.atEnd) throw this.unexpected('}', 'A block was opened and not closed.');
      const token = this.advance();
      if (token.kind === 'symbol') depth += token.text === '{' ? 1 : token.text === '}' ? -1 : 0;
      if (depth === 0) return token;
    }
  }

  expression(level = 0): Expr {
    const here = operators[level];
    if (here === undefined) return this.#operand();
    const at = this.peek;
    // `not` binds looser than comparisons, as it is read: not (a == b).
    if (level === comparisonLevel && this.take('not'))
      return { at, kind: 'unary', operator: 'not', of: this.expression(level) };
    let left = this.expression(level + 1);
    while (this.peek.kind !== 'text' && here.includes(this.peek.text)) {
      const operator = this.advance();
      const right = this.expression(level + 1);
      left = { at: operator, kind: 'binary', operator: operator.text, left, right };
    }
    return left;
  }

  #operand(): Expr {
    const at = this.peek;
    if (at.kind === 'number') return { at, kind: 'constant', value: this.#number() };
    if (at.kind === 'text') return { at, kind: 'constant', value: this.text() };
    if (at.text === '(') return this.#between('(', ')');
    if (this.take('-')) return { at, kind: 'unary', operator: '-', of: this.#operand() };
    if (this.take('mem')) return { at, kind: 'byte', index: this.#between('[', ']') };
    const kind = this.take('spawn') ? 'spawn' : 'call';
    const { text: name } = this.name();
    if (kind === 'call' && this.peek.text !== '(') return { at, kind: 'name', name };
    const args = this.list(() => this.expression());
    return { at: { ...at, end: this.#tokens[this.position - 1]!.end! }, kind, name, args };
  }

  #between(open: string, close: string): Expr {
    this.expect(open);
    const inner = this.expression();
    this.expect(close);
    return inner;
  }

  #number(): number {
    const token = this.advance();
    if (Number(token.text) > 0x7fffffff)
      throw new Mistake('this number is too large', token, 'At most 2147483647.');
    return Number(token.text);
  }
}
