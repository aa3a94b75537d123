// Breakpoint requests: each replaces what this client has in one group, and answers in the client's order.

import type { Breakpoint, Capabilities, Checksum, SourceBreakpoint } from '@sonde/dap';
import {
  Failure,
  notSupported,
  sourceKey,
  type DataAccess,
  type Engine,
  type Place,
  type Resolution,
  type SourceRef,
} from '@sonde/engine';
import type { Language } from '@sonde/language';
import { unverifiedMessage } from '../breakpoints/breakpoint-messages.js';
import { modeProblem, modesOf, type KnownMode } from '../breakpoints/breakpoint-modes.js';
import type {
  BreakpointGroup,
  BreakpointTable,
  Owned,
  TableChange,
} from '../breakpoints/breakpoint-table.js';
import { capabilitiesOf } from '../capabilities.js';
import { changeSensible } from '../breakpoints/sensible-breakpoints.js';
import { dataIdOf, watchedByDataId } from '../breakpoints/data-id.js';
import type { DebugSession } from '../debug-session.js';
import { breakpointBody } from '../events/event-translation.js';
import { isChoice, readExceptionChoice, type KnownFilter } from '../breakpoints/exception-choice.js';
import { qualifiedFilterId } from '../breakpoints/exception-offer.js';
import { namedAddress } from '../values/named-address.js';
import { askedSource } from '../asked-source.js';
import { serve, type RequestContext, type RequestEntry, type SessionContext } from '../request-table.js';
import { isOverWithin } from '../waiting/time-limit.js';
import { childOf } from '../values/value-access.js';
import { problem, readBreakpoint, type Wanted } from '../breakpoints/wanted-breakpoint.js';

/** How long an answer waits for a program that is being built; then it is "pending", and an event tells the rest. */
const loadingPatienceMs = 5_000;

export const breakpointRequests: readonly RequestEntry[] = [
  serve(
    'setBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      const client = context.adapter.client!;
      const { session } = context.adapter;
      const source = askedSource(client, args.source, session);
      const modes = knownModes(context);
      const wanted: readonly SourceBreakpoint[] =
        args.breakpoints ?? (args.lines ?? []).map(line => ({ line }));
      const specs = wanted.map(given => {
        const column = client.translation.fromColumn(given.column);
        const where = {
          kind: 'source' as const,
          source,
          line: client.translation.fromLine(given.line),
          ...(column === undefined ? {} : { column }),
        };
        return readBreakpoint(given, where, modes);
      });
      await compareWithBuilt(session, source, args.source.checksums);
      const answers = await replace(context, { kind: 'source', path: sourceKey(source) }, specs);
      // Helix takes an answer without a line to mean the first line of the file, and puts the breakpoint there.
      return { breakpoints: answers.map((each, nth) => ({ ...each, line: each.line ?? wanted[nth]!.line })) };
    },
  ),

  serve(
    'setFunctionBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      const specs = args.breakpoints.map(given =>
        readBreakpoint(given, { kind: 'function', name: given.name }, []),
      );
      return { breakpoints: await replace(context, { kind: 'function' }, specs) };
    },
  ),

  serve(
    'setInstructionBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      const specs = args.breakpoints.map(given => {
        const address = namedAddress(given.instructionReference, given.offset);
        if ('problem' in address)
          return problem(`${address.problem} Take one from the disassembly or a stack frame.`);
        return readBreakpoint(given, { kind: 'instruction', address }, knownModes(context));
      });
      return { breakpoints: await replace(context, { kind: 'instruction' }, specs) };
    },
  ),

  serve(
    'setDataBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      const specs = args.breakpoints.map(given => {
        const watched = watchedByDataId(given.dataId);
        if (watched === undefined)
          return problem(
            `"${given.dataId}" is not the id of a data breakpoint. Take one from "dataBreakpointInfo".`,
          );
        const { place, size, mode } = watched;
        const access = given.accessType ?? 'write';
        const known = context.adapter.session?.language.engine.traits.breakpoints.data;
        if (known?.includes(access) === false)
          return problem(
            `Accesses of the kind "${access}" cannot be watched. Choose from: ${known.join(', ')}.`,
          );
        return readBreakpoint({ ...given, mode }, { kind: 'data', place, size, access }, knownModes(context));
      });
      return { breakpoints: await replace(context, { kind: 'data' }, specs) };
    },
  ),

  serve(
    'setExceptionBreakpoints',
    { needs: 'initialized', changes: true, holdsEvents: true },
    async (context, args) => {
      const { adapter } = context;
      // Who saw no filter and sends none has chosen nothing: what the language thinks sensible stays.
      if (adapter.offeredExceptions || adapter.choseExceptions || isChoice(args)) {
        adapter.choseExceptions = true;
        await adapter.session?.breakpointLife.exceptionFiltersChosen(adapter.client!);
      }
      const wanted = readExceptionChoice(args, knownFilters(context), knownModes(context));
      return { breakpoints: await replace(context, { kind: 'exception' }, wanted) };
    },
  ),

  serve(
    'breakpointLocations',
    { needs: 'loaded', afterEnd: { breakpoints: [] } },
    async ({ session, client }, args) => {
      const source = askedSource(client, args.source, session);
      const first = client.translation.fromLine(args.line);
      const last = args.endLine === undefined ? first : client.translation.fromLine(args.endLine);
      const locations = await (await session.engine()).breakpointLocations(source, first, last);
      return { breakpoints: locations.map(location => client.translation.range(location)) };
    },
  ),

  serve(
    'dataBreakpointInfo',
    { needs: 'stopped', capability: 'supportsDataBreakpoints' },
    async (context, args) => {
      const { session } = context;
      const engine = await session.engine();
      const accessTypes = [...engine.traits.breakpoints.data] as DataAccess[];
      const refused = (why: string) => ({ dataId: null, description: why });
      const { mode } = args;
      const wrongMode = mode === undefined ? undefined : modeProblem(mode, 'data', knownModes(context));
      if (wrongMode !== undefined) return refused(wrongMode);
      if (args.asAddress === true) {
        const address = namedAddress(args.name);
        if ('problem' in address) return refused(address.problem);
        const size = args.bytes ?? engine.process.pointerSize;
        const place: Place = { kind: 'memory', address, size };
        const description = `${size} bytes at ${args.name}`;
        session.dataNames.note(place, description);
        return {
          dataId: dataIdOf(place, size, mode),
          description,
          accessTypes,
          canPersist: true,
        };
      }
      const language = await languageAsked(context, args);
      const value = await watchedValue(context, args).catch(notMeant);
      if (value instanceof Failure) return refused(value.text);
      if (value?.place === undefined)
        return refused(`${args.name} is a result and lives nowhere that could be watched.`);
      const places = engine.traits.breakpoints.dataPlaces;
      if (places?.includes(value.place.kind) === false)
        return refused(`${args.name} is not in memory and cannot be watched.`);
      const size = args.bytes ?? session.loadedEngine?.types.resolve(value.type).size ?? 0;
      session.dataNames.note(value.place, args.name);
      session.watchedTypes.note(value.place, { type: value.type, types: engine.types, size, language });
      const canPersist = value.place.kind === 'global' || value.place.kind === 'storage';
      return { dataId: dataIdOf(value.place, size, mode), description: args.name, accessTypes, canPersist };
    },
  ),
];

/** The modes that the client was told of, or those of its program. */
const knownModes = ({ adapter }: RequestContext): readonly KnownMode[] =>
  adapter.session === undefined
    ? (adapter.declared.breakpointModes ?? [])
    : modesOf(adapter.session.language.engine.traits);

function knownFilters({ adapter }: RequestContext): readonly KnownFilter[] | undefined {
  const { language } = adapter;
  return language?.exceptionFilters.map(filter => ({
    ...filter,
    offeredAs: qualifiedFilterId(language, filter.id),
  }));
}

async function replace(
  context: RequestContext,
  group: BreakpointGroup,
  wanted: readonly Wanted[],
): Promise<Breakpoint[]> {
  const { adapter } = context;
  const { session } = adapter;
  const client = adapter.client!;
  // Clients set their exception filters whatever there is, most often none.
  const isGreeting = group.kind === 'exception' && wanted.length === 0;
  if (session !== undefined && !isGreeting) requireKind(session, group);
  const engine = session === undefined ? undefined : await engineSoon(session);
  const table: BreakpointTable = session?.breakpoints ?? adapter.early;
  const change = table.replace(
    client.id,
    group,
    wanted.flatMap(each => (each.kind === 'set' ? each.parts : [])),
  );
  if (engine !== undefined && session !== undefined && (change.set.length > 0 || change.remove.length > 0)) {
    table.update(await resolved(engine, session.language, change));
  }
  const entries = change.entries[Symbol.iterator]();
  return wanted.map(each => {
    if (each.kind === 'problem') return { verified: false, message: each.message, reason: 'failed' as const };
    if (each.kind === 'idle') return { verified: true, message: each.message };
    return answerFor(
      context,
      each.parts.map(() => entries.next().value!),
    );
  });
}

/** A program that ends meanwhile takes no breakpoints any more, which is no fault of who sets them. */
async function resolved(
  engine: Engine,
  language: Language,
  { set, remove }: TableChange,
): Promise<readonly Resolution[]> {
  try {
    return await changeSensible(engine, language, set, remove);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'wrong-state') throw error;
    const message = 'The program has ended; start it again.';
    return set.map(({ id }) => ({ id, state: 'pending', sites: [], message }));
  }
}

/** The answer for one wish, from all that was set for it: what is wrong with any of them is worth telling. */
function answerFor({ adapter }: RequestContext, parts: readonly Owned[]): Breakpoint {
  const [first, ...others] = parts;
  const id = first!.spec.id;
  delete first!.partOf;
  for (const other of others) other.partOf = id;
  const told = parts.find(part => part.resolution.state !== 'resolved') ?? first!;
  const { session, client } = adapter;
  if (session !== undefined) return { ...breakpointBody(session, client!, told), id };
  return { id, verified: false, message: unverifiedMessage(told.spec, told.resolution), reason: 'pending' };
}

/** What the client was not told that the program has is refused, not ignored. */
function requireKind({ language }: DebugSession, { kind }: BreakpointGroup): void {
  const capability = capabilityOf[kind];
  const declared = capability === undefined ? true : capabilitiesOf(language)[capability];
  const lacks = declared === undefined || (Array.isArray(declared) && declared.length === 0);
  if (lacks) throw notSupported(`a breakpoint of the kind "${kind}"`, `${language.name} programs have none`);
}

const capabilityOf: Readonly<Record<BreakpointGroup['kind'], keyof Capabilities | undefined>> = {
  source: undefined,
  function: 'supportsFunctionBreakpoints',
  instruction: 'supportsInstructionBreakpoints',
  data: 'supportsDataBreakpoints',
  exception: 'exceptionBreakpointFilters',
};

/**
 * The engine if the program is loaded. Without a launch in sight there is none and the answer is "pending" at once; one
 * that is under way is waited for, but not as long as a build may take.
 */
async function engineSoon(session: DebugSession): Promise<Engine | undefined> {
  if (session.life.isLoading) await isOverWithin(session.engine(), loadingPatienceMs);
  return session.loadedEngine;
}

/** A breakpoint in a text that is not the one the program was built from says so in its answer. */
async function compareWithBuilt(
  session: DebugSession | undefined,
  source: SourceRef,
  checksums: readonly Checksum[] | undefined,
): Promise<void> {
  if (session === undefined || (await engineSoon(session)) === undefined) return;
  await session.builtSources.look(source, checksums);
}

/** The language of the frame that a value was found in. */
function languageAsked(
  { session }: SessionContext,
  args: { readonly variablesReference?: number; readonly frameId?: number },
): Promise<Language> {
  if (args.variablesReference !== undefined)
    return session.languageOf(session.containers.get(args.variablesReference).frame);
  return session.languageOf(
    args.frameId === undefined ? undefined : session.frames.get(args.frameId).frame.id,
  );
}

/** That a text names nothing is an answer to who asks whether it can be watched; any other failure is none. */
function notMeant(error: unknown): Failure {
  if (error instanceof Failure && (error.code === 'bad-expression' || error.code === 'not-found'))
    return error;
  throw error;
}

async function watchedValue(
  context: SessionContext,
  args: { readonly name: string; readonly variablesReference?: number; readonly frameId?: number },
) {
  const { session, signal } = context;
  const { evaluator } = session;
  if (args.variablesReference !== undefined) {
    const { raw, path } = await childOf(session, args.variablesReference, args.name, signal);
    if (raw === undefined) return undefined;
    const { frame } = session.containers.get(args.variablesReference);
    const meant = path === args.name ? await evaluator.meant(args.name, raw, frame, signal) : raw;
    return evaluator.referredTo(meant, frame, signal);
  }
  const frame = args.frameId === undefined ? undefined : session.frames.get(args.frameId).frame.id;
  const found = await evaluator.evaluate(args.name, { frame, effects: false, signal });
  return evaluator.referredTo(await evaluator.meant(args.name.trim(), found, frame, signal), frame, signal);
}
