// What the lexer makes of a text.

interface Piece {
  readonly at: Span;
  /** As it is written. */
  readonly text: string;
}

import type { Span } from '@sonde/native-compiler';
export interface PlainToken extends Piece {
  /** `word` is reserved, `name` is free, `end` is behind everything. */
  readonly kind: 'word' | 'name' | 'sign' | 'end';
}
export interface IntegerToken extends Piece {
  readonly kind: 'integer';
  readonly value: bigint;
  readonly radix: 2 | 8 | 10 | 16;
}
export interface FloatToken extends Piece {
  readonly kind: 'float';
  readonly value: number;
}
export interface CharToken extends Piece {
  readonly kind: 'char';
  /** As an int8. */
  readonly value: bigint;
}
export interface StringToken extends Piece {
  readonly kind: 'string';
  readonly bytes: Uint8Array;
}
export interface TemplateText {
  readonly at: Span;
  readonly bytes: Uint8Array;
}
export interface TemplateHole {
  readonly at: Span;
  /** The last one is an `end`. */
  readonly tokens: readonly Token[];
}
export interface TemplateToken extends Piece {
  readonly kind: 'template';
  readonly parts: readonly (TemplateText | TemplateHole)[];
}

export type Token = PlainToken | IntegerToken | FloatToken | CharToken | StringToken | TemplateToken;
