// What traps are called and what they say, in words of WebAssembly's specification rather than of V8.

import type { ThrownInfo } from '@sonde/engine';
import { isStackOverflow } from './call-stack.js';

export const unreachable: ThrownInfo = {
  name: 'Unreachable',
  message: 'an unreachable instruction was reached',
  caught: false,
};

export const outOfFuel: ThrownInfo = {
  name: 'OutOfFuel',
  message: 'the program has used all that it may use',
  caught: false,
};

/** By a part of V8's message. */
const known: readonly (readonly [RegExp, string, string])[] = [
  [/divide by zero|remainder by zero/, 'DivideByZero', 'an integer was divided by zero'],
  [/divide result unrepresentable/, 'IntegerOverflow', 'the quotient is too large for its type'],
  [/float unrepresentable/, 'InvalidConversion', 'the number is too large for an integer, or is no number'],
  [/memory access out of bounds/, 'OutOfBounds', 'memory was used beyond its end'],
  [
    /table index is out of bounds|table access out of bounds/,
    'OutOfBounds',
    'a table was used beyond its end',
  ],
  [
    /null function or function signature mismatch|signature mismatch/,
    'IndirectCallMismatch',
    'a function of another type was called, or none',
  ],
  [/unreachable/, unreachable.name, unreachable.message],
];

export function thrownBy(error: Error): ThrownInfo {
  if (isStackOverflow(error))
    return { name: 'StackOverflow', message: 'calls are nested too deep', caught: false };
  const found = known.find(([pattern]) => pattern.test(error.message));
  return found === undefined
    ? { name: 'Trap', message: error.message, caught: false }
    : { name: found[1], message: found[2], caught: false };
}
