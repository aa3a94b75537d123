// Whole numbers of any type: what a value holds, and how it is written.

import type { RawValue } from '@sonde/engine';
import {
  hexText,
  loaded,
  missingView,
  scalarOf,
  sizeOf,
  type Reading,
  type RenderContext,
  type View,
} from '@sonde/lens';

/** The number, or what is shown where there is none. */
export function* numberIn(value: RawValue, context: RenderContext): Reading<bigint | View> {
  const read = yield* loaded(value, context);
  if (read.content.kind === 'unavailable') return missingView(read.content.why);
  const number = scalarOf(read, context.types, context.littleEndian);
  return typeof number === 'bigint' ? number : missingView('not a number');
}

export const numberText = (number: bigint, value: RawValue, { format, types }: RenderContext): string =>
  format.hex === true ? hexText(number, sizeOf(value.type, types)) : String(number);
