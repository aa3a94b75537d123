// `sonde/objectGraph/…`: snapshots of the program's objects, and what holds what in them.

import { asFailure } from '@sonde/engine';
import type { HeapProgress } from '@sonde/heap';
import { LongWork } from '../long-work.js';
import { namedValue } from '../values/named-value.js';
import { objectIds, optional, snapshotQuestions, text, wanted } from '../object-graph/questions.js';
import { serveCustom, type RequestEntry } from '../request-table.js';

const named = <Name extends string>(name: Name) => `sonde/objectGraph/${name}` as const;

export const objectGraphRequests: readonly RequestEntry[] = [
  /** Whether a snapshot can be taken now, else why not; and those that there are. */
  serveCustom(named('status'), { needs: 'session' }, async ({ session }) => {
    const snapshots = session.objectGraphs.list();
    try {
      await session.objectGraphs.source();
      return { available: true, snapshots };
    } catch (error) {
      return { available: false, why: asFailure(error).text, snapshots };
    }
  }),

  serveCustom(
    named('snapshot'),
    { needs: 'stopped', byPerson: true, deadlineMs: 'timeout' },
    async (context, args) => {
      const { session } = context;
      const name = text(args, 'name');
      const options = {
        ...(name === undefined ? {} : { name }),
        ...optional(args, 'mostNodes'),
        addresses: args['addresses'] === true,
        by: context.client,
      };
      const work = new LongWork(context, {
        title: 'Taking a snapshot of the objects',
        wanted: 'the objects were not read',
        timeoutMs: session.timeoutMs,
      });
      try {
        const asking = {
          signal: work.signal,
          progress: (now: HeapProgress) => work.report(progressWords(now)),
        };
        const taken = await session.objectGraphs.take(options, asking);
        const overview = await session.objectGraphs.ask(taken.snapshot, { ask: 'summary' }, asking);
        return { ...taken, overview };
      } finally {
        work.end();
      }
    },
  ),

  ...Object.entries(snapshotQuestions).map(([name, query]) =>
    serveCustom(named(name), { needs: 'session' }, async ({ session, signal }, args) => {
      const found = await session.objectGraphs.ask(wanted(args, 'snapshot'), query(args), { signal });
      return bodyOf(found);
    }),
  ),

  serveCustom(named('diff'), { needs: 'session' }, async ({ session, signal }, args) => {
    const { most } = optional(args, 'most');
    return session.objectGraphs.diff(wanted(args, 'before'), wanted(args, 'after'), most, { signal });
  }),

  /** A part of the graph for Graphviz: around an object, the key paths to it, or the objects that are named. */
  serveCustom(named('dot'), { needs: 'session' }, async ({ session, signal }, args) => {
    const id = wanted(args, 'id');
    const of = objectIds(args, 'ids');
    const { most = 40 } = optional(args, 'most');
    const part =
      of !== undefined
        ? { of, focus: id }
        : args['paths'] === true
          ? { pathsTo: [id], each: Math.min(most, 20) }
          : { around: id, depth: Math.min(optional(args, 'depth').depth ?? 2, 10), most };
    return { dot: await session.objectGraphs.dot(wanted(args, 'snapshot'), part, { signal }) };
  }),

  /** The whole graph as JSON, as `sonde heap --export` writes it. */
  serveCustom(named('json'), { needs: 'session' }, async ({ session, signal }, args) => ({
    json: await session.objectGraphs.json(wanted(args, 'snapshot'), { signal }),
  })),

  serveCustom(named('release'), { needs: 'session' }, async ({ session, client }, args) => {
    await session.objectGraphs.release(wanted(args, 'snapshot'), client);
    return {};
  }),

  /** From a variable or an expression to the id of its object; with `snapshot` to the node there. */
  serveCustom(named('find'), { needs: 'stopped' }, async (context, args) => {
    const { session, signal } = context;
    const [expression, name] = [text(args, 'expression'), text(args, 'name')];
    const { value } = await namedValue(context, {
      ...(expression === undefined ? {} : { expression }),
      ...(name === undefined ? {} : { name }),
      ...optional(args, 'frameId'),
      ...(expression === undefined ? { variablesReference: wanted(args, 'variablesReference') } : {}),
    });
    const id = await session.objectGraphs.idOf(value);
    const { snapshot } = optional(args, 'snapshot');
    if (snapshot === undefined) return { id, lives: 'as long as the program' };
    const node = await session.objectGraphs.ask(snapshot, { ask: 'node', id }, { signal });
    return { id, lives: 'as long as the program', node };
  }),
];

/** Lists have a name of their own, so that a body is an object and can grow. */
function bodyOf(found: unknown): unknown {
  if (Array.isArray(found)) return { items: found as readonly unknown[] };
  return found ?? {};
}

const progressWords = ({ step, done, of }: HeapProgress): string =>
  done === 0 ? step : of === undefined ? `${step}: ${done}` : `${step}: ${done} of ${of}`;
