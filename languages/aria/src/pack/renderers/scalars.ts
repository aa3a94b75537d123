// Small things that other languages see differently: enums by name, and bytes that are numbers.

import type { Renderer } from '@sonde/lens';
import { numberIn, numberText } from './whole-numbers.js';

/** The name, or the number that has none. */
export const enumeration: Renderer = {
  name: 'enum',
  matches: { kind: 'enum' },
  *render(value, context) {
    const { type } = context;
    const number = yield* numberIn(value, context);
    if (typeof number !== 'bigint') return number;
    const named = type.kind === 'enum' ? type.enumerators.find(item => item.value === number) : undefined;
    return { text: named?.name ?? numberText(number, value, context) };
  },
};

/** Aria has no characters: what a debugger takes for one is a number of eight bits. */
export const eightBits: Renderer = {
  name: 'number',
  matches: { kind: 'character' },
  *render(value, context) {
    const number = yield* numberIn(value, context);
    return typeof number === 'bigint' ? { text: numberText(number, value, context) } : number;
  },
};
