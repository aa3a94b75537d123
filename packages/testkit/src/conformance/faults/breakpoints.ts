// Faults of breakpoints, one for each check of the same name.
import { existsSync } from 'node:fs';
import type {
  BreakpointEventBody,
  BreakpointLocationsResponseBody,
  DataBreakpointInfoArguments,
  DataBreakpointInfoResponseBody,
  Event,
  ExceptionInfoResponseBody,
  Request,
  SetBreakpointsArguments,
  SetBreakpointsResponseBody,
  SetExceptionBreakpointsArguments,
  SetExceptionBreakpointsResponseBody,
  SourceBreakpoint,
  StackFrame,
  StackTraceResponseBody,
  StoppedEventBody,
} from '@sonde/dap';
import type { Fault, FaultyLine } from './fault.js';
import { argumentsOf, changedWhen, seeing } from './seen-session.js';
import {
  changedBodies,
  changedEvents,
  changedRequests,
  changedResponses,
  pretendedSuccess,
  successOf,
} from './seeds.js';
import { without } from './without.js';

export const breakpointFaults: readonly Fault[] = [
  {
    check: 'breakpoints/reason',
    does: 'says `step` as the reason of a stop at a breakpoint',
    seed: otherReason('breakpoint', 'step'),
  },
  {
    check: 'breakpoints/line',
    does: 'reports breakpoints that are set at a stop one line too far down',
    seed: changedWhen('setBreakpoints', (response, request, seen) => {
      if (seen.state !== 'stopped' || askedIn(request).length !== 1) return response;
      const { breakpoints } = response.body as SetBreakpointsResponseBody;
      const moved = breakpoints.map(each =>
        each.line === undefined ? each : { ...each, line: each.line + 1 },
      );
      return { ...response, body: { breakpoints: moved } };
    }),
  },
  {
    check: 'breakpoints/order',
    does: 'answers breakpoints in the order of their lines',
    seed: changedBodies<SetBreakpointsResponseBody>('setBreakpoints', ({ breakpoints }, request) => {
      const [first, second] = askedIn(request);
      const isUpwards = (first?.line ?? 0) <= (second?.line ?? 0);
      return { breakpoints: isUpwards ? breakpoints : [...breakpoints].reverse() };
    }),
  },
  {
    check: 'breakpoints/ids',
    does: 'gives all breakpoints of a source the same id',
    seed: changedBodies<SetBreakpointsResponseBody>('setBreakpoints', ({ breakpoints }) => ({
      breakpoints: breakpoints.map(each => ({ ...each, id: breakpoints[0]?.id })),
    })),
  },
  {
    check: 'breakpoints/replaced',
    does: 'adds breakpoints to those that were set before, until the program runs',
    seed: addedBreakpoints,
  },
  {
    check: 'breakpoints/removed',
    does: 'leaves the last breakpoints of a source where they are, unless there are others at instructions',
    seed: unremoved,
  },
  {
    check: 'breakpoints/unverified',
    does: 'does not say why a breakpoint is not verified',
    seed: changedBodies<SetBreakpointsResponseBody>('setBreakpoints', ({ breakpoints }) => ({
      breakpoints: breakpoints.map(each => (each.verified ? each : { id: each.id, verified: false })),
    })),
  },
  {
    check: 'breakpoints/missing-file',
    does: 'says that breakpoints in a file that does not exist are verified',
    seed: changedBodies<SetBreakpointsResponseBody>('setBreakpoints', ({ breakpoints }, request) => {
      const { path = '' } = (request.arguments as SetBreakpointsArguments).source;
      return existsSync(path)
        ? { breakpoints }
        : { breakpoints: breakpoints.map(each => ({ ...each, verified: true })) };
    }),
  },
  {
    check: 'breakpoints/locations',
    does: 'tells locations one line too far down',
    seed: changedBodies<BreakpointLocationsResponseBody>('breakpointLocations', ({ breakpoints }) => ({
      breakpoints: breakpoints.map(each => ({ ...each, line: each.line + 1 })),
    })),
  },
  {
    check: 'breakpoints/late',
    does: 'never says that a breakpoint is verified by now',
    seed: changedEvents('breakpoint', event => {
      const body = event.body as BreakpointEventBody;
      return withBody(event, { ...body, breakpoint: { ...body.breakpoint, verified: false } });
    }),
  },
  {
    check: 'breakpoints/condition',
    does: 'ignores conditions',
    seed: withoutProperty('condition'),
  },
  {
    check: 'breakpoints/hit-condition',
    does: 'ignores hit conditions',
    seed: withoutProperty('hitCondition'),
  },
  {
    check: 'breakpoints/log',
    does: 'stops at log points',
    seed: withoutProperty('logMessage'),
  },
  {
    check: 'breakpoints/function',
    does: 'stops at function breakpoints a line too far down',
    seed: elsewhereAfter('function breakpoint', frame => ({ ...frame, line: frame.line + 1 })),
  },
  {
    check: 'breakpoints/function-reason',
    does: 'says `breakpoint` as the reason of a stop at a function breakpoint',
    seed: otherReason('function breakpoint', 'breakpoint'),
  },
  {
    check: 'breakpoints/instruction',
    does: 'stops at other instructions than those with a breakpoint',
    seed: elsewhereAfter('instruction breakpoint', frame => ({
      ...frame,
      instructionPointerReference: `${frame.instructionPointerReference ?? ''}0`,
    })),
  },
  {
    check: 'breakpoints/instruction-reason',
    does: 'says `breakpoint` as the reason of a stop at an instruction breakpoint',
    seed: otherReason('instruction breakpoint', 'breakpoint'),
  },
  {
    check: 'breakpoints/exception-filter',
    does: 'stops for an exception filter where nothing is thrown',
    seed: seeing(seen => {
      const inner = elsewhereAfter('exception', frame => ({ ...frame, line: 1 }))();
      let isByFilter = false;
      return {
        ...inner,
        fromClient(message, line) {
          if (message.type === 'request' && message.command === 'setExceptionBreakpoints')
            isByFilter = (message.arguments as SetExceptionBreakpointsArguments).filters.length > 0;
          inner.fromClient?.(message, line);
        },
        fromAdapter(message, line) {
          if (isByFilter && seen.state === 'stopped') inner.fromAdapter?.(message, line);
          else line.toClient(message);
        },
      };
    }),
  },
  {
    check: 'breakpoints/exception-reason',
    does: 'says `breakpoint` as the reason of a stop at an exception',
    seed: otherReason('exception', 'breakpoint'),
  },
  {
    check: 'breakpoints/exception-answers',
    does: 'answers one exception filter fewer than were set, where there are several',
    seed: changedBodies<SetExceptionBreakpointsResponseBody>('setExceptionBreakpoints', body =>
      (body.breakpoints?.length ?? 0) > 1 ? { ...body, breakpoints: body.breakpoints?.slice(1) } : body,
    ),
  },
  {
    check: 'breakpoints/exception-filter-options',
    does: 'ignores filterOptions that have neither a condition nor a mode',
    seed: changedExceptions(({ filterOptions, ...rest }) =>
      filterOptions === undefined
        ? rest
        : {
            ...rest,
            filterOptions: filterOptions.filter(
              ({ condition, mode }) => condition !== undefined || mode !== undefined,
            ),
          },
    ),
  },
  {
    check: 'breakpoints/exception-condition',
    does: 'ignores the conditions of exception filters',
    seed: changedExceptions(({ filterOptions, ...rest }) =>
      filterOptions === undefined
        ? rest
        : { ...rest, filterOptions: filterOptions.map(option => without(option, 'condition')) },
    ),
  },
  {
    check: 'breakpoints/exception-options',
    does: 'ignores exceptionOptions',
    seed: changedExceptions(args => without(args, 'exceptionOptions')),
  },
  {
    check: 'breakpoints/exception-info',
    does: 'does not tell which exception was thrown',
    seed: changedBodies<ExceptionInfoResponseBody>('exceptionInfo', ({ breakMode }) => ({
      exceptionId: '',
      breakMode,
    })),
  },
  {
    check: 'breakpoints/data',
    does: 'runs past every second write of what is watched',
    seed: everySecondWrite,
  },
  {
    check: 'breakpoints/data-reason',
    does: 'says `breakpoint` as the reason of a stop at a data breakpoint',
    seed: otherReason('data breakpoint', 'breakpoint'),
  },
  {
    check: 'breakpoints/data-removed',
    does: 'leaves data breakpoints where they are',
    seed: pretendedSuccess('setDataBreakpoints', allVerified, ({ arguments: args }) =>
      isEmpty((args as { readonly breakpoints: readonly unknown[] }).breakpoints),
    ),
  },
  {
    check: 'breakpoints/data-impossible',
    does: 'offers to watch what cannot be watched',
    seed: changedResponses('dataBreakpointInfo', (response, request) => {
      const isPossible =
        response.success && (response.body as DataBreakpointInfoResponseBody).dataId !== null;
      return isPossible ? response : successOf(request, { dataId: 'nothing', description: 'nothing' });
    }),
  },
  {
    check: 'breakpoints/data-bytes',
    does: 'says that data breakpoints on bytes are verified and sets none',
    seed: pretendedWatchOfBytes,
  },
  {
    check: 'breakpoints/modes',
    does: 'says that breakpoints with a mode are not verified',
    seed: changedBodies<SetBreakpointsResponseBody>('setBreakpoints', ({ breakpoints }, request) => ({
      breakpoints: breakpoints.map((each, index) =>
        askedIn(request)[index]?.mode === undefined
          ? each
          : { ...each, verified: false, message: 'there are no modes' },
      ),
    })),
  },
  {
    check: 'breakpoints/unknown-mode',
    does: 'takes any mode',
    seed: changedBodies<SetBreakpointsResponseBody>('setBreakpoints', ({ breakpoints }, request) => ({
      breakpoints: breakpoints.map((each, index) =>
        askedIn(request)[index]?.mode === undefined ? each : { id: each.id, verified: true },
      ),
    })),
  },
];

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0;

const askedIn = ({ arguments: args }: Request): readonly SourceBreakpoint[] =>
  (args as SetBreakpointsArguments).breakpoints ?? [];

const withBody = (event: Event, body: unknown): Event => ({ ...event, body });

function allVerified({ arguments: args }: Request): SetBreakpointsResponseBody {
  const { breakpoints } = args as { readonly breakpoints: readonly unknown[] };
  return { breakpoints: breakpoints.map((_, index) => ({ id: 900_000 + index, verified: true })) };
}

/** A stop for one reason is told with another. */
function otherReason(reason: string, instead: string): () => FaultyLine {
  return changedEvents('stopped', event => {
    const body = event.body as StoppedEventBody;
    return body.reason === reason ? withBody(event, { ...body, reason: instead }) : event;
  });
}

/** Source breakpoints lose one of their properties on the way. */
function withoutProperty(name: keyof SourceBreakpoint): () => FaultyLine {
  return changedRequests('setBreakpoints', request => {
    const args = request.arguments as SetBreakpointsArguments;
    if (args.breakpoints === undefined) return request;
    const breakpoints = args.breakpoints.map(each => without(each, name));
    return { ...request, arguments: { ...args, breakpoints } };
  });
}

function changedExceptions(
  change: (args: SetExceptionBreakpointsArguments) => SetExceptionBreakpointsArguments,
): () => FaultyLine {
  return changedRequests('setExceptionBreakpoints', request => ({
    ...request,
    arguments: change(request.arguments as SetExceptionBreakpointsArguments),
  }));
}

/** Before the program runs, a source keeps the breakpoints that it had. */
function addedBreakpoints(): FaultyLine {
  const earlier = new Map<string, readonly SourceBreakpoint[]>();
  const asked = new Map<number, number>();
  let isRunning = false;
  return {
    fromClient(message, line) {
      if (message.type === 'request' && message.command === 'configurationDone') isRunning = true;
      if (message.type !== 'request' || message.command !== 'setBreakpoints' || isRunning)
        return line.toAdapter(message);
      const args = message.arguments as SetBreakpointsArguments;
      const { path = '' } = args.source;
      const own = args.breakpoints ?? [];
      const breakpoints = [...own, ...(earlier.get(path) ?? [])];
      earlier.set(path, breakpoints);
      asked.set(message.seq, own.length);
      line.toAdapter({ ...message, arguments: { ...args, breakpoints } });
    },
    fromAdapter(message, line) {
      const count = message.type === 'response' ? asked.get(message.request_seq) : undefined;
      if (message.type !== 'response' || count === undefined || !message.success)
        return line.toClient(message);
      const { breakpoints } = message.body as SetBreakpointsResponseBody;
      line.toClient({ ...message, body: { breakpoints: breakpoints.slice(0, count) } });
    },
  };
}

function unremoved(): FaultyLine {
  let areOthers = false;
  return {
    fromClient(message, line) {
      if (message.type === 'request' && message.command === 'setInstructionBreakpoints') areOthers = true;
      const isRemoval =
        message.type === 'request' &&
        message.command === 'setBreakpoints' &&
        argumentsOf(message)['breakpoints'] !== undefined &&
        isEmpty(askedIn(message));
      if (isRemoval && !areOthers) line.toClient(successOf(message, { breakpoints: [] }));
      else line.toAdapter(message);
    },
  };
}

function pretendedWatchOfBytes(): FaultyLine {
  let isAddress = false;
  return {
    fromClient(message, line) {
      if (message.type !== 'request') return line.toAdapter(message);
      if (message.command === 'dataBreakpointInfo')
        isAddress = (message.arguments as DataBreakpointInfoArguments).asAddress === true;
      const isPretended = message.command === 'setDataBreakpoints' && isAddress;
      if (isPretended) line.toClient(successOf(message, allVerified(message)));
      else line.toAdapter(message);
    },
  };
}

function everySecondWrite(): FaultyLine {
  let stops = 0;
  return changedEvents('stopped', (event, line) => {
    const { reason, threadId } = event.body as StoppedEventBody;
    if (reason !== 'data breakpoint' || ++stops % 2 === 1) return event;
    void line.ask('continue', { threadId });
    return undefined;
  })();
}

/** After a stop for this reason, frames are said to be elsewhere. */
function elsewhereAfter(reason: string, change: (frame: StackFrame) => StackFrame): () => FaultyLine {
  return () => {
    let isMeant = false;
    const inner = changedBodies<StackTraceResponseBody>('stackTrace', body =>
      isMeant ? { ...body, stackFrames: body.stackFrames.map(change) } : body,
    )();
    return {
      ...inner,
      fromAdapter(message, line) {
        if (message.type === 'event' && message.event === 'stopped')
          isMeant = (message.body as StoppedEventBody).reason === reason;
        inner.fromAdapter?.(message, line);
      },
    };
  };
}
