// Default views of arrays: a preview, and pages of elements computed by their offset, however many there are.

import type { RawValue, TypeId } from '@sonde/engine';
import { bytesFrom, partAt, strideOf } from '../parts.js';
import type { Children } from '../view.js';
import {
  largestLoad,
  listed,
  loaded,
  memoryOf,
  summaryCount,
  summaryLoad,
  summaryRoom,
  textsOf,
  type ChildrenReading,
  type DefaultContext,
  type Reading,
  type ViewReading,
} from './default-context.js';
import { NumberPage } from './number-page.js';
import { numberReader } from './plain-number.js';
import { characterArrayText, characterSize } from './text-array.js';

/** Elements that lie one behind the other, where `value` does. */
export interface ArrayValue {
  readonly value: RawValue;
  readonly element: TypeId;
  readonly count: number;
  readonly stride: number;
}

export function* arrayView(value: RawValue, context: DefaultContext): ViewReading {
  const { type, types } = context;
  if (type.kind !== 'array') return { text: '?' };
  const stride = strideOf(type, types);
  const known =
    type.count ??
    (value.content.kind === 'bytes' && stride !== undefined
      ? Math.floor(value.content.bytes.length / stride)
      : undefined);
  if (known === undefined) return { text: '[…]' };
  if (known === 0) return { text: '[]' };
  if (stride === undefined) return { text: `[…] (${known})` };
  const array: ArrayValue = { value, element: type.element, count: known, stride };
  const unit = characterSize(types.resolve(type.element), context, type.element);
  if (unit === stride) {
    const most = context.format.limit === undefined ? largestLoad : (context.format.limit + 1) * unit;
    const whole = yield* loaded(value, context, most);
    if (whole.content.kind === 'bytes' && whole.content.missing === undefined)
      return {
        text: characterArrayText(whole.content.bytes, known, unit, context),
        children: arrayChildren(array, context),
      };
  }
  return yield* elementsView(array, context);
}

/** Elements as a list, whatever they are. */
export function* elementsView(array: ArrayValue, context: DefaultContext): ViewReading {
  return { text: yield* summary(array, context), children: arrayChildren(array, context) };
}

function* summary(array: ArrayValue, context: DefaultContext): Reading<string> {
  const wanted = Math.min(array.count, summaryCount(context, 32));
  const most = Math.max(array.stride, context.format.limit === undefined ? largestLoad : summaryLoad);
  const fitting = Math.max(1, Math.min(wanted, Math.floor(most / array.stride)));
  const texts = yield* textsOf(yield* elementsOf(array, 0, fitting, context));
  const inside = listed(texts, fitting === array.count, summaryRoom(context));
  const isAll = fitting === array.count && !inside.endsWith(', …');
  return isAll ? `[${inside}]` : `[${inside}] (${array.count})`;
}

function arrayChildren(array: ArrayValue, context: DefaultContext): Children {
  return {
    named: 0,
    indexed: array.count,
    *list(filter, start, count): ChildrenReading {
      if (filter === 'named') return [];
      const first = Math.max(0, start);
      const values = yield* elementsOf(array, first, Math.min(count, array.count - first), context);
      return values.map((value, nth) => ({ name: `[${first + nth}]`, value }));
    },
    *numbers(start, count): Reading<NumberPage | undefined> {
      const first = Math.max(0, start);
      const wanted = Math.min(count, array.count - first);
      if (wanted <= 0) return undefined;
      return numbersOf(yield* loadedFrom(array, first, wanted, context), array, wanted, context);
    },
  };
}

/** Elements of a page, from one read when it is not too large; else each is read by itself. */
function* elementsOf(
  array: ArrayValue,
  first: number,
  count: number,
  context: DefaultContext,
): Reading<readonly RawValue[]> {
  if (count <= 0) return [];
  const page = yield* loadedFrom(array, first, count, context);
  const numbers = numbersOf(page, array, count, context);
  if (numbers !== undefined) return numbers.values();
  const elements: RawValue[] = [];
  for (let nth = 0; nth < count; nth++)
    elements.push(partAt(page, array.element, BigInt(nth) * BigInt(array.stride), context.types));
  return elements;
}

/** What there is from the first element of a page on. */
function* loadedFrom(
  array: ArrayValue,
  first: number,
  count: number,
  context: DefaultContext,
): Reading<RawValue> {
  const { value, stride } = array;
  const at = BigInt(first) * BigInt(stride);
  let page: RawValue = partAt(value, array.element, at, context.types);
  if (value.content.kind === 'bytes' && at < BigInt(value.content.bytes.length)) {
    page = { ...page, content: bytesFrom(value.content, Number(at)) };
  } else if (
    page.content.kind === 'deferred' &&
    page.place?.kind === 'memory' &&
    count * stride <= largestLoad
  ) {
    const { bytes } = yield* memoryOf(page.place.address, count * stride);
    page = { ...page, content: { kind: 'bytes', bytes } };
  }
  return page;
}

/** Elements that are plain numbers, whole in what was read; undefined for others. */
function numbersOf(
  { content, place }: RawValue,
  { element, stride }: ArrayValue,
  count: number,
  { types, littleEndian }: DefaultContext,
): NumberPage | undefined {
  const description = types.resolve(element);
  const read = numberReader(description, littleEndian);
  if (read === undefined || content.kind !== 'bytes' || content.bytes.length < count * stride)
    return undefined;
  if (place?.kind !== 'memory') return undefined;
  const { buffer, byteOffset, byteLength } = content.bytes;
  const bytes = new DataView(buffer, byteOffset, byteLength);
  return new NumberPage(element, description, read, bytes, place.address, stride, count);
}
