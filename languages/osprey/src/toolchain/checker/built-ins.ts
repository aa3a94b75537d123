// The functions of the language itself, by their types. `S` stands for what can be printed, other single letters for any type.

import { Problems, SourceText } from '@sonde/native-compiler';
import { parseType } from '../syntax/default/parse-types.js';
import { scan } from '../syntax/scanner.js';
import { TokenCursor } from '../syntax/token-cursor.js';
import type { TypeTree } from '../syntax/tree.js';

const signatures: Readonly<Record<string, string>> = {
  print: '(S) -> Unit',
  toString: '(S) -> string',

  length: '(string) -> int',
  isEmpty: '(string) -> bool',
  contains: '(string, string) -> bool',
  startsWith: '(string, string) -> bool',
  endsWith: '(string, string) -> bool',
  take: '(string, int) -> string',
  drop: '(string, int) -> string',
  toUpperCase: '(string) -> string',
  toLowerCase: '(string) -> string',
  trim: '(string) -> string',
  trimStart: '(string) -> string',
  trimEnd: '(string) -> string',
  reverse: '(string) -> string',
  replace: '(string, string, string) -> string',
  split: '(string, string) -> List<string>',
  join: '(List<string>, string) -> string',
  lines: '(string) -> List<string>',
  words: '(string) -> List<string>',
  padStart: '(string, int, string) -> Result<string, Error>',
  padEnd: '(string, int, string) -> Result<string, Error>',
  parseInt: '(string) -> Result<int, Error>',
  parseFloat: '(string) -> Result<float, Error>',

  abs: '(int) -> Result<int, MathError>',
  intDiv: '(int, int) -> Result<int, MathError>',
  checkedAdd: '(int, int) -> Result<int, MathError>',
  checkedSub: '(int, int) -> Result<int, MathError>',
  checkedMul: '(int, int) -> Result<int, MathError>',
  toFloat: '(int) -> float',

  listLength: '(List<T>) -> int',
  listGet: '(List<T>, int) -> Result<T, Error>',
  listAppend: '(List<T>, T) -> List<T>',
  listPrepend: '(List<T>, T) -> List<T>',
  listConcat: '(List<T>, List<T>) -> List<T>',
  listReverse: '(List<T>) -> List<T>',
  listContains: '(List<E>, E) -> bool',
  forEachList: '(List<T>, (T) -> U) -> Unit',

  mapLength: '(Map<K, V>) -> int',
  mapGet: '(Map<K, V>, K) -> Result<V, Error>',
  mapSet: '(Map<K, V>, K, V) -> Map<K, V>',
  mapRemove: '(Map<K, V>, K) -> Map<K, V>',
  mapMerge: '(Map<K, V>, Map<K, V>) -> Map<K, V>',
  mapContains: '(Map<K, V>, K) -> bool',
  mapKeys: '(Map<K, V>) -> List<K>',
  mapValues: '(Map<K, V>) -> List<V>',

  range: '(int, int) -> Iterator<int>',
  map: '(Iterator<T>, (T) -> U) -> Iterator<U>',
  filter: '(Iterator<T>, (T) -> bool) -> Iterator<T>',
  forEach: '(Iterator<T>, (T) -> U) -> Unit',
  fold: '(Iterator<T>, A, (A, T) -> A) -> A',

  Channel: '(int) -> Channel<T>',
  sleep: '(int) -> Unit',
  fiberDone: '(Fiber<T>) -> bool',
};

/** Functions that hand an iterator on, or use it up. */
export const iteratorUsers: ReadonlySet<string> = new Set(['map', 'filter', 'forEach', 'fold']);

export interface BuiltInSignature {
  readonly parameters: readonly TypeTree[];
  readonly result: TypeTree;
}

const known = new Map<string, BuiltInSignature>();

export function builtIn(name: string): BuiltInSignature | undefined {
  const text = Object.hasOwn(signatures, name) ? signatures[name] : undefined;
  if (text === undefined) return undefined;
  let signature = known.get(name);
  if (signature === undefined) {
    const problems = new Problems(new SourceText({ name: 'library' }, text));
    const type = parseType(new TokenCursor(scan(problems.text, 'default', problems), problems));
    if (type.kind !== 'function') throw new Error(`${name} is no function`);
    known.set(name, (signature = type));
  }
  return signature;
}

export const builtInNames: readonly string[] = Object.keys(signatures);
