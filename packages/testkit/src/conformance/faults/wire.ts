// Faults of the wire, one for each check of the same name.
import type { Fault } from './fault.js';
import { changedResponses } from './seeds.js';

export const wireFaults: readonly Fault[] = [
  {
    check: 'wire/schema',
    does: 'answers `threads` with a `message` that is a number',
    seed: changedResponses('threads', response => ({ ...response, message: 7 as never })),
  },
  {
    check: 'wire/sequence',
    does: 'gives its answers to `threads` numbers that are not the next ones',
    seed: () => ({
      encode: (message, frame) =>
        frame(
          message.type === 'response' && message.command === 'threads'
            ? { ...message, seq: message.seq + 1000 }
            : message,
        ),
    }),
  },
  {
    check: 'wire/answered',
    does: 'hangs up instead of answering `disconnect` when `initialize` was sent twice',
    seed: () => {
      let initialized = 0;
      return {
        fromClient(message, line) {
          if (message.type === 'request' && message.command === 'initialize') initialized++;
          const isGoodbye = message.type === 'request' && message.command === 'disconnect';
          if (isGoodbye && initialized > 1) line.end();
          else line.toAdapter(message);
        },
      };
    },
  },
  {
    check: 'wire/answered-once',
    does: 'answers `threads` twice',
    seed: changedResponses('threads', response => [response, response]),
  },
  {
    check: 'wire/answers-a-request',
    does: 'answers a request that was never sent besides each `threads`',
    seed: changedResponses('threads', response => [{ ...response, request_seq: 999_999 }, response]),
  },
  {
    check: 'wire/response-command',
    does: 'names `configurationDone` in its answers to `threads`',
    seed: changedResponses('threads', response => ({ ...response, command: 'configurationDone' })),
  },
  {
    check: 'wire/nothing-else',
    does: 'prints a word in a frame of its own before each answer to `threads`',
    seed: changedResponses('threads', (response, _request, line) => {
      line.bytesToClient(Buffer.from('Content-Length: 5\r\n\r\nhello'));
      return response;
    }),
  },
];
