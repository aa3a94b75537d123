// A session's life: initialize, launch or join, configure, restart, terminate, disconnect.

import type { RequestArguments } from '@sonde/dap';
import { Failure, notSupported } from '@sonde/engine';
import type { Departure } from '../clients/client-circle.js';
import { DebugSession } from '../debug-session.js';
import { checkAttach } from '../attach-configuration.js';
import { checkLaunch, timeoutMsOf, type CheckedLaunch } from '../launch-configuration.js';
import { LongWork, type LongWorkAbout } from '../long-work.js';
import {
  serve,
  serveCustom,
  type RequestContext,
  type RequestEntry,
  type SessionContext,
} from '../request-table.js';

/** Ending a program is bounded, by force if need be; this is more than all its bounds together. */
const disconnectMs = 30_000;

export const lifecycleRequests: readonly RequestEntry[] = [
  serve('initialize', { needs: 'nothing', byPerson: true, deadlineMs: 'at-once' }, async (context, args) => {
    context.afterResponse(success => {
      if (success) context.adapter.expectLaunch();
      // Whoever has not the token gets an answer and no second try.
      else if (context.adapter.client === undefined) context.adapter.close('initialize was refused');
    });
    return context.adapter.welcome(args);
  }),

  serve(
    'launch',
    { needs: 'initialized', byPerson: true, arrives: true, changes: true, deadlineMs: 'timeout' },
    async (context, args) => {
      await context.adapter.arrive(() => launch(context, args));
      return undefined;
    },
  ),

  serve(
    'attach',
    { needs: 'initialized', byPerson: true, arrives: true, deadlineMs: 'timeout' },
    async (context, args) => {
      const work = 'session' in args ? join : attach;
      await context.adapter.arrive(() => work(context, args));
      return undefined;
    },
  ),

  serve(
    'configurationDone',
    { needs: 'initialized', byPerson: true, resumes: true, holdsEvents: true },
    async context => {
      const { adapter } = context;
      const { session, client } = adapter;
      if (session === undefined) {
        // The launch may come later; the protocol allows both orders.
        adapter.configuredEarly = true;
        return undefined;
      }
      context.afterResponse(() => session.replayTo(client!));
      await session.configurationDone(client!);
      return undefined;
    },
  ),

  serve(
    'restart',
    { needs: 'session', byPerson: true, changes: true, holdsEvents: true, deadlineMs: 'timeout' },
    async (context, args) => {
      await restart(context, args.arguments);
      return undefined;
    },
  ),

  serve('terminate', { needs: 'session', byPerson: true, changes: true }, async context => {
    const { session, client } = context;
    context.afterResponse(() => void session.end(`${client.name} asked for it`, 'ended'));
    return undefined;
  }),

  serve('disconnect', { needs: 'nothing', deadlineMs: disconnectMs }, async (context, args) => {
    const { adapter } = context;
    const goodbye = departureOf(args, adapter.session);
    // Even if the program takes too long to end: who says goodbye is let go.
    context.afterResponse(() => adapter.close('the client disconnected'));
    await adapter.leave(goodbye);
    await adapter.answerOthers();
    return undefined;
  }),

  // The connection itself aborts the request that is meant. What is unknown, or over already, needs no cancelling.
  serve('cancel', { needs: 'nothing' }, async ({ adapter }, args) => {
    if (args.progressId !== undefined) adapter.client?.cancellable.get(args.progressId)?.();
    return undefined;
  }),

  serveCustom('sonde/sessions', { needs: 'initialized' }, async context => ({
    sessions: context.adapter.environment.sessions.list(),
  })),

  // By its id a client that lost its connection finds the session again.
  serveCustom('sonde/session', { needs: 'session' }, async ({ session }) => session.summary()),
];

function launch(context: RequestContext, args: Launching): Promise<void> {
  const { environment, defaultLanguage } = context.adapter;
  const title = `Starting ${typeof args['program'] === 'string' ? args['program'] : 'the program'}`;
  return enter(
    context,
    { title, wanted: 'the program did not start', timeoutMs: timeoutMsOf(args) },
    checkLaunch(args, environment.languages, defaultLanguage),
    'launch',
  );
}

/** To a program that is there already, or to what is left of one. */
function attach(context: RequestContext, args: Launching): Promise<void> {
  const { environment, defaultLanguage, client } = context.adapter;
  if (client?.rights === 'read-only')
    throw new Failure('read-only', 'user', 'this connection may only look; it can join sessions.');
  return enter(
    context,
    { title: 'Attaching', wanted: 'the program was not there', timeoutMs: timeoutMsOf(args) },
    checkAttach(args, environment.languages, defaultLanguage),
    'attach',
  );
}

async function enter(
  context: RequestContext,
  about: LongWorkAbout,
  checking: Promise<CheckedLaunch>,
  request: 'launch' | 'attach',
): Promise<void> {
  const { adapter } = context;
  const work = new LongWork(context, about);
  try {
    const checked = await work.result(checking);
    const session = new DebugSession(checked, adapter.environment.sessions, line => adapter.log(line));
    adapter.environment.sessions.add(session);
    adapter.enter(session);
    adapter.sendInitialized();
    // What the program does first must not overtake the answer that says it was launched.
    session.gate.hold();
    context.afterResponse(() => session.gate.release());
    try {
      await work.result(session.load(work.report, work.signal));
      adapter.declare(session);
    } catch (error) {
      adapter.lose(session);
      const reason = work.signal.aborted ? `the ${request} was given up` : `the ${request} failed`;
      await session.end(reason, undefined, adapter.client);
      throw error;
    }
  } finally {
    work.end();
  }
}

/** An editor passes the configuration anew, with variables filled in; the old one serves when it does not. */
async function restart(context: SessionContext, given: Launching | undefined): Promise<void> {
  const { session, adapter } = context;
  // A session that attached attaches anew to what it was aimed at.
  const anew = typeof given?.['program'] === 'string' && !session.isAttached ? given : undefined;
  const work = new LongWork(context, {
    title: `Restarting ${session.settings.program}`,
    wanted: 'the program did not start again',
    timeoutMs: anew === undefined ? session.timeoutMs : timeoutMsOf(anew),
  });
  try {
    const checked =
      anew === undefined
        ? undefined
        : await work.result(checkLaunch(anew, adapter.environment.languages, session.language.id));
    try {
      await work.result(session.restart(checked, work.report, work.signal));
    } catch (error) {
      // The old program is gone and the new one is not wanted any more.
      if (work.signal.aborted) await session.end('the restart was given up');
      throw error;
    }
  } finally {
    work.end();
  }
}

/** What the client says about the program when it goes; what cannot be done is refused before anything is ended. */
function departureOf(
  { terminateDebuggee, suspendDebuggee }: RequestArguments<'disconnect'>,
  session: DebugSession | undefined,
): Departure {
  const { traits } = session?.loadedEngine ?? session?.language.engine ?? {};
  // Who does not declare it does not honour it, says the protocol; that is no reason to refuse the goodbye.
  const suspends = suspendDebuggee === true && traits?.detachesSuspended === true;
  if (!suspends || session === undefined || session.state === 'ended')
    return { terminate: terminateDebuggee, lost: false };
  if (terminateDebuggee === true)
    throw new Failure(
      'bad-arguments',
      'user',
      'a program that is ended cannot stay suspended.',
      'Set one of "terminateDebuggee" and "suspendDebuggee" only.',
    );
  if (session.settings.noDebug)
    throw notSupported('"suspendDebuggee"', 'the program runs without a debugger that could hold it');
  return { terminate: false, lost: false, suspend: true };
}

type Launching = Readonly<Record<string, unknown>>;

async function join({ adapter, requestId }: RequestContext, args: Launching): Promise<void> {
  const { session } = args;
  if (typeof session !== 'string')
    throw new Failure('bad-arguments', 'user', '"session" must be an id from "sonde sessions".');
  const { sessions, sessionElsewhere } = adapter.environment;
  if (sessionElsewhere !== undefined && !sessions.has(session))
    return adapter.enterElsewhere(await sessionElsewhere(session), requestId, args);
  adapter.enter(sessions.find(session));
  adapter.sendInitialized();
}
