// What fails in an expression, in the words that a contract has for it.

import type { FailureWords, IntegerOperator } from '@sonde/engine';
import { failures } from '../../toolchain/checker/typed-make.js';

/** How a transaction would end there, and what it would say. */
export const failureText = (status: string, message: string | undefined): string => {
  const kind = status === 'outOfGas' ? 'out of gas' : status;
  return message === undefined ? kind : `${kind}: ${message}`;
};

const words = ({ outcome, text }: { readonly outcome: string; readonly text: string }): string =>
  failureText(outcome, text);

const signs: Partial<Record<IntegerOperator, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  rem: '%',
  neg: '-',
};

/** Of arithmetic in a type. */
export const arithmeticWords =
  (name: string) =>
  (operator: IntegerOperator): FailureWords => {
    const sign = signs[operator] ?? operator;
    const isDivision = operator === 'div' || operator === 'rem';
    const overflow = isDivision
      ? failures.divisionOverflow(sign, { name })
      : failures.overflow(sign, { name });
    return { overflow: words(overflow), zero: words(failures.byZero) };
  };

export const conversionWords = (from: string, to: string): FailureWords => ({
  overflow: words(failures.range({ name: from }, { name: to })),
});

export const outOfBounds = words(failures.bounds);
export const shiftOutOfRange = words(failures.shift);
