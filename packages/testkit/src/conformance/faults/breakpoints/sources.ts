// Faults of breakpoints in source lines: where they are, in which order they are answered, how they go away again.
import { existsSync } from 'node:fs';
import type {
  BreakpointEventBody,
  BreakpointLocationsResponseBody,
  SetBreakpointsArguments,
  SetBreakpointsResponseBody,
  SourceBreakpoint,
} from '@sonde/dap';
import type { Fault, FaultyLine } from '../fault.js';
import { argumentsOf, changedWhen } from '../seen-session.js';
import { changedBodies, changedEvents, successOf } from '../seeds.js';
import { otherReason } from '../stops.js';
import { askedIn } from './asked.js';

export const sourceFaults: readonly Fault[] = [
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
      return { ...event, body: { ...body, breakpoint: { ...body.breakpoint, verified: false } } };
    }),
  },
];

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
        askedIn(message).length === 0;
      if (isRemoval && !areOthers) line.toClient(successOf(message, { breakpoints: [] }));
      else line.toAdapter(message);
    },
  };
}
