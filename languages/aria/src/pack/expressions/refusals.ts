// What is wrong with an expression, as people are told.

import { Failure } from '@sonde/engine';
import type { Diagnostic } from '@sonde/language';
import type { Span } from '@sonde/native-compiler';
import type { CheckMistake } from '../../toolchain/checker/mistake.js';

export function refused(at: Span, message: string, hint?: string): Failure {
  return new Failure('bad-expression', 'user', `${message} (column ${at.column}).`, hint);
}

/** Hints that speak of declaring something are for programs. */
export const refusedByChecker = ({ at, message, hint }: CheckMistake): Failure =>
  refused(at, message, hint?.startsWith('Declare') === true ? undefined : hint);

export function refusedBySyntax({ location, message, hint }: Diagnostic): Failure {
  return new Failure('bad-expression', 'user', `${message}${columnOf(location)}.`, hint);
}

export const columnOf = (location: Diagnostic['location']): string =>
  location === undefined
    ? ''
    : location.line > 1
      ? ` (line ${location.line}, column ${location.column ?? 1})`
      : ` (column ${location.column ?? 1})`;
