// Texts that an evaluator refused.

import { Failure } from '@sonde/engine';

export const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && error.code === 'bad-expression';

/** For a text that nobody has written: its columns are of no use. */
export const withoutColumn = ({ code, blame, message, next }: Failure): Failure =>
  new Failure(code, blame, message.replace(/ \(column \d+\)/, ''), next);
