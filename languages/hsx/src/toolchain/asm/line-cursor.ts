// Reads the words of a line one after the other, and says what was expected where it is something else.

import type { RelocKind } from '../format/hxo.js';
import { LineProblem, type Span } from './line-problem.js';
import type { Token } from './tokens.js';

/** A number, or a name with something done to its address. */
export type Operand = Span &
  (
    | { readonly kind: 'number'; readonly value: number }
    | {
        readonly kind: 'reference';
        readonly symbol: string;
        readonly part: RelocKind;
        readonly addend: number;
      }
  );

export class LineCursor {
  private next = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly lineLength: number,
  ) {}

  get token(): Token | undefined {
    return this.tokens[this.next];
  }

  get following(): Token | undefined {
    return this.tokens[this.next + 1];
  }

  advance(): Token | undefined {
    return this.tokens[this.next++];
  }

  /** What is read next, or the end of the line. */
  get span(): Span {
    const { token } = this;
    if (token !== undefined) return token;
    const end = this.tokens.at(-1)?.end ?? this.lineLength;
    return { start: end, end: end + 1 };
  }

  expected(what: string, hint?: string): LineProblem {
    const found = this.token === undefined ? 'the end of the line' : `‘${this.token.text}’`;
    return new LineProblem(this.span, 'syntax', `expected ${what}, found ${found}`, hint);
  }

  end(): void {
    if (this.token !== undefined) throw this.expected('the end of the line');
  }

  isSign(text: string): boolean {
    return this.token?.kind === 'sign' && this.token.text === text;
  }

  takeSign(text: string): boolean {
    if (!this.isSign(text)) return false;
    this.next++;
    return true;
  }

  sign(text: string, hint?: string): void {
    if (!this.takeSign(text)) throw this.expected(`‘${text}’`, hint);
  }

  /** Between operands. Upstream takes a blank as well. */
  comma(): void {
    this.takeSign(',');
  }

  name(what: string): Token {
    const { token } = this;
    if (token?.kind !== 'name') throw this.expected(what);
    this.next++;
    return token;
  }

  register(): number {
    const { token } = this;
    const number = token?.kind === 'name' ? registerNumber(token.text) : undefined;
    if (number === undefined) throw this.expected('a register, R0 to R15');
    this.next++;
    return number;
  }

  /** With its sign. */
  number(what: string): Span & { readonly value: number } {
    const { start } = this.span;
    const negative = this.takeSign('-');
    const { token } = this;
    const value = token?.kind === 'number' || token?.kind === 'text' ? token.value : undefined;
    if (token === undefined || value === undefined) throw this.expected(what);
    this.next++;
    return { value: negative ? -value : value, start, end: token.end };
  }

  operand(what: string): Operand {
    const { token } = this;
    if (token?.kind !== 'name') return { kind: 'number', ...this.number(what) };
    const part = partOf(token.text);
    if (part === undefined || this.following?.text !== '(') return this.reference('symbol');
    this.next += 2;
    const { symbol, addend } = this.reference(part);
    const { end } = this.span;
    this.sign(')');
    return { kind: 'reference', symbol, addend, part, start: token.start, end };
  }

  private reference(part: RelocKind): Extract<Operand, { kind: 'reference' }> {
    const { text, start, end } = this.name('a name');
    const addend = this.addend();
    return {
      kind: 'reference',
      symbol: text,
      part,
      addend: addend?.value ?? 0,
      start,
      end: addend?.end ?? end,
    };
  }

  /** `+4`, `-4` and `+-4`; nothing else begins with a sign. */
  addend(): (Span & { readonly value: number }) | undefined {
    const { start } = this.span;
    if (this.isSign('-')) return this.number('a number');
    if (!this.takeSign('+')) return undefined;
    return { ...this.number('a number'), start };
  }
}

const registers = new Map<string, number>(
  Array.from({ length: 32 }, (_, index) => [`${index < 16 ? 'R' : 'r'}${index % 16}`, index % 16]),
);

export const registerNumber = (text: string): number | undefined => registers.get(text);

function partOf(text: string): RelocKind | undefined {
  const word = text.toLowerCase();
  return word === 'lo16' || word === 'hi16' || word === 'off16' ? word : undefined;
}
