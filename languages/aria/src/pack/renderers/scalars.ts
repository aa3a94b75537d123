// Small things that other languages see differently: enums by name, and bytes that are numbers.

import type { RawValue } from '@sonde/engine';
import {
  hexText,
  loaded,
  missingView,
  scalarOf,
  sizeOf,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';

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

function* numberIn(value: RawValue, context: RenderContext): Reading<bigint | View> {
  const read = yield* loaded(value, context);
  if (read.content.kind === 'unavailable') return missingView(read.content.why);
  const number = scalarOf(read, context.types, context.littleEndian);
  return typeof number === 'bigint' ? number : missingView('not a number');
}

const numberText = (number: bigint, value: RawValue, { format, types }: RenderContext): string =>
  format.hex === true ? hexText(number, sizeOf(value.type, types)) : String(number);
