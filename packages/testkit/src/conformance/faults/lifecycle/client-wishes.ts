// Faults of what a client says of itself at `initialize`.
import { fileURLToPath } from 'node:url';
import type { StackFrame, WireMessage } from '@sonde/dap';
import type { Fault, FaultyLine } from '../fault.js';
import { eventOf } from '../seeds.js';
import { changedWhen, isEvent, isSuccess, seeing } from '../seen-session.js';
import type { SeenSession } from '../seen-session.js';

export const clientWishFaults: readonly Fault[] = [
  {
    check: 'lifecycle/unwanted-events',
    does: 'sends `invalidated` to clients that do not take it',
    seed: seeing(seen => ({
      fromAdapter(message, line) {
        line.toClient(message);
        if (isEvent(message, 'stopped') && seen.client.supportsInvalidatedEvent !== true)
          line.toClient(eventOf('invalidated', { areas: ['all'] }));
      },
    })),
  },
  {
    check: 'lifecycle/unwanted-terminal',
    does: 'asks clients for a terminal that have none',
    seed: seeing(seen => ({
      fromClient(message, line) {
        const unable = seen.client.supportsRunInTerminalRequest !== true;
        if (message.type === 'request' && message.command === 'launch' && unable)
          line.toClient(reverseRequest('runInTerminal', { cwd: '.', args: ['true'] }));
        line.toAdapter(message);
      },
    })),
  },
  {
    check: 'lifecycle/unwanted-session',
    does: 'asks clients for further sessions that have none',
    seed: seeing(seen => ({
      fromAdapter(message, line) {
        line.toClient(message);
        if (isSuccess(message, 'launch') && seen.client.supportsStartDebuggingRequest !== true)
          line.toClient(reverseRequest('startDebugging', { request: 'launch', configuration: {} }));
      },
    })),
  },
  {
    check: 'lifecycle/lines-from-0',
    does: 'counts lines from 1 for everyone',
    seed: changedFrames((frame, { client }) =>
      client.linesStartAt1 === false ? { ...frame, line: frame.line + 1 } : frame,
    ),
  },
  {
    check: 'lifecycle/columns-from-0',
    does: 'counts columns from 1 for everyone',
    seed: changedFrames((frame, { client }) =>
      client.columnsStartAt1 === false ? { ...frame, column: frame.column + 1 } : frame,
    ),
  },
  {
    check: 'lifecycle/uri-paths',
    does: 'sends paths to clients that asked for URIs',
    seed: changedFrames((frame, { client }) => {
      const uri = frame.source?.path;
      if (client.pathFormat !== 'uri' || uri?.startsWith('file:') !== true) return frame;
      return { ...frame, source: { ...frame.source, path: fileURLToPath(uri) } };
    }),
  },
];

const reverseRequest = (command: string, args: unknown): WireMessage => ({
  seq: 0,
  type: 'request',
  command,
  arguments: args,
});

interface Stack {
  readonly stackFrames: readonly StackFrame[];
}

function changedFrames(change: (frame: StackFrame, seen: SeenSession) => StackFrame): () => FaultyLine {
  return changedWhen('stackTrace', (response, _request, seen) => {
    if (!response.success) return response;
    const body = response.body as Stack;
    return {
      ...response,
      body: { ...body, stackFrames: body.stackFrames.map(frame => change(frame, seen)) },
    };
  });
}
