// The functions of the language itself, by their types. `S` and `R` stand for what can be printed, other single letters for any type.

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
  replace: '(string, string, string) -> Result<string, Error>',
  split: '(string, string) -> Result<List<string>, Error>',
  indexOf: '(string, string) -> Result<int, Error>',
  substring: '(string, int, int) -> Result<string, Error>',
  repeat: '(string, int) -> Result<string, Error>',
  byteLength: '(string) -> int',
  byteAt: '(string, int) -> Result<int, Error>',
  codePointAt: '(string, int) -> Result<int, Error>',
  codePointWidth: '(int) -> Result<int, Error>',
  fromCodePoint: '(int) -> Result<string, Error>',
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

  List: '() -> List<T>',
  listLength: '(List<T>) -> int',
  listGet: '(List<T>, int) -> Result<T, Error>',
  listAppend: '(List<T>, T) -> List<T>',
  listPrepend: '(List<T>, T) -> List<T>',
  listConcat: '(List<T>, List<T>) -> List<T>',
  listReverse: '(List<T>) -> List<T>',
  listContains: '(List<E>, E) -> bool',
  forEachList: '(List<T>, (T) -> U) -> Unit',

  Map: '() -> Map<K, V>',
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
  fiberDone: '(Fiber<T>) -> int',

  input: '() -> string',
  readFile: '(string) -> Result<string, Error>',
  writeFile: '(string, string) -> Result<int, Error>',
  random: '() -> int',
  randomBelow: '(int) -> Result<int, Error>',

  test: '(string, () -> T) -> Unit',
  expect: '(S, R) -> Unit',
  expectTrue: '(bool) -> Unit',
  expectFalse: '(bool) -> Unit',
  check: '(string, S, R) -> Unit',
  checkTrue: '(string, bool) -> Unit',
  checkFalse: '(string, bool) -> Unit',
  checkAll: '(string, List<bool>) -> Unit',
};

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

/** Programs that use one of them are tests: they end with a summary, and with exit code 1 where something failed. */
export const testFunctions: ReadonlySet<string> = new Set([
  ...['test', 'expect', 'expectTrue', 'expectFalse', 'check', 'checkTrue', 'checkFalse', 'checkAll'],
]);

export const builtInNames: readonly string[] = Object.keys(signatures);
