// The layout of the ML flavor: lines and columns become tokens that open, separate and close blocks.

import type { Problems } from '@sonde/native-compiler';
import type { StringPiece, Token, TokenKind } from './tokens.js';

/** An open block with the column of its lines, or a bracket, inside of which lines mean nothing. */
type Context = { readonly kind: 'block'; readonly column: number } | { readonly kind: 'bracket' };

const opening: ReadonlySet<string> = new Set(['(', '[', '{']);
const closing: ReadonlySet<string> = new Set([')', ']', '}']);

/** A line that begins with one of them goes on with the line above; `-` may begin an expression. */
const continuing: ReadonlySet<string> = new Set('|> ?: && || == != <= >= < > + * / % ) ] }'.split(' '));

/**
 * Gives undefined where the columns make no sense: what a parser would say then only hides it. `goesOn`: then such a line
 * belongs to the nearest block further left.
 */
export function layOut(
  tokens: readonly Token[],
  problems: Problems,
  goesOn = false,
): readonly Token[] | undefined {
  return new Layout(problems, [{ kind: 'block', column: 1 }], goesOn).run(tokens);
}

/** Of a text that stands in no file: the column of its first word is that of its outermost lines. */
export function layOutText(tokens: readonly Token[], problems: Problems): readonly Token[] | undefined {
  const column = tokens[0]?.at.column ?? 1;
  return new Layout(problems, [{ kind: 'block', column }], false).run(tokens);
}

class Layout {
  readonly #out: Token[] = [];
  readonly #contexts: Context[];
  readonly #outermost: number;
  #broken = false;

  constructor(
    private readonly problems: Problems,
    contexts: readonly Context[],
    private readonly goesOn: boolean,
  ) {
    this.#contexts = [...contexts];
    this.#outermost = contexts.length;
  }

  run(tokens: readonly Token[]): readonly Token[] | undefined {
    tokens.forEach((token, index) => {
      if (this.#broken) return;
      if (token.kind === 'end') {
        this.#closeBlocks(token, this.#outermost);
        this.#out.push(token);
        return;
      }
      if (token.startsLine && index > 0) this.#line(token, tokens[index - 1]!);
      else if (index === 0) this.#first(token);
      this.#bracket(token);
      this.#out.push(this.#withHoles(token));
    });
    return this.#broken ? undefined : this.#out;
  }

  #first(token: Token): void {
    const top = this.#top();
    if (top.kind === 'block' && token.at.column > top.column) this.#fault(token);
  }

  #top(): Context {
    return this.#contexts.at(-1)!;
  }

  #line(token: Token, before: Token): void {
    const { column } = token.at;
    const top = this.#top();
    if (top.kind === 'bracket') {
      // `=>` at the end of a line opens a block even inside brackets.
      if (before.text === '=>' && before.kind === 'sign' && !closing.has(token.text)) this.#open(token);
      return;
    }
    if (column > top.column) {
      if (!this.#continues(token)) this.#open(token);
      return;
    }
    for (let block = this.#top(); block.kind === 'block' && block.column > column; block = this.#top()) {
      // A typed text may begin further right than its other lines.
      if (this.#contexts.length === this.#outermost) break;
      this.#contexts.pop();
      this.#emit('dedent', token);
    }
    const now = this.#top();
    // Behind a block inside brackets the lines mean nothing again.
    if (now.kind === 'bracket') return;
    if (now.column < column) this.#fault(token);
    if (this.#broken) return;
    if (!this.#continues(token)) this.#emit('newline', token);
  }

  #continues({ kind, text }: Token): boolean {
    return kind === 'sign' && continuing.has(text);
  }

  #open(token: Token): void {
    this.#contexts.push({ kind: 'block', column: token.at.column });
    this.#emit('indent', token);
  }

  #bracket(token: Token): void {
    if (token.kind !== 'sign') return;
    if (opening.has(token.text)) this.#contexts.push({ kind: 'bracket' });
    if (!closing.has(token.text)) return;
    const open = this.#contexts.findLastIndex(({ kind }) => kind === 'bracket');
    // A bracket too many is the parser's to complain about.
    if (open < this.#outermost) return;
    this.#closeBlocks(token, open + 1);
    this.#contexts.pop();
  }

  /** Down to that many contexts. */
  #closeBlocks(token: Token, down: number): void {
    while (this.#contexts.length > down) {
      if (this.#contexts.pop()!.kind === 'block') this.#emit('dedent', token);
    }
  }

  #withHoles(token: Token): Token {
    if (token.pieces === undefined) return token;
    const pieces = token.pieces.map((piece): StringPiece => {
      if (piece.kind === 'text') return piece;
      const inside = new Layout(this.problems, [{ kind: 'bracket' }], this.goesOn).run(piece.tokens);
      if (inside === undefined) this.#broken = true;
      return { ...piece, tokens: inside ?? piece.tokens };
    });
    return { ...token, pieces };
  }

  #emit(kind: TokenKind, { at }: Token): void {
    const { start, line, column } = at;
    const place = { start, end: start, line, column, endLine: line, endColumn: column };
    this.#out.push({ kind, text: '', at: place, startsLine: true, spaced: true });
  }

  #fault(token: Token): void {
    this.#broken = !this.goesOn;
    this.problems.error(
      token.at,
      'inconsistent indentation does not match any enclosing block',
      'Begin the line in the column of the block it belongs to.',
    );
  }
}
