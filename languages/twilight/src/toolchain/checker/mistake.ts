// A part of the program that does not make sense; caught where the next statement or item can be checked.

import type { Span } from '@sonde/front-end';

export class CheckMistake extends Error {
  constructor(
    readonly at: Span,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** What follows from something that was told already. */
export class Consequence extends Error {}
