// Faults of whole sessions, one for each check of the same name: what a proxy between client and adapter could do.
import type { Event, Request, Response, WireMessage } from '@sonde/dap';
import type { Fault } from './fault.js';
import { changedBodies, changedEvents, changedResponses, eventOf } from './seeds.js';
import { argumentsOf, changedWhen, isEvent, isSuccess, seeing } from './seen-session.js';

type Fields = Readonly<Record<string, unknown>>;
const twice = (event: Event): readonly Event[] => [event, event];
const bodyOf = (message: Event | Response): Fields => message.body as Fields;
const isNew = ({ body }: Event): boolean => (body as Fields)['reason'] === 'new';

interface Scopes {
  readonly scopes: readonly Fields[];
}
interface Stack {
  readonly stackFrames: readonly Fields[];
  readonly totalFrames?: number;
}
interface Breakpoints {
  readonly breakpoints: readonly Fields[];
}

/** The first scope is changed. */
const changedScope = (more: Fields) =>
  changedBodies<Scopes>('scopes', ({ scopes: [first, ...rest] }) => ({
    scopes: first === undefined ? [] : [{ ...first, ...more }, ...rest],
  }));

/** After successful responses to this command something else is told. */
const toldAfter = (command: string, told: (request: Request) => readonly WireMessage[]) =>
  changedResponses(command, (response, request) =>
    response.success ? [response, ...told(request)] : response,
  );

export const sessionFaults: readonly Fault[] = [
  {
    check: 'session/stopped-once',
    does: 'tells every stop after a step twice',
    seed: changedEvents('stopped', event => (bodyOf(event)['reason'] === 'step' ? twice(event) : event)),
  },
  {
    check: 'session/continued-once',
    does: 'says twice after `continue` that the program has continued',
    seed: toldAfter('continue', request => {
      const { threadId } = argumentsOf(request);
      return twice(eventOf('continued', { threadId, allThreadsContinued: true }));
    }),
  },
  {
    check: 'session/thread-once',
    does: 'says twice that a thread has started',
    seed: changedEvents('thread', event => (bodyOf(event)['reason'] === 'started' ? twice(event) : event)),
  },
  {
    check: 'session/exited-thread',
    does: 'says that a thread has exited before it tells that it stopped after a step',
    seed: () => {
      let told = false;
      return changedEvents('stopped', event => {
        const { reason, threadId } = bodyOf(event);
        if (reason !== 'step' || threadId === undefined || told) return event;
        told = true;
        return [eventOf('thread', { reason: 'exited', threadId }), event];
      })();
    },
  },
  {
    check: 'session/module-once',
    does: 'announces every module twice',
    seed: changedEvents('module', event => (isNew(event) ? twice(event) : event)),
  },
  {
    check: 'session/nothing-before-launch',
    does: 'says that thread 1 has continued as soon as it is initialized',
    seed: seeing(seen => ({
      fromAdapter(message, line) {
        line.toClient(message);
        if (isSuccess(message, 'initialize') && seen.count('initialize') === 1 && !seen.has('launch'))
          line.toClient(eventOf('continued', { threadId: 1 }));
      },
    })),
  },
  {
    check: 'session/exited-before-terminated',
    does: 'tells the exit code after the end of the session',
    seed: () => {
      const held: WireMessage[] = [];
      return {
        fromAdapter(message, line) {
          if (isEvent(message, 'exited')) return void held.push(message);
          line.toClient(message);
          if (isEvent(message, 'terminated')) for (const each of held.splice(0)) line.toClient(each);
        },
      };
    },
  },
  {
    check: 'session/exited-once',
    does: 'tells the exit code twice, where the program was told to go on',
    seed: seeing(seen => ({
      fromAdapter(message, line) {
        line.toClient(message);
        if (isEvent(message, 'exited') && seen.has('continue')) line.toClient(message);
      },
    })),
  },
  {
    check: 'session/output-before-terminated',
    does: 'sends output of the program, be it nothing, after the end of the session',
    seed: changedEvents('terminated', event => [
      event,
      eventOf('output', { category: 'stdout', output: '' }),
    ]),
  },
  {
    check: 'session/lines-from-1',
    does: 'says that scopes begin in line 0',
    seed: changedScope({ line: 0 }),
  },
  {
    check: 'session/columns-from-1',
    does: 'says that scopes begin in column 0 of the first line',
    seed: changedScope({ line: 1, column: 0 }),
  },
  {
    check: 'session/ranges',
    does: 'says that scopes end before they begin',
    seed: changedScope({ line: 7, endLine: 6 }),
  },
  {
    check: 'session/message-on-success',
    does: 'has a message where `threads` succeeds',
    seed: changedResponses('threads', response =>
      response.success ? { ...response, message: 'all went well' } : response,
    ),
  },
  {
    check: 'session/breakpoints-one-for-one',
    does: 'answers a function or data breakpoint more than were set',
    seed: seeing(seen => ({
      fromAdapter(message, line) {
        const command = message.type === 'response' && message.success ? message.command : '';
        if (!['setFunctionBreakpoints', 'setDataBreakpoints'].includes(command) || seen.state === 'none')
          return line.toClient(message);
        const { breakpoints } = (message as Response).body as Breakpoints;
        const more = { verified: false, message: 'nobody asked for it' };
        line.toClient({ ...message, body: { breakpoints: [...breakpoints, more] } } as Response);
      },
    })),
  },
  {
    check: 'session/breakpoint-ids',
    does: 'gives breakpoints of other kinds the ids of those in sources',
    seed: seeing(() => {
      let inSource: unknown;
      return {
        fromAdapter(message, line) {
          const isSet = message.type === 'response' && message.success && 'body' in message;
          const { breakpoints } = (isSet ? message.body : {}) as Partial<Breakpoints>;
          if (!isSet || breakpoints === undefined || breakpoints.length === 0) return line.toClient(message);
          if (message.command === 'setBreakpoints') inSource = breakpoints[0]?.['id'];
          const isOther = /^set(Function|Data|Instruction)Breakpoints$/.test(message.command);
          if (!isOther || inSource === undefined) return line.toClient(message);
          const [first, ...rest] = breakpoints;
          line.toClient({ ...message, body: { breakpoints: [{ ...first, id: inSource }, ...rest] } });
        },
      };
    }),
  },
  {
    check: 'session/total-frames',
    does: 'says of a whole stack that it has no frames',
    seed: changedWhen('stackTrace', (response, request) => {
      const { levels, startFrame } = argumentsOf(request);
      const isWhole = (levels ?? 0) === 0 && (startFrame ?? 0) === 0;
      return isWhole && response.success
        ? { ...response, body: { ...(response.body as Stack), totalFrames: 0 } }
        : response;
    }),
  },
  {
    check: 'session/no-more-than-asked',
    does: 'shows two frames after a step where the top one alone was asked for',
    seed: changedWhen('stackTrace', (response, request, seen) => {
      const { levels, startFrame } = argumentsOf(request);
      if (levels !== 1 || (startFrame ?? 0) !== 0 || !response.success || !seen.has('next')) return response;
      const { stackFrames, totalFrames = 1 } = response.body as Stack;
      const surplus = stackFrames.map(frame => ({ ...frame, id: Number(frame['id']) + 1_000_000 }));
      return {
        ...response,
        body: { stackFrames: [...stackFrames, ...surplus], totalFrames: totalFrames + 1 },
      };
    }),
  },
  {
    check: 'session/scope-references',
    does: 'shows the first scope a second time, under another name',
    seed: changedBodies<Scopes>('scopes', ({ scopes }) => ({
      scopes: [...scopes, ...scopes.slice(0, 1).map(scope => ({ ...scope, name: 'The same' }))],
    })),
  },
];
