// What leaves the evaluation of an expression early.

import type { Span } from '@sonde/front-end';
import type { Value } from './values.js';

export class Ended extends Error {
  constructor(
    readonly outcome: 'revert' | 'panic',
    readonly text: string,
    readonly at: Span,
  ) {
    super(text);
  }
}

export class Returned extends Error {
  constructor(readonly value: Value) {
    super('return');
  }
}

export class Broken extends Error {
  constructor(readonly value: Value) {
    super('break');
  }
}

export class Continued extends Error {}

/** A program that takes too long for a test. */
export class TooLong extends Error {}
