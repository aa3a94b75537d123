// The tokens of both flavors; only the layout flavor has those that stand for its lines.

import type { Span } from '@sonde/native-compiler';

export type TokenKind =
  | 'name'
  | 'word'
  | 'int'
  | 'float'
  | 'string'
  | 'sign'
  | 'indent'
  | 'dedent'
  | 'newline'
  | 'end';

/** A part of a string: text as it will be printed, or the tokens of an interpolation hole. */
export type StringPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hole'; readonly tokens: readonly Token[]; readonly at: Span };

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: Span;
  /** The first of its line. */
  readonly startsLine: boolean;
  /** White space or a comment stands before it. */
  readonly spaced: boolean;
  /** Of an integer; its sign is a token of its own. */
  readonly whole?: bigint;
  readonly pieces?: readonly StringPiece[];
}
