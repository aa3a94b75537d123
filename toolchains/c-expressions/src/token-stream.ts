// A walk through tokens that can go back.

import { notUnderstood, type Token } from './tokens.js';

export class TokenStream {
  position = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  peek(): Token {
    return this.tokens[this.position] ?? { kind: 'end', at: 0 };
  }

  next(): Token {
    const token = this.peek();
    this.position++;
    return token;
  }

  takes(sign: string): boolean {
    const token = this.peek();
    if (token.kind !== 'sign' || token.text !== sign) return false;
    this.position++;
    return true;
  }

  /** The word, taken, if the next token is a name that fits. */
  takesWord(fits: (word: string) => boolean): string | undefined {
    const token = this.peek();
    if (token.kind !== 'name' || !fits(token.text)) return undefined;
    this.position++;
    return token.text;
  }

  expect(sign: string): void {
    if (!this.takes(sign)) throw this.unexpected();
  }

  unexpected(token: Token = this.peek()): Error {
    const what =
      token.kind === 'end'
        ? 'the end'
        : token.kind === 'sign' || token.kind === 'name'
          ? token.text
          : token.kind === 'text'
            ? 'a text'
            : 'a number';
    return notUnderstood(what, token.at);
  }
}
