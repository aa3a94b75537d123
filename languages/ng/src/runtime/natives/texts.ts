// Natives for texts and arrays. Texts are bytes: lengths and places count those, and only ASCII letters change case.

import { copyOf } from '../sharing.js';
import { show } from '../show.js';
import { Composite, makeArray, makeU32, ProgramError, type Value } from '../values.js';
import { argument, arrayArgument, pure, refuseArgument, textArgument, type Natives } from './native.js';

function length(args: readonly Value[]): Value {
  const value = argument('len', args, 0);
  if (typeof value === 'string') return makeU32(value.length);
  if (value instanceof Composite && value.kind === 'array') return makeU32(value.parts.items.length);
  throw refuseArgument('len', 0, 'an array or string');
}

const blanks: ReadonlySet<string | undefined> = new Set([' ', '\t', '\n', '\r']);

/** By hand: a pattern that ends with the text looks at long blanks in its middle once for each of them. */
function trimmed(text: string): string {
  let start = 0;
  while (blanks.has(text[start])) start++;
  let end = text.length;
  while (end > start && blanks.has(text[end - 1])) end--;
  return text.slice(start, end);
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ProgramError(`regexMatch() invalid regex: ${why}`);
  }
}

const text = (
  name: string,
  compute: (first: string, second: string, third: string) => Value,
  count: 1 | 2 | 3,
) =>
  pure(args => {
    const texts = [0, 1, 2].map(nth => (nth < count ? textArgument(name, args, nth) : ''));
    return compute(texts[0]!, texts[1]!, texts[2]!);
  });

export const textNatives: Natives = {
  len: pure(length),
  split: pure(args => {
    const source = textArgument('split', args, 0, 'a source string');
    const delimiter = textArgument('split', args, 1, 'a string delimiter');
    return makeArray(source.split(delimiter));
  }),
  join: pure(args => {
    const items = arrayArgument('join', args, 0);
    return items.map(show).join(textArgument('join', args, 1, 'a string separator'));
  }),
  trim: text('trim', trimmed, 1),
  contains: text('contains', (whole, part) => whole.includes(part), 2),
  replace: text('replace', (whole, old, by) => (old === '' ? whole : whole.split(old).join(by)), 3),
  startsWith: text('startsWith', (whole, prefix) => whole.startsWith(prefix), 2),
  endsWith: text('endsWith', (whole, suffix) => whole.endsWith(suffix), 2),
  toUpper: text('toUpper', whole => whole.replace(/[a-z]+/g, part => part.toUpperCase()), 1),
  toLower: text('toLower', whole => whole.replace(/[A-Z]+/g, part => part.toLowerCase()), 1),
  regexMatch: ({ host }, args) => {
    const [whole, pattern] = [textArgument('regexMatch', args, 0), textArgument('regexMatch', args, 1)];
    const search = (): boolean => matches(whole, pattern);
    return { value: host.withinTime === undefined ? search() : host.withinTime(search) };
  },
  reverse: pure(args => {
    if (args.length > 1) throw new ProgramError('reverse() accepts at most 1 argument(s)');
    return makeArray(arrayArgument('reverse', args, 0).map(copyOf).reverse());
  }),
};
