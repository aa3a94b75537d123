// The tokens of both syntax modes.

import type { Span } from '@sonde/front-end';

export type TokenKind = 'name' | 'word' | 'int' | 'string' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: Span;
  /** Of an integer. */
  readonly whole?: bigint;
  /** `u8` of `5u8`. */
  readonly suffix?: string;
  /** Of a string, its escapes read. */
  readonly string?: string;
  /** The lines of `///` before it. */
  readonly documentation?: string;
}
