// Faults of data breakpoints.
import type {
  DataBreakpointInfoArguments,
  DataBreakpointInfoResponseBody,
  Request,
  SetBreakpointsResponseBody,
  StoppedEventBody,
} from '@sonde/dap';
import type { Fault, FaultyLine } from '../fault.js';
import { changedEvents, changedResponses, pretendedSuccess, successOf } from '../seeds.js';
import { otherReason } from '../stops.js';

export const dataFaults: readonly Fault[] = [
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
    seed: pretendedSuccess(
      'setDataBreakpoints',
      allVerified,
      ({ arguments: args }) =>
        (args as { readonly breakpoints: readonly unknown[] }).breakpoints.length === 0,
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
];

function allVerified({ arguments: args }: Request): SetBreakpointsResponseBody {
  const { breakpoints } = args as { readonly breakpoints: readonly unknown[] };
  return { breakpoints: breakpoints.map((_, index) => ({ id: 900_000 + index, verified: true })) };
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
