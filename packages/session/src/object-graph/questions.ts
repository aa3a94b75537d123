// Questions about a snapshot: the arguments of requests, checked, as queries of the object graph.

import { Failure } from '@sonde/engine';
import type { EdgeSieve, HeapQuery } from '@sonde/heap';

export type Arguments = Readonly<Record<string, unknown>>;

/** What can be asked about one snapshot, by the end of the request's name. */
export const snapshotQuestions: Readonly<Record<string, (args: Arguments) => HeapQuery>> = {
  overview: () => ({ ask: 'summary' }),
  suspects: args => ({ ask: 'suspects', ...optional(args, 'most') }),
  largest: args => ({ ask: 'largest', ...optional(args, 'count'), internal: args['internal'] === true }),
  groups: args => ({
    ask: 'groups',
    // The graph itself refuses a grouping that it does not have, with those that it has.
    by: (text(args, 'by') ?? 'type') as 'type',
    ...optional(args, 'start'),
    ...optional(args, 'count'),
    ...selections(args['selections']),
  }),
  members: args => ({
    ask: 'members',
    by: (text(args, 'by') ?? 'type') as 'type',
    name: text(args, 'name') ?? missing('name'),
    ...optional(args, 'start'),
    ...optional(args, 'count'),
  }),
  node: args => ({ ask: 'node', id: wanted(args, 'id') }),
  references: args => ({ ask: 'references', ...paged(args), ...sieve(args) }),
  retainers: args => ({ ask: 'retainers', ...paged(args), ...sieve(args) }),
  dominated: args => ({
    ask: 'dominated',
    ...paged(args),
    skipCategories: args['skipCategories'] === true,
  }),
  shortestPath: args => ({ ask: 'path', id: wanted(args, 'id') }),
  keyPaths: args => ({ ask: 'key-paths', id: wanted(args, 'id'), ...optional(args, 'most') }),
  cut: args => ({
    ask: 'cut',
    from: wanted(args, 'from'),
    to: wanted(args, 'to'),
    ...edgeName(args['name']),
  }),
  search: args => ({ ask: 'search', text: text(args, 'text') ?? missing('text'), ...optional(args, 'most') }),
};

const paged = (args: Arguments) => ({
  id: wanted(args, 'id'),
  ...optional(args, 'start'),
  ...optional(args, 'count'),
});

function sieve(args: Arguments): EdgeSieve {
  const [order, type, kinds] = [text(args, 'order'), text(args, 'type'), args['kinds']];
  if (order !== undefined && order !== 'size')
    throw new Failure(
      'bad-arguments',
      'user',
      '"order" must be "size".',
      'Leave it out for their own order.',
    );
  const isList = Array.isArray(kinds) && kinds.every(kind => typeof kind === 'string');
  if (kinds !== undefined && kinds !== null && !isList)
    throw new Failure('bad-arguments', 'user', '"kinds" must be a list of kinds of references.');
  return {
    ...(order === undefined ? {} : { order }),
    ...(type === undefined ? {} : { type }),
    // The graph itself refuses a kind that it does not have, with those that it has.
    ...(isList ? { kinds: kinds as NonNullable<EdgeSieve['kinds']> } : {}),
  };
}

/** The largest page: beyond it a client asks again. */
const most = 10_000;

export function wanted(args: Arguments, name: string): number {
  return whole(args[name], name) ?? missing(name);
}

export function optional<Name extends string>(
  args: Arguments,
  name: Name,
): { readonly [Key in Name]?: number } {
  const value = whole(args[name], name);
  if (value === undefined) return {};
  const bounded = name === 'count' || name === 'most' ? Math.min(value, most) : value;
  return { [name]: bounded } as { readonly [Key in Name]: number };
}

export function text(args: Arguments, name: string): string | undefined {
  const value = args[name];
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
  throw new Failure('bad-arguments', 'user', `"${name}" must be a string.`);
}

export function objectIds(args: Arguments, name: string): readonly number[] | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.length <= most && value.every(id => Number.isSafeInteger(id)))
    return value as readonly number[];
  throw new Failure('bad-arguments', 'user', `"${name}" must be a list of at most ${most} ids of objects.`);
}

function whole(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Failure('bad-arguments', 'user', `"${name}" must be a whole number from 0 on.`);
}

function edgeName(name: unknown): { readonly name?: string | number } {
  if (name === undefined || name === null) return {};
  if (typeof name === 'string' || typeof name === 'number') return { name };
  throw new Failure('bad-arguments', 'user', '"name" must be that of a reference: a string or a number.');
}

type Selections = NonNullable<Extract<HeapQuery, { ask: 'groups' }>['selections']>;

function selections(value: unknown): { readonly selections?: Selections } {
  if (value === undefined || value === null) return {};
  const isSelection = (each: unknown): each is Selections[number] => {
    const { name, ids } = (each ?? {}) as { readonly name?: unknown; readonly ids?: unknown };
    return typeof name === 'string' && Array.isArray(ids) && ids.every(id => Number.isSafeInteger(id));
  };
  if (Array.isArray(value) && value.every(isSelection)) return { selections: value };
  throw new Failure('bad-arguments', 'user', '"selections" must be a list of { name, ids }.');
}

function missing(name: string): never {
  throw new Failure('bad-arguments', 'user', `"${name}" is missing.`);
}
