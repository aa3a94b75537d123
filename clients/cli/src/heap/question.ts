// What `sonde heap` is asked: one question about a heap, from the options of the command line.

import { groupings, type Grouping } from '@sonde/heap';
import { UsageError, type Invocation, type OptionSpec } from '../command.js';

export type HeapQuestion =
  | { readonly kind: 'overview' }
  | { readonly kind: 'groups'; readonly by: Grouping }
  | { readonly kind: 'retained' }
  | { readonly kind: 'why' | 'path' | 'refs' | 'retainers' | 'dominated'; readonly id: number }
  | { readonly kind: 'find'; readonly text: string }
  | { readonly kind: 'cut'; readonly from: number; readonly to: number; readonly name?: string }
  | { readonly kind: 'diff'; readonly other: string };

/** Of each a heap answers one at a time. */
export const questionOptions = {
  types: { type: 'boolean', help: 'how many there are of each type, and what they keep alive' },
  by: { type: 'string', value: 'WHAT', help: 'the same by site, owner, kind or module' },
  retained: { type: 'boolean', help: 'the objects that keep most alive' },
  why: {
    type: 'string',
    value: 'ID',
    help: 'why an object is alive: paths from roots that differ in who owns it',
  },
  path: { type: 'string', value: 'ID', help: 'the shortest path from a root to an object' },
  refs: { type: 'string', value: 'ID', help: 'what an object refers to' },
  retainers: { type: 'string', value: 'ID', help: 'what refers to an object' },
  dominated: { type: 'string', value: 'ID', help: 'what would be freed with an object, largest first' },
  find: { type: 'string', value: 'TEXT', help: 'objects with this text in type or value' },
  cut: {
    type: 'string',
    value: 'A->B',
    help: 'what would be freed without the reference from A to B; A.name->B picks one',
  },
  diff: { type: 'string', value: 'OTHER', help: 'what changed since another snapshot of the same process' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export function questionOf({ flag, text }: Invocation): HeapQuestion {
  const asked = Object.keys(questionOptions).filter(name => flag(name) || text(name) !== undefined);
  const [name, second] = asked as (keyof typeof questionOptions)[];
  if (second !== undefined)
    throw new UsageError(`--${name} and --${second} are two questions: ask one at a time.`);
  const value = name === undefined ? '' : (text(name) ?? '');
  switch (name) {
    case undefined:
      return { kind: 'overview' };
    case 'types':
      return { kind: 'groups', by: 'type' };
    case 'by':
      return { kind: 'groups', by: groupingIn(value) };
    case 'retained':
      return { kind: 'retained' };
    case 'find':
      if (value.trim() === '') throw new UsageError('--find needs a text to look for.');
      return { kind: 'find', text: value };
    case 'cut':
      return cutIn(value);
    case 'diff':
      return { kind: 'diff', other: value };
    default:
      return { kind: name, id: idIn(value, `--${name}`) };
  }
}

function groupingIn(text: string): Grouping {
  const offered = groupings.filter(each => each !== 'selection');
  const found = offered.find(each => each === text);
  if (found !== undefined) return found;
  throw new UsageError(`--by takes ${offered.join(', ')}; not "${text}".`);
}

function idIn(text: string, option: string): number {
  const digits = /^@?(\d{1,16})$/.exec(text)?.[1];
  if (digits !== undefined && Number.isSafeInteger(Number(digits))) return Number(digits);
  throw new UsageError(`${option} takes the id of an object, such as 17 or @17; not "${text}".`);
}

function cutIn(text: string): HeapQuestion {
  const [, from, name, to] = /^@?(\d{1,16})(?:\.(.+?))?\s*->\s*@?(\d{1,16})$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new UsageError(`--cut takes two ids, such as 17->42 or 17.next->42 (in quotes); not "${text}".`);
  return { kind: 'cut', from: Number(from), to: Number(to), ...(name === undefined ? {} : { name }) };
}

export function countIn(text: string | undefined, option: string, usual: number): number {
  if (text === undefined) return usual;
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new UsageError(`--${option} takes a number; not "${text}".`);
}
