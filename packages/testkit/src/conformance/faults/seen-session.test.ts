import type { Request, WireMessage } from '@sonde/dap';
import { expect, test } from 'vitest';
import type { FaultyLine, Line } from './fault.js';
import { eventOf, successOf } from './seeds.js';
import { changedWhen, keptWaiting, seeing } from './seen-session.js';
import type { SeenSession } from './seen-session.js';

const request = (seq: number, command: string, args?: unknown): Request => ({
  ...{ seq, type: 'request', command },
  ...(args === undefined ? {} : { arguments: args }),
});

/** A line that only writes down what passes. */
function passing(fault: FaultyLine): {
  readonly toAdapter: WireMessage[];
  readonly toClient: WireMessage[];
  client(message: WireMessage): void;
  adapter(message: WireMessage): void;
} {
  const toAdapter: WireMessage[] = [];
  const toClient: WireMessage[] = [];
  const line = {
    toAdapter: message => void toAdapter.push(message),
    toClient: message => void toClient.push(message),
  } as Partial<Line> as Line;
  return {
    toAdapter,
    toClient,
    client: message => fault.fromClient?.(message, line),
    adapter: message => fault.fromAdapter?.(message, line),
  };
}

test('a session is followed from its first request to its end', () => {
  let seen: SeenSession | undefined;
  const line = passing(
    seeing(session => {
      seen = session;
      return {};
    })(),
  );
  const first = request(1, 'initialize', { adapterID: 'a', linesStartAt1: false });
  line.client(first);
  expect(seen?.client.linesStartAt1).toBe(false);
  expect(seen?.open).toBe(1);
  line.adapter(successOf(first));
  expect(seen?.open).toBe(0);
  line.client(request(2, 'launch'));
  expect([seen?.has('launch'), seen?.count('launch'), seen?.has('next')]).toEqual([true, 1, false]);
  line.adapter(eventOf('stopped', { reason: 'step' }));
  expect(seen?.state).toBe('stopped');
  const alone = request(4, 'continue');
  line.client(alone);
  line.adapter(successOf(alone, { allThreadsContinued: false }));
  expect(seen?.state).toBe('stopped');
  const resume = request(3, 'continue');
  line.client(resume);
  line.adapter(successOf(resume));
  expect(seen?.state).toBe('running');
  line.adapter(eventOf('terminated'));
  expect(seen?.state).toBe('ended');
  expect(line.toAdapter).toHaveLength(4);
  expect(line.toClient).toHaveLength(5);
});

test('only responses to the command are changed', () => {
  const line = passing(changedWhen('threads', (_response, asked) => successOf(asked, { threads: [] }))());
  line.client(request(1, 'threads'));
  line.client(request(2, 'scopes'));
  line.adapter(successOf(request(1, 'threads'), { threads: [{ id: 1, name: 'main' }] }));
  line.adapter(successOf(request(2, 'scopes'), { scopes: [] }));
  expect(line.toClient).toMatchObject([{ body: { threads: [] } }, { body: { scopes: [] } }]);
});

test('a request that is kept is refused when the client asks for something else', () => {
  const line = passing(keptWaiting(({ command }) => command === 'threads')());
  line.client(request(1, 'threads'));
  line.client(request(2, 'cancel', { requestId: 1 }));
  expect(line.toClient).toEqual([]);
  line.client(request(3, 'disconnect'));
  expect(line.toClient).toMatchObject([{ request_seq: 1, success: false }]);
  expect(line.toAdapter).toMatchObject([{ command: 'cancel' }, { command: 'disconnect' }]);
});
