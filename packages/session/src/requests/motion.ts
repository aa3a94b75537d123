// Motion requests: each sets the program moving and answers before it stops again.

import {
  Failure,
  formatInstruction,
  notSupported,
  threadId,
  type Engine,
  type Granularity,
} from '@sonde/engine';
import type { RequestArguments } from '@sonde/dap';
import { askedSource } from '../asked-source.js';
import { serve, serveChecked, type RequestEntry, type SessionContext } from '../request-table.js';
import { timeTravel, wantedTime } from '../time/recorded-time.js';
import { gotoTimeArguments, stepBackArguments } from '../time/time-arguments.js';

const motion = { needs: 'loaded', changes: true, byPerson: true, resumes: true, holdsEvents: true } as const;
const halt = { needs: 'loaded', changes: true, byPerson: true, halts: true, holdsEvents: true } as const;

const goingBack = { ...motion, ...timeTravel } as const;

export const motionRequests: readonly RequestEntry[] = [
  serve('continue', motion, async ({ session, client }, args) => {
    const all = await session.move(threadId(args.threadId), { kind: 'continue' }, moveOptions(args, client));
    return { allThreadsContinued: all };
  }),

  serve('next', motion, async (context, args) => step(context, args, 'over')),

  serve('stepIn', motion, async (context, args) => step(context, args, 'in', args.targetId)),

  serve('stepOut', motion, async (context, args) => step(context, args, 'out')),

  serve('stepBack', goingBack, async (context, args) => step(context, args, 'over', undefined, true)),

  serve('reverseContinue', goingBack, async ({ session, client }, args) => {
    const options = { ...moveOptions(args, client), back: true };
    await session.move(threadId(args.threadId), { kind: 'continue' }, options);
    return undefined;
  }),

  // The protocol has one step back; in and out of calls are ours.
  serveChecked('sonde/stepBack', goingBack, stepBackArguments, async (context, args) =>
    step(context, args, args.how ?? 'over', undefined, true),
  ),

  serveChecked('sonde/gotoTime', goingBack, gotoTimeArguments, async ({ session, client }, args) => {
    await session.goToTime(await wantedTime(session, args), client);
    return undefined;
  }),

  serve('pause', halt, async ({ session }, args) => {
    const engine = await session.engine();
    // An engine that has not set out yet has nothing to halt, whoever told it to.
    await session.departure;
    // A stop may have come while the request was on its way; then there is nothing left to do.
    if (session.state !== 'running' && engine.traits.neverRuns !== true) return undefined;
    // 0 is what clients send that mean the program.
    if (args.threadId !== 0) await requireThreads(engine, [args.threadId]);
    await engine.pause(args.threadId === 0 ? undefined : threadId(args.threadId));
    return undefined;
  }),

  serve(
    'restartFrame',
    { ...motion, needs: 'stopped', capability: 'supportsRestartFrame' },
    async ({ session, client }, args) => {
      const { thread, frame } = session.frames.get(args.frameId);
      await session.move(thread, { kind: 'restart-frame', frame: frame.id }, { by: client });
      return undefined;
    },
  ),

  serve(
    'gotoTargets',
    { needs: 'stopped', byPerson: true, capability: 'supportsGotoTargetsRequest' },
    async ({ session, client }, args) => {
      const engine = await session.engine();
      if (engine.gotoTargets === undefined) throw notSupported('setting the next statement');
      const source = askedSource(client, args.source, session);
      const column = client.translation.fromColumn(args.column);
      const targets = await engine.gotoTargets(
        session.stopped().stop.id,
        source,
        client.translation.fromLine(args.line),
        column,
      );
      return {
        targets: targets.map(target => ({
          id: session.gotoTargets.add({ kind: 'goto', target: target.address }),
          label: target.label,
          ...client.translation.range(target.location),
          instructionPointerReference: formatInstruction(target.address),
        })),
      };
    },
  ),

  serve(
    'goto',
    { ...motion, needs: 'stopped', capability: 'supportsGotoTargetsRequest' },
    async ({ session, client }, args) => {
      await session.move(threadId(args.threadId), session.gotoTargets.get(args.targetId), { by: client });
      return undefined;
    },
  ),

  serve(
    'stepInTargets',
    { needs: 'stopped', capability: 'supportsStepInTargetsRequest' },
    async ({ session, client }, args) => {
      const engine = await session.engine();
      if (engine.stepTargets === undefined) throw notSupported('choosing what to step into');
      const targets = await engine.stepTargets(
        session.stopped().stop.id,
        session.frames.get(args.frameId).frame.id,
      );
      return {
        targets: targets.map(t => ({
          id: t.id,
          label: t.label,
          ...(t.location === undefined ? {} : client.translation.range(t.location)),
        })),
      };
    },
  ),

  serve(
    'terminateThreads',
    { needs: 'loaded', byPerson: true, changes: true, capability: 'supportsTerminateThreadsRequest' },
    async ({ session }, args) => {
      const engine = await session.engine();
      if (engine.terminateThreads === undefined) throw notSupported('ending single threads');
      const { threadIds = [] } = args;
      if (threadIds.length === 0)
        throw new Failure('bad-arguments', 'user', '"threadIds" names no thread.', 'Name those to be ended.');
      await requireThreads(engine, threadIds);
      await engine.terminateThreads(threadIds.map(threadId));
      // What came with the stop may be of a thread that is gone.
      session.written();
      return undefined;
    },
  ),
];

/** All or none: a request that names one that is not there does nothing to the others. */
async function requireThreads(engine: Engine, wanted: readonly number[]): Promise<void> {
  const there = new Set((await engine.threads()).map(({ id }) => Number(id)));
  const absent = wanted.find(id => !there.has(id));
  if (absent !== undefined) throw new Failure('not-found', 'user', `there is no thread ${absent}.`);
}

const moveOptions = (args: { readonly singleThread?: boolean }, by: SessionContext['client']) => ({
  by,
  ...(args.singleThread === undefined ? {} : { singleThread: args.singleThread }),
});

async function step(
  { session, client }: SessionContext,
  args: RequestArguments<'next'>,
  how: 'over' | 'in' | 'out',
  target?: number,
  back?: boolean,
): Promise<undefined> {
  const engine = await session.engine();
  const wanted: Granularity = args.granularity ?? 'line';
  // The protocol says "statement" by default and clients mean lines; an engine without statements steps by line.
  const granularity = engine.traits.granularities.includes(wanted) ? wanted : 'line';
  const motion = { kind: 'step' as const, how, granularity, ...(target === undefined ? {} : { target }) };
  await session.move(threadId(args.threadId), motion, {
    ...moveOptions(args, client),
    ...(back === undefined ? {} : { back }),
  });
  return undefined;
}
