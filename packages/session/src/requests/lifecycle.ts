// A session's life: initialize, launch or join, configure, restart, terminate, disconnect.

import { notSupported } from '@sonde/engine';
import { Progress } from '../progress.js';
import { DebugSession } from '../debug-session.js';
import { checkLaunch } from '../launch-configuration.js';
import { serve, serveCustom, type RequestContext, type RequestEntry } from '../request-table.js';

export const lifecycleRequests: readonly RequestEntry[] = [
  serve('initialize', { needs: 'nothing' }, async (context, args) => {
    context.afterResponse(success => {
      if (success) context.adapter.expectLaunch();
      // Whoever has not the token gets an answer and no second try.
      else if (context.adapter.client === undefined) context.adapter.close('initialize was refused');
    });
    return context.adapter.welcome(args);
  }),

  serve(
    'launch',
    { needs: 'initialized', arrives: true, changes: true, deadlineMs: 'none' },
    async (context, args) => {
      await context.adapter.arrive(() => launch(context, args));
      return undefined;
    },
  ),

  serve('attach', { needs: 'initialized', arrives: true, deadlineMs: 'none' }, async (context, args) => {
    await context.adapter.arrive(() => join(context, args));
    return undefined;
  }),

  serve('configurationDone', { needs: 'initialized', holdsEvents: true }, async context => {
    const { adapter } = context;
    const { session, client } = adapter;
    if (session === undefined) {
      // The launch may come later; the protocol allows both orders.
      adapter.configuredEarly = true;
      return undefined;
    }
    if (session.circle.isGuest(client!)) context.afterResponse(() => void session.configurationDone(client!));
    else await session.configurationDone(client!);
    return undefined;
  }),

  serve(
    'restart',
    { needs: 'session', changes: true, holdsEvents: true, deadlineMs: 'none' },
    async (context, args) => {
      const { session, adapter } = context;
      // An editor passes the configuration anew, with variables filled in; the old one serves when it does not.
      const given = args.arguments as Readonly<Record<string, unknown>> | undefined;
      const launch =
        typeof given?.['program'] === 'string'
          ? await checkLaunch(given, adapter.environment.languages, session.language.id)
          : undefined;
      const progress = new Progress(context.client, 'Restarting');
      try {
        await session.restart(launch, message => progress.update(message), context.signal);
      } finally {
        progress.end();
      }
      return undefined;
    },
  ),

  serve('terminate', { needs: 'session', changes: true, deadlineMs: 'none' }, async context => {
    const { session, client } = context;
    context.afterResponse(() => void session.end(`${client.name} asked for it`));
    return undefined;
  }),

  serve('disconnect', { needs: 'nothing', deadlineMs: 'none' }, async (context, args) => {
    const suspend = args.suspendDebuggee === undefined ? {} : { suspend: args.suspendDebuggee };
    await context.adapter.leave({ terminate: args.terminateDebuggee, lost: false, ...suspend });
    context.afterResponse(() => context.adapter.close('the client disconnected'));
    return undefined;
  }),

  // The connection itself aborts the request that is meant; progress of ours cannot be cancelled and says so.
  serve('cancel', { needs: 'nothing' }, async () => undefined),

  serveCustom('sonde/sessions', { needs: 'initialized' }, async context => ({
    sessions: context.adapter.environment.sessions.list(),
  })),
];

async function launch(context: RequestContext, args: Launching): Promise<void> {
  const { adapter, signal } = context;
  const checked = await checkLaunch(args, adapter.environment.languages, adapter.defaultLanguage);
  const session = new DebugSession(checked, adapter.environment.sessions, line => adapter.log(line));
  adapter.environment.sessions.add(session);
  adapter.enter(session);
  adapter.sendInitialized();
  const progress = new Progress(adapter.client!, `Starting ${checked.settings.program}`);
  // What the program does first must not overtake the answer that says it was launched.
  session.gate.hold();
  context.afterResponse(() => session.gate.release());
  try {
    await session.load(message => progress.update(message), signal);
  } catch (error) {
    adapter.session = undefined;
    await session.end('the launch failed');
    throw error;
  } finally {
    progress.end();
  }
}

type Launching = Readonly<Record<string, unknown>>;

async function join({ adapter }: RequestContext, args: Launching): Promise<void> {
  if (typeof args['session'] !== 'string') {
    throw notSupported(
      'attaching to a process',
      'this version joins sessions only: pass "session" with an id from "sonde sessions"',
    );
  }
  adapter.enter(adapter.environment.sessions.find(args['session']));
  adapter.sendInitialized();
}
