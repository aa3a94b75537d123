// Strings: so many bytes, among which a zero is one like any other.

import { address, type RawValue } from '@sonde/engine';
import {
  fieldOf,
  flatFields,
  hexText,
  loaded,
  missingView,
  scalarOf,
  textOfUnits,
  type Reading,
  type RenderContext,
  type Renderer,
  type View,
} from '@sonde/lens';

/** No program has as much memory. */
const longest = 1n << 46n;

export const text: Renderer = {
  name: 'string',
  matches: type =>
    type.kind === 'struct' &&
    type.name === 'string' &&
    ['data', 'length'].every(name => type.fields.some(field => field.name === name)),
  render: textView,
};

function* textView(value: RawValue, context: RenderContext): Reading<View> {
  const whole = yield* loaded(value, context);
  if (whole.content.kind === 'unavailable') return missingView(whole.content.why);
  const data = partOf(whole, 'data', context);
  const length = partOf(whole, 'length', context);
  if (typeof data === 'string' || typeof length === 'string')
    return missingView(typeof data === 'string' ? data : String(length));
  if (length < 0n || length > longest)
    return missingView(`no string: a length of ${length}, at ${hexText(BigInt.asUintN(64, data))}`);
  if (length === 0n) return { text: '""' };
  const at = address(BigInt.asUintN(64, data));
  if (at.offset === 0n) return missingView(`no string: a length of ${length}, at NULL`);
  return { text: yield* textOfUnits(at, Number(length), 1, context), memory: at };
}

/** The number, or why there is none. */
function partOf(
  whole: RawValue,
  name: string,
  { type, types, littleEndian }: RenderContext,
): bigint | string {
  const fields = type.kind === 'struct' ? flatFields(type.fields, types) : [];
  const field = fields.find(candidate => candidate.name === name);
  const part = field && fieldOf(whole, field, types, littleEndian);
  const number = part && scalarOf(part, types, littleEndian);
  if (typeof number === 'bigint') return number;
  return part?.content.kind === 'unavailable' ? part.content.why : 'only a part of the string can be read';
}
