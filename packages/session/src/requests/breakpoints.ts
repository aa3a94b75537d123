// Breakpoint requests: each replaces what this client has in one group, and answers in the client's order.

import type { Breakpoint, SourceBreakpoint } from '@sonde/dap';
import { Failure, notSupported, parseAddress, sourceKey, type DataAccess, type Place } from '@sonde/engine';
import { parseHitCondition } from '@sonde/lens';
import type { BreakpointGroup, BreakpointTable, NewBreakpoint } from '../breakpoint-table.js';
import { dataIdOf, placeOfDataId } from '../data-id.js';
import { breakpointBody } from '../event-translation.js';
import { serve, type RequestContext, type RequestEntry, type SessionContext } from '../request-table.js';
import { childOf } from '../value-access.js';

interface Texts {
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

export const breakpointRequests: readonly RequestEntry[] = [
  serve(
    'setBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      const client = context.adapter.client!;
      const { session } = context.adapter;
      const source = client.translation.fromSource(args.source, session?.sourceMap ?? {}, reference =>
        requireSession(session).sources.get(reference),
      );
      const wanted: readonly SourceBreakpoint[] =
        args.breakpoints ?? (args.lines ?? []).map(line => ({ line }));
      const specs = wanted.map(given => {
        const column = client.translation.fromColumn(given.column);
        return parsed(given, {
          kind: 'source',
          source,
          line: client.translation.fromLine(given.line),
          ...(column === undefined ? {} : { column }),
        });
      });
      return { breakpoints: await replace(context, { kind: 'source', path: sourceKey(source) }, specs) };
    },
  ),

  serve(
    'setFunctionBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      const specs = args.breakpoints.map(given => parsed(given, { kind: 'function', name: given.name }));
      return { breakpoints: await replace(context, { kind: 'function' }, specs) };
    },
  ),

  serve(
    'setInstructionBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      const specs = args.breakpoints.map(given => {
        const base = parseAddress(given.instructionReference);
        if (base === undefined) return problem(`"${given.instructionReference}" is not an address.`);
        return parsed(given, {
          kind: 'instruction',
          address: { ...base, offset: base.offset + BigInt(given.offset ?? 0) },
        });
      });
      return { breakpoints: await replace(context, { kind: 'instruction' }, specs) };
    },
  ),

  serve(
    'setDataBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      const specs = args.breakpoints.map(given => {
        const watched = placeOfDataId(given.dataId);
        if (watched === undefined) return problem(`"${given.dataId}" is not the id of a data breakpoint.`);
        return parsed(given, { kind: 'data', ...watched, access: given.accessType ?? 'write' });
      });
      return { breakpoints: await replace(context, { kind: 'data' }, specs) };
    },
  ),

  serve(
    'setExceptionBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      context.adapter.choseExceptions = true;
      await context.adapter.session?.exceptionFiltersChosen(context.adapter.client!);
      const plain = args.filters.map(filter => parsed({}, { kind: 'exception', filter }));
      const withOptions = (args.filterOptions ?? []).map(option =>
        parsed(option, { kind: 'exception', filter: option.filterId }),
      );
      return {
        breakpoints: await replace(context, { kind: 'exception' }, [...plain, ...withOptions]),
      };
    },
  ),

  serve('breakpointLocations', { needs: 'loaded' }, async ({ session, client }, args) => {
    const source = client.translation.fromSource(args.source, session.sourceMap, reference =>
      session.sources.get(reference),
    );
    const first = client.translation.fromLine(args.line);
    const last = args.endLine === undefined ? first : client.translation.fromLine(args.endLine);
    const locations = await (await session.engine()).breakpointLocations(source, first, last);
    return { breakpoints: locations.map(location => client.translation.range(location)) };
  }),

  serve(
    'dataBreakpointInfo',
    { needs: 'stopped', capability: 'supportsDataBreakpoints' },
    async (context, args) => {
      const { session } = context;
      const engine = await session.engine();
      const accessTypes = [...engine.traits.breakpoints.data] as DataAccess[];
      const refused = (why: string) => ({ dataId: null, description: why });
      if (args.asAddress === true) {
        const address = parseAddress(args.name);
        if (address === undefined) return refused(`${args.name} is not an address.`);
        const size = args.bytes ?? engine.process.pointerSize;
        const place: Place = { kind: 'memory', address, size };
        return {
          dataId: dataIdOf(place, size),
          description: `${size} bytes at ${args.name}`,
          accessTypes,
          canPersist: true,
        };
      }
      const value = await watchedValue(context, args);
      if (value?.place === undefined)
        return refused(`${args.name} is a result and lives nowhere that could be watched.`);
      const places = engine.traits.breakpoints.dataPlaces;
      if (places?.includes(value.place.kind) === false)
        return refused(`${args.name} is not in memory and cannot be watched.`);
      const size = args.bytes ?? session.loadedEngine?.types.resolve(value.type).size ?? 0;
      const canPersist = value.place.kind === 'global' || value.place.kind === 'storage';
      return { dataId: dataIdOf(value.place, size), description: args.name, accessTypes, canPersist };
    },
  ),
];

type Wanted = NewBreakpoint | { readonly problem: string };

const problem = (text: string): Wanted => ({ problem: text });

/** A breakpoint whose texts cannot be read is answered as unverified, with the reason, and the others are set. */
function parsed(given: Texts, where: NewBreakpoint['where']): Wanted {
  try {
    return {
      where,
      ...(isText(given.condition) ? { condition: given.condition } : {}),
      ...(isText(given.hitCondition) ? { hitCondition: parseHitCondition(given.hitCondition) } : {}),
      ...(isText(given.logMessage) ? { logMessage: given.logMessage } : {}),
    };
  } catch (error) {
    if (error instanceof Failure && error.blame === 'user') return problem(error.text);
    throw error;
  }
}

const isText = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

async function replace(
  context: RequestContext,
  group: BreakpointGroup,
  wanted: readonly Wanted[],
): Promise<Breakpoint[]> {
  const { adapter } = context;
  const { session } = adapter;
  const client = adapter.client!;
  // Without a launch in sight the answer is "pending" at once; with one under way it waits for the program.
  const engine =
    session === undefined || session.state === 'ended'
      ? undefined
      : session.life.isLoading
        ? await session.engine()
        : session.loadedEngine;
  const table: BreakpointTable = session?.breakpoints ?? adapter.early;
  const good = wanted.filter((w): w is NewBreakpoint => !('problem' in w));
  const change = table.replace(client.id, group, good);
  if (engine !== undefined && (change.set.length > 0 || change.remove.length > 0)) {
    table.update(await engine.changeBreakpoints(change.set, change.remove));
  }
  const entries = change.entries[Symbol.iterator]();
  return wanted.map(w => {
    if ('problem' in w) return { verified: false, message: w.problem, reason: 'failed' as const };
    const entry = entries.next().value!;
    return session === undefined
      ? {
          id: entry.spec.id,
          verified: false,
          message: entry.resolution.message ?? '',
          reason: 'pending' as const,
        }
      : breakpointBody(session, client, entry);
  });
}

function requireSession<T>(session: T | undefined): T {
  if (session === undefined) throw notSupported('a source without a path', 'no program is loaded');
  return session;
}

async function watchedValue(
  context: SessionContext,
  args: { readonly name: string; readonly variablesReference?: number; readonly frameId?: number },
) {
  const { session, signal } = context;
  if (args.variablesReference !== undefined)
    return (await childOf(session, args.variablesReference, args.name, signal)).raw;
  const frame = args.frameId === undefined ? undefined : session.frames.get(args.frameId).frame.id;
  return session.evaluator.evaluate(args.name, { frame, effects: false, signal });
}
