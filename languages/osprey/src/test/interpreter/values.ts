// Values as the interpreter has them, and how they print.

import type { TypedLambda, Variable } from '../../toolchain/checker/typed-program.js';
import { floatText } from '../../toolchain/float-text.js';
import { shortName } from '../../toolchain/syntax/token-cursor.js';
import type { Fiber } from './fibers.js';

export type Value =
  | bigint
  | number
  | string
  | boolean
  | undefined
  | RecordValue
  | ResultValue
  | ListValue
  | MapValue
  | ClosureValue
  | Fiber
  | ChannelValue;

export interface RecordValue {
  readonly kind: 'record';
  /** Of the constructor; empty for a record without a name. */
  readonly name: string;
  readonly fields: readonly Value[];
  readonly names: readonly string[];
  /** Of a union. */
  readonly isVariant: boolean;
}

export type ResultValue =
  | { readonly kind: 'result'; readonly ok: true; readonly value: Value }
  | { readonly kind: 'result'; readonly ok: false; readonly message: string };

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
}

export interface MapValue {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<Value, Value>;
}

/** A variable that handlers may assign is a cell, which closures share. */
export interface Cell {
  value: Value;
}

export type Environment = Map<Variable, Cell>;

export interface ClosureValue {
  readonly kind: 'closure';
  readonly lambda: Pick<TypedLambda, 'parameters' | 'code'>;
  readonly environment: Environment;
  readonly frame: string;
}

export interface ChannelValue {
  readonly kind: 'channel';
  readonly capacity: number;
  readonly queue: Value[];
}

export const success = (value: Value): ResultValue => ({ kind: 'result', ok: true, value });
export const failure = (message: string): ResultValue => ({ kind: 'result', ok: false, message });
export const list = (items: readonly Value[]): ListValue => ({ kind: 'list', items });

export const isResult = (value: Value): value is ResultValue =>
  typeof value === 'object' && value.kind === 'result';

export function textOf(value: Value): string {
  if (value === undefined) return '0';
  if (typeof value === 'number') return floatText(value);
  if (typeof value !== 'object') return String(value);
  if (value.kind === 'result')
    return value.ok ? `Success(${textOf(value.value)})` : `Error(${value.message})`;
  throw new Error(`a ${value.kind} has no text`);
}

/** What is left of a value that may be anything. */
export function erasedText(value: Value): string {
  if (typeof value !== 'object' || isResult(value)) return textOf(value);
  switch (value.kind) {
    case 'record': {
      if (value.isVariant) return shortName(value.name);
      const parts = value.fields.map((field, nth) => `${value.names[nth]}: ${erasedText(field)}`);
      return `{ ${parts.join(', ')} }`;
    }
    case 'closure':
      return '<function>';
    default:
      return `<${value.kind}>`;
  }
}

/** Maps are visited in the order of their trie: by the hash of the key, five bits at a time. */
export function keysInOrder({ entries }: MapValue): readonly Value[] {
  return [...entries.keys()]
    .map(key => ({ key, path: pathOf(hashOf(key)) }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map(({ key }) => key);
}

const pathOf = (hash: number): string =>
  Array.from({ length: 7 }, (_, level) => String.fromCharCode(64 + ((hash >>> (level * 5)) & 31))).join('');

function hashOf(key: Value): number {
  if (typeof key === 'string') {
    let hash = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(key)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    return hash;
  }
  const word = wordOf(key);
  const mixed = BigInt.asUintN(64, (word ^ (word >> 32n)) * 0x9e3779b97f4a7c15n);
  return Number(mixed >> 32n);
}

function wordOf(key: Value): bigint {
  if (typeof key === 'bigint') return BigInt.asUintN(64, key);
  if (typeof key === 'boolean') return key ? 1n : 0n;
  if (typeof key === 'number') return new BigUint64Array(new Float64Array([key]).buffer)[0]!;
  throw new Error('this is no key of a map');
}
