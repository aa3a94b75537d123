// Faults of requests, one for each check of them.
import { isRequestName, requests } from '@sonde/dap';
import type { Request, Response } from '@sonde/dap';
import type { Fault, FaultyLine, Line } from './fault.js';
import { changedRequests, failureOf, successOf } from './seeds.js';
import { argumentsOf, changedWhen, keptWaiting, seeing } from './seen-session.js';
import type { SeenSession } from './seen-session.js';

const strangeFrame = { id: 1, name: 'nowhere', line: 1, column: 1 };

export const requestFaults: readonly Fault[] = [
  {
    check: 'requests/unknown-properties',
    does: 'refuses arguments that it does not know',
    seed: refusedWhen(hasStrangeProperty, 'there is an argument that nobody knows'),
  },
  {
    check: 'requests/unknown-values',
    does: 'refuses contexts that it does not know',
    seed: refusedWhen(
      request => request.command === 'evaluate' && !knownContexts.has(argumentsOf(request)['context']),
      'there is no such context',
    ),
  },
  {
    check: 'requests/stack-while-running',
    does: 'makes up the stack of a running thread',
    seed: changedWhen('stackTrace', (response, request, { state }) =>
      response.success || state !== 'running'
        ? response
        : successOf(request, { stackFrames: [strangeFrame] }),
    ),
  },
  {
    check: 'requests/step-while-running',
    does: 'does not answer `next` while the program runs',
    seed: keptWaiting(({ command }, { state }) => command === 'next' && state === 'running'),
  },
  {
    check: 'requests/after-the-end',
    does: 'does not answer `threads` after the program has ended',
    seed: keptWaiting(({ command }, { state }) => command === 'threads' && state === 'ended'),
  },
  {
    check: 'requests/unknown-reference',
    does: 'has variables for every reference',
    seed: madeUp('variables', 'variablesReference', {
      variables: [{ name: 'nothing', value: '0', variablesReference: 0 }],
    }),
  },
  {
    check: 'requests/unknown-frame',
    does: 'has scopes for every frame',
    seed: madeUp('scopes', 'frameId', {
      scopes: [{ name: 'Nothing', variablesReference: 1, expensive: false }],
    }),
  },
  {
    check: 'requests/unknown-thread',
    does: 'has a stack for every thread whose number is beyond those of real ones',
    seed: changedWhen('stackTrace', (response, request, { state }) =>
      response.success || state !== 'stopped' || Number(argumentsOf(request)['threadId']) < 1_000_000
        ? response
        : successOf(request, { stackFrames: [strangeFrame] }),
    ),
  },
  {
    check: 'requests/stale-reference',
    does: 'shows the variables of an earlier stop for its references',
    seed: remembers('variables', 'variablesReference', seen => !seen.has('restart')),
  },
  {
    check: 'requests/stale-frame',
    does: 'shows the scopes and variables of an earlier stop for its frames',
    seed: remembersFrames,
  },
  {
    check: 'requests/stale-after-restart',
    does: 'shows the variables of the program before the restart',
    seed: remembers('variables', 'variablesReference', seen => seen.has('restart')),
  },
  {
    check: 'requests/pipelined',
    does: 'refuses requests while ten others are open',
    seed: refusedWhen((_request, { open }) => open > 10, 'not so many at once'),
  },
  {
    check: 'requests/error-message',
    does: 'has no `message` where an expression fails',
    seed: changedWhen('evaluate', response => {
      if (response.success || response.message === 'cancelled') return response;
      const { seq, type, request_seq, success, command, body } = response;
      return { seq, type, request_seq, success, command, body };
    }),
  },
  {
    check: 'requests/error-format',
    does: 'names a variable in the format of an error and does not give it',
    seed: changedWhen('evaluate', response => {
      const { error } = (response.body ?? {}) as { readonly error?: { readonly format: string } };
      if (response.success || error === undefined) return response;
      return { ...response, body: { error: { ...error, format: `${error.format} in {place}` } } };
    }),
  },
  {
    check: 'requests/contexts',
    does: 'evaluates nothing for hovers',
    seed: refusedWhen(
      request => request.command === 'evaluate' && argumentsOf(request)['context'] === 'hover',
      'not in this context',
    ),
  },
  {
    check: 'requests/nonsense',
    does: 'gives the text of an error as the value of a watch',
    seed: changedWhen('evaluate', (response, request) =>
      response.success || argumentsOf(request)['context'] !== 'watch'
        ? response
        : successOf(request, { result: response.message ?? '', variablesReference: 0 }),
    ),
  },
  {
    check: 'requests/hover-without-effect',
    does: 'evaluates hovers as if they were typed into the console',
    seed: changedRequests('evaluate', request => {
      const args = argumentsOf(request);
      return args['context'] === 'hover' ? { ...request, arguments: { ...args, context: 'repl' } } : request;
    }),
  },
  {
    check: 'requests/cancel',
    does: 'answers `cancel` with success, cancels nothing, and ends evaluations after a time of its own',
    seed: cancelsNothing,
  },
  {
    check: 'requests/cancel-unknown',
    does: 'cancels the next evaluation when it does not know what is meant',
    seed: cancelsTheWrongOne,
  },
];

const knownContexts: ReadonlySet<unknown> = new Set([
  undefined,
  'watch',
  'repl',
  'hover',
  'clipboard',
  'variables',
]);

function refusedWhen(
  fits: (request: Request, seen: SeenSession) => boolean,
  reason: string,
): () => FaultyLine {
  return seeing(seen => ({
    fromClient(message, line) {
      if (message.type === 'request' && fits(message, seen)) line.toClient(failureOf(message, reason));
      else line.toAdapter(message);
    },
    fromAdapter(message, line) {
      line.toClient(message);
    },
  }));
}

/** With more than a plain value in it, and not where an adapter has arguments of its own. */
function hasStrangeProperty(request: Request): boolean {
  const { command } = request;
  if (!isRequestName(command) || ownArguments.has(command)) return false;
  const { properties = {} } = requests[command].arguments as { readonly properties?: object };
  return Object.entries(argumentsOf(request)).some(
    ([name, value]) => !Object.hasOwn(properties, name) && typeof value === 'object' && value !== null,
  );
}

const ownArguments: ReadonlySet<string> = new Set(['initialize', 'launch', 'attach', 'restart']);

/** What is refused is answered with this, if the same handle was never good for anything. */
function madeUp(command: string, handle: string, body: unknown): () => FaultyLine {
  return () => {
    const good = new Set<unknown>();
    return changedWhen(command, (response, request) => {
      const asked = argumentsOf(request)[handle];
      if (response.success) good.add(asked);
      return response.success || typeof asked !== 'number' || good.has(asked)
        ? response
        : successOf(request, body);
    })();
  };
}

/** What is refused is answered as before, if it was once answered. */
function remembers(command: string, handle: string, when: (seen: SeenSession) => boolean): () => FaultyLine {
  return () => {
    const before = new Map<unknown, unknown>();
    return changedWhen(command, (response, request, seen) => {
      const asked = argumentsOf(request)[handle];
      if (response.success) before.set(asked, response.body);
      const remembered = when(seen) && seen.state === 'stopped' ? before.get(asked) : undefined;
      return response.success || remembered === undefined ? response : successOf(request, remembered);
    })();
  };
}

/** Old variables are shown only to those who asked for an old frame. */
function remembersFrames(): FaultyLine {
  const scopes = new Map<unknown, unknown>();
  const variables = new Map<unknown, unknown>();
  let asked = false;
  return seeing(seen => ({
    fromAdapter(message, line) {
      const request = message.type === 'response' ? seen.request(message.request_seq) : undefined;
      if (message.type !== 'response' || request === undefined) return line.toClient(message);
      line.toClient(rememberedFor(message, request, seen));
    },
  }))();

  function rememberedFor(response: Response, request: Request, { state }: SeenSession): Response {
    const { frameId, variablesReference } = argumentsOf(request);
    const [known, handle] =
      request.command === 'scopes' ? [scopes, frameId] : [variables, variablesReference];
    if (request.command !== 'scopes' && request.command !== 'variables') return response;
    if (response.success) {
      known.set(handle, response.body);
      return response;
    }
    if (request.command === 'scopes' && known.has(handle) && state === 'stopped') asked = true;
    const remembered = asked ? known.get(handle) : undefined;
    return remembered === undefined ? response : successOf(request, remembered);
  }
}

/** How long the faulty adapter lets an evaluation take; less than a sound one would. */
const ownLimitMs = 300;

/** What was cancelled is answered with success and in time: only who looks at the clock sees that nothing was cancelled. */
function cancelsNothing(): FaultyLine {
  const evaluations = new Map<number, Request>();
  const ended = new Set<number>();
  let isLimited = false;
  const limit = (evaluate: Request, line: Line): void => {
    const end = (): void => {
      if (!evaluations.delete(evaluate.seq)) return;
      ended.add(evaluate.seq);
      line.toClient(successOf(evaluate, { result: 'nothing', variablesReference: 0 }));
      void line.ask('cancel', { requestId: evaluate.seq });
    };
    setTimeout(end, ownLimitMs).unref();
  };
  return {
    fromClient(message, line) {
      if (message.type !== 'request') return line.toAdapter(message);
      if (message.command === 'evaluate') {
        evaluations.set(message.seq, message);
        if (isLimited) limit(message, line);
      }
      const meant = evaluations.get(Number(argumentsOf(message)['requestId']));
      if (message.command !== 'cancel' || meant === undefined) return line.toAdapter(message);
      if (!isLimited) limit(meant, line);
      isLimited = true;
      line.toClient(successOf(message));
    },
    fromAdapter(message, line) {
      if (message.type !== 'response') return line.toClient(message);
      evaluations.delete(message.request_seq);
      if (!ended.delete(message.request_seq)) line.toClient(message);
    },
  };
}

function cancelsTheWrongOne(): FaultyLine {
  let angry = false;
  return seeing(seen => ({
    fromClient(message, line) {
      if (message.type !== 'request') return line.toAdapter(message);
      const { requestId } = argumentsOf(message);
      if (
        message.command === 'cancel' &&
        typeof requestId === 'number' &&
        seen.request(requestId) === undefined
      )
        angry = true;
      if (message.command !== 'evaluate' || !angry) return line.toAdapter(message);
      angry = false;
      line.toClient(failureOf(message, 'cancelled'));
    },
  }))();
}
