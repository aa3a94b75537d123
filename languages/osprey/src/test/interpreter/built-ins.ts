// The functions of the language itself that call none of the program's.

import { arithmetic, intDivision, negated } from './arithmetic.js';
import {
  failure,
  keysInOrder,
  list,
  success,
  textOf,
  type ListValue,
  type MapValue,
  type Value,
} from './values.js';

type BuiltIn = (...args: never[]) => Value;

/** Texts are bytes; what counts or cuts them goes by bytes. */
const cut = (text: string, from: number, to?: number): string =>
  Buffer.from(text, 'utf8').subarray(from, to).toString('utf8');
const byteLength = (text: string): number => Buffer.byteLength(text, 'utf8');
const clamped = (count: bigint): number => Number(count < 0n ? 0n : count > 1n << 40n ? 1n << 40n : count);
const items = (value: Value): readonly Value[] => (value as ListValue).items;
const entries = (value: Value): ReadonlyMap<Value, Value> => (value as MapValue).entries;
const map = (from: Iterable<readonly [Value, Value]>): MapValue => ({ kind: 'map', entries: new Map(from) });

export const indexed = (values: readonly Value[], index: bigint): Value =>
  index < 0n || index >= BigInt(values.length)
    ? failure('index out of bounds')
    : success(values[Number(index)]);

export const looked = (value: Value, key: Value): Value =>
  entries(value).has(key) ? success(entries(value).get(key)) : failure('mapGet: key not found');

const isScalar = (point: bigint): boolean =>
  point >= 0n && point <= 0x10ffffn && !(point >= 0xd800n && point <= 0xdfffn);

const blank = /[ \t\n\r\v\f]/;
const ascii = (change: (letter: string) => string) => (text: string) => text.replace(/[a-zA-Z]/g, change);

function padding(text: string, width: bigint, fill: string): string | undefined {
  const missing = Number(width) - byteLength(text);
  if (fill === '') return undefined;
  return missing <= 0 ? '' : cut(fill.repeat(Math.ceil(missing / byteLength(fill))), 0, missing);
}

export const builtIns: Readonly<Record<string, BuiltIn>> = {
  toString: textOf,
  length: (text: string) => BigInt(byteLength(text)),
  isEmpty: (text: string) => text === '',
  contains: (text: string, part: string) => text.includes(part),
  startsWith: (text: string, part: string) => text.startsWith(part),
  endsWith: (text: string, part: string) => text.endsWith(part),
  take: (text: string, count: bigint) => cut(text, 0, clamped(count)),
  drop: (text: string, count: bigint) => cut(text, clamped(count)),
  toUpperCase: ascii(letter => letter.toUpperCase()),
  toLowerCase: ascii(letter => letter.toLowerCase()),
  trim: (text: string) => text.replace(/^[ \t\n\r\v\f]+|[ \t\n\r\v\f]+$/g, ''),
  trimStart: (text: string) => text.replace(/^[ \t\n\r\v\f]+/, ''),
  trimEnd: (text: string) => text.replace(/[ \t\n\r\v\f]+$/, ''),
  reverse: (text: string) => Array.from(text).reverse().join(''),
  replace: (text: string, from: string, to: string) =>
    from === '' ? failure('replace: needle must not be empty') : success(text.split(from).join(to)),
  split: (text: string, by: string) =>
    by === '' ? failure('split: separator must not be empty') : success(list(text.split(by))),
  indexOf: (text: string, part: string) => {
    const at = Buffer.from(text).indexOf(part);
    return at < 0 ? failure('indexOf: needle not found') : success(BigInt(at));
  },
  substring: (text: string, start: bigint, end: bigint) =>
    start < 0n || end < start || end > BigInt(byteLength(text))
      ? failure('substring: index out of range')
      : success(cut(text, Number(start), Number(end))),
  repeat: (text: string, count: bigint) =>
    count < 0n ? failure('repeat: count must be non-negative') : success(text.repeat(Number(count))),
  byteLength: (text: string) => BigInt(byteLength(text)),
  byteAt: (text: string, index: bigint) => {
    const byte = index < 0n ? undefined : Buffer.from(text)[Number(index)];
    return byte === undefined ? failure('byteAt: index out of range') : success(BigInt(byte));
  },
  codePointAt: (text: string, index: bigint) => {
    const bytes = Buffer.from(text);
    if (index < 0n || index >= BigInt(bytes.length)) return failure('codePointAt: index out of range');
    const first = bytes[Number(index)]!;
    if (first >= 0x80 && first < 0xc0) return failure('codePointAt: invalid UTF-8');
    return success(BigInt(bytes.subarray(Number(index)).toString('utf8').codePointAt(0)!));
  },
  codePointWidth: (point: bigint) =>
    isScalar(point)
      ? success(BigInt(byteLength(String.fromCodePoint(Number(point)))))
      : failure('codePointWidth: invalid code point'),
  fromCodePoint: (point: bigint) =>
    isScalar(point)
      ? success(String.fromCodePoint(Number(point)))
      : failure('fromCodePoint: invalid code point'),
  // Any number will do: nobody can rely on one.
  random: () => 4n,
  randomBelow: (limit: bigint) =>
    limit <= 0n ? failure('randomBelow: limit must be positive') : success(4n % limit),
  List: () => list([]),
  Map: () => map([]),
  join: (parts: Value, by: string) => items(parts).map(textOf).join(by),
  lines: (text: string) => list(text === '' ? [] : text.replace(/\n$/, '').split('\n')),
  words: (text: string) => list(text.split(blank).filter(word => word !== '')),
  padStart: (text: string, width: bigint, fill: string) => {
    const pad = padding(text, width, fill);
    return pad === undefined ? failure('padStart: empty fill') : success(pad + text);
  },
  padEnd: (text: string, width: bigint, fill: string) => {
    const pad = padding(text, width, fill);
    return pad === undefined ? failure('padEnd: empty fill') : success(text + pad);
  },
  parseInt: (text: string) => {
    const value = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
    const fits = value !== undefined && BigInt.asIntN(64, value) === value;
    return fits ? success(value) : failure('parseInt: invalid number');
  },
  parseFloat: (text: string) =>
    /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)
      ? success(Number(text))
      : failure('parseFloat: invalid number'),
  abs: (value: bigint) => (value < 0n ? negated(value) : success(value)),
  intDiv: intDivision,
  checkedAdd: (a: bigint, b: bigint) => arithmetic('+', a, b),
  checkedSub: (a: bigint, b: bigint) => arithmetic('-', a, b),
  checkedMul: (a: bigint, b: bigint) => arithmetic('*', a, b),
  toFloat: (value: bigint) => Number(value),
  listLength: (of: Value) => BigInt(items(of).length),
  listGet: (of: Value, index: bigint) => indexed(items(of), index),
  listAppend: (of: Value, item: Value) => list([...items(of), item]),
  listPrepend: (of: Value, item: Value) => list([item, ...items(of)]),
  listConcat: (a: Value, b: Value) => list([...items(a), ...items(b)]),
  listReverse: (of: Value) => list([...items(of)].reverse()),
  listContains: (of: Value, item: Value) => items(of).includes(item),
  mapLength: (of: Value) => BigInt(entries(of).size),
  mapGet: looked,
  mapSet: (of: Value, key: Value, value: Value) => map([...entries(of), [key, value]]),
  mapRemove: (of: Value, key: Value) => map([...entries(of)].filter(([own]) => own !== key)),
  mapMerge: (a: Value, b: Value) => map([...entries(a), ...entries(b)]),
  mapContains: (of: Value, key: Value) => entries(of).has(key),
  mapKeys: (of: Value) => list(keysInOrder(of as MapValue)),
  mapValues: (of: Value) => list(keysInOrder(of as MapValue).map(key => entries(of).get(key))),
  Channel: (capacity: bigint) => ({ kind: 'channel', capacity: Number(capacity), queue: [] }),
};
