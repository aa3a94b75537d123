// Faults of threads and stacks.
import type {
  LocationsResponseBody,
  Request,
  ScopesResponseBody,
  StackFrame,
  StackTraceArguments,
  StackTraceResponseBody,
  ThreadsResponseBody,
} from '@sonde/dap';
import type { Fault, FaultyLine } from '../fault.js';
import { changedBodies, changedRequests } from '../seeds.js';
import { seeing } from '../seen-session.js';
import { without, withoutArgument } from '../without.js';

export const stackFaults: readonly Fault[] = [
  {
    check: 'values/threads',
    does: 'lists a thread twice',
    seed: changedBodies<ThreadsResponseBody>('threads', ({ threads }) => ({
      threads: threads.length > 1 ? [...threads, threads[0]] : threads,
    })),
  },
  {
    check: 'values/frame-ids',
    does: 'gives the third frame the id of the second',
    seed: changedFrames((frame, index, frames) =>
      index === 2 ? { ...frame, id: frames[1]?.id ?? frame.id } : frame,
    ),
  },
  {
    check: 'values/frame-variables',
    does: 'shows the variables of the top frame for every frame',
    seed: topFrameFor('scopes'),
  },
  {
    check: 'values/stack-paging',
    does: 'ignores `startFrame`',
    seed: changedRequests('stackTrace', request => {
      const { startFrame, ...rest } = request.arguments as StackTraceArguments;
      return (startFrame ?? 0) > 0 ? { ...request, arguments: rest } : request;
    }),
  },
  {
    check: 'values/total-frames',
    does: 'does not say how many frames there are',
    seed: changedBodies<StackTraceResponseBody>('stackTrace', body => without(body, 'totalFrames')),
  },
  {
    check: 'values/frame-format',
    does: 'ignores the format of frames',
    seed: withoutArgument('stackTrace', 'format'),
  },
  {
    check: 'values/frame-name',
    does: 'does not know the names of functions before the first step',
    seed: namelessAtFirst,
  },
  {
    check: 'values/source-name',
    does: 'leaves out the names of sources where the whole stack is asked for',
    seed: changedFrames(frame =>
      frame.source === undefined ? frame : { ...frame, source: without(frame.source, 'name') },
    ),
  },
  {
    check: 'values/returned',
    does: 'does not show what functions returned',
    seed: changedBodies<ScopesResponseBody>('scopes', ({ scopes }) => ({
      scopes: scopes.filter(({ presentationHint }) => presentationHint !== 'returnValue'),
    })),
  },
  {
    check: 'values/declared',
    does: 'tells locations one line too far down',
    seed: changedBodies<LocationsResponseBody>('locations', body => ({ ...body, line: body.line + 1 })),
  },
];

const isWhole = ({ arguments: args }: Request): boolean =>
  (args as StackTraceArguments).levels === undefined && (args as StackTraceArguments).format === undefined;

/** Frames of whole stacks. */
export function changedFrames(
  change: (frame: StackFrame, index: number, frames: readonly StackFrame[]) => unknown,
): () => FaultyLine {
  return changedBodies<StackTraceResponseBody>('stackTrace', (body, request) =>
    isWhole(request) ? { ...body, stackFrames: body.stackFrames.map(change) } : body,
  );
}

/** Requests that name another frame than the top one are asked about the top one. */
export function topFrameFor(command: string): () => FaultyLine {
  return seeing(seen => {
    let [top, known] = [0, new Set<number>()];
    return {
      fromClient(message, line) {
        if (message.type !== 'request' || message.command !== command) return line.toAdapter(message);
        const args = message.arguments as { readonly frameId?: number };
        const isOther = args.frameId !== undefined && known.has(args.frameId);
        line.toAdapter(isOther ? { ...message, arguments: { ...args, frameId: top } } : message);
      },
      fromAdapter(message, line) {
        const request = message.type === 'response' ? seen.request(message.request_seq) : undefined;
        if (message.type === 'response' && message.success && request?.command === 'stackTrace') {
          const [first, ...others] = (message.body as StackTraceResponseBody).stackFrames;
          const isFromTop = ((request.arguments as StackTraceArguments).startFrame ?? 0) === 0;
          if (isFromTop && first !== undefined)
            [top, known] = [first.id, new Set(others.map(({ id }) => id))];
        }
        line.toClient(message);
      },
    };
  });
}

function namelessAtFirst(): FaultyLine {
  return seeing(seen => ({
    fromAdapter(message, line) {
      const request = message.type === 'response' ? seen.request(message.request_seq) : undefined;
      const hasMoved = ['continue', 'next', 'stepIn', 'stepOut', 'pause', 'restart'].some(each =>
        seen.has(each),
      );
      if (message.type !== 'response' || request?.command !== 'stackTrace' || !message.success || hasMoved)
        return line.toClient(message);
      if ((request.arguments as StackTraceArguments).levels !== 1) return line.toClient(message);
      const body = message.body as StackTraceResponseBody;
      const stackFrames = body.stackFrames.map(frame => ({ ...frame, name: '?' }));
      line.toClient({ ...message, body: { ...body, stackFrames } });
    },
  }))();
}
