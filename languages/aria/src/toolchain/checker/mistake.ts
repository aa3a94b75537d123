// A statement that does not make sense; caught where the next one can be checked.

import type { Span } from '@sonde/native-compiler';
export class CheckMistake extends Error {
  constructor(
    readonly at: Span,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
