// Faults of the first words and of the launch.
import type { WireMessage } from '@sonde/dap';
import type { Fault, FaultyLine } from '../fault.js';
import { changedEvents, changedRequests, eventOf, successOf } from '../seeds.js';
import {
  argumentsOf,
  changedWhen,
  isEvent,
  isSuccess,
  keptWaiting,
  listOf,
  seeing,
} from '../seen-session.js';

export const startFaults: readonly Fault[] = [
  {
    check: 'lifecycle/initialize-first',
    does: 'answers `stackTrace` before `initialize`',
    seed: seeing(seen => ({
      fromClient(message, line) {
        const early =
          message.type === 'request' && message.command === 'stackTrace' && !seen.has('initialize');
        if (early) line.toClient(successOf(message, { stackFrames: [] }));
        else line.toAdapter(message);
      },
    })),
  },
  {
    check: 'lifecycle/initialized-after-response',
    does: 'sends `initialized` before the response to `initialize`',
    seed: () => ({
      fromAdapter(message, line) {
        if (isEvent(message, 'initialized')) return;
        if (isSuccess(message, 'initialize')) line.toClient(eventOf('initialized'));
        line.toClient(message);
      },
    }),
  },
  {
    check: 'lifecycle/nothing-before-initialize',
    does: 'says hello before it answers `initialize`',
    seed: () => ({
      fromAdapter(message, line) {
        if (isSuccess(message, 'initialize'))
          line.toClient(eventOf('output', { category: 'console', output: 'Hello.\n' }));
        line.toClient(message);
      },
    }),
  },
  {
    check: 'lifecycle/initialized-once',
    does: 'sends `initialized` again after `configurationDone`',
    seed: afterSuccess('configurationDone', () => [eventOf('initialized')]),
  },
  {
    check: 'lifecycle/second-initialize',
    does: 'begins anew with a second `initialize`',
    seed: seeing(seen => ({
      fromAdapter(message, line) {
        line.toClient(message);
        if (message.type === 'response' && message.command === 'initialize' && seen.count('initialize') > 1)
          line.toClient(eventOf('initialized'));
      },
    })),
  },
  {
    check: 'lifecycle/launch-then-configure',
    does: 'lets the program run as soon as it is asked to remove breakpoints',
    seed: letGoEarly,
  },
  {
    check: 'lifecycle/configure-then-launch',
    does: 'forgets a `configurationDone` that comes before `launch`',
    seed: seeing(seen => ({
      fromClient(message, line) {
        const early =
          message.type === 'request' && message.command === 'configurationDone' && !seen.has('launch');
        if (early) line.toClient(successOf(message));
        else line.toAdapter(message);
      },
    })),
  },
  {
    check: 'lifecycle/threads-while-launching',
    does: 'does not answer `threads` until it is configured',
    seed: keptWaiting(
      ({ command }, seen) => command === 'threads' && seen.has('launch') && !seen.has('configurationDone'),
    ),
  },
  {
    check: 'lifecycle/launch-error',
    does: 'answers every launch with success',
    seed: changedWhen('launch', (response, request, seen) =>
      response.success || seen.count('launch') > 1 || seen.client.supportsRunInTerminalRequest !== true
        ? response
        : successOf(request),
    ),
  },
  {
    check: 'lifecycle/second-launch',
    does: 'answers a second `launch` with success',
    seed: changedWhen('launch', (response, request, seen) =>
      seen.count('launch') > 1 ? successOf(request) : response,
    ),
  },
  {
    check: 'lifecycle/no-debug',
    does: 'does not look at `noDebug`',
    seed: changedRequests('launch', request => {
      const args = argumentsOf(request);
      return args['noDebug'] === true ? { ...request, arguments: { ...args, noDebug: false } } : request;
    }),
  },
  {
    check: 'lifecycle/process-event',
    does: 'says that it attached to the program that it launched',
    seed: changedEvents('process', event => {
      const body = event.body as Readonly<Record<string, unknown>>;
      return { ...event, body: { ...body, startMethod: 'attach' } };
    }),
  },
];

function afterSuccess(command: string, more: () => readonly WireMessage[]): () => FaultyLine {
  return () => ({
    fromAdapter(message, line) {
      line.toClient(message);
      if (isSuccess(message, command)) for (const each of more()) line.toClient(each);
    },
  });
}

/** Whatever the client says after that waits until the program is through, so that it always comes too late. */
function letGoEarly(): FaultyLine {
  let held: WireMessage[] | undefined;
  let isConfigured = false;
  return {
    fromClient(message, line) {
      if (held !== undefined) return void held.push(message);
      if (message.type === 'request' && message.command === 'configurationDone') isConfigured = true;
      if (isConfigured || !removesBreakpoints(message)) return line.toAdapter(message);
      isConfigured = true;
      held = [message];
      void line.ask('configurationDone');
    },
    fromAdapter(message, line) {
      line.toClient(message);
      if (!isEvent(message, 'terminated')) return;
      for (const each of held ?? []) line.toAdapter(each);
      held = undefined;
    },
  };
}

function removesBreakpoints(message: WireMessage): boolean {
  if (message.type !== 'request' || message.command !== 'setBreakpoints') return false;
  return listOf(argumentsOf(message)['breakpoints']).length === 0;
}
