import { Connection, createTransportPair, type IncomingRequest, type Transport } from '@sonde/dap';
import { expect, it } from 'vitest';
import { statusText } from '../shell/status-text.js';
import { SessionModel } from './session-model.js';

/** An adapter whose program stops in several threads at once. */
function adapterOf(asked: string[]): Transport {
  const [ours, theirs] = createTransportPair();
  const answer = (request: IncomingRequest): unknown => {
    const { threadId } = (request.arguments ?? {}) as { readonly threadId?: number };
    asked.push(threadId === undefined ? request.command : `${request.command} ${threadId}`);
    switch (request.command) {
      case 'launch':
        request.afterResponse(() => {
          for (const id of [2, 4, 3])
            connection.event('stopped', {
              reason: 'breakpoint',
              threadId: id,
              allThreadsStopped: true,
              ...(id === 3 ? {} : { preserveFocusHint: true }),
            });
        });
        return {};
      case 'threads':
        return { threads: [2, 3, 4].map(id => ({ id, name: `thread ${id}` })) };
      case 'stackTrace':
        return { stackFrames: [{ id: 1, name: 'work', line: 1, column: 1 }], totalFrames: 1 };
      case 'scopes':
        return { scopes: [] };
      case 'sonde/breakpoints':
        return { breakpoints: [] };
      default:
        return {};
    }
  };
  const connection: Connection = new Connection(
    theirs,
    { request: request => Promise.resolve(answer(request)) },
    { role: 'adapter' },
  );
  return ours;
}

it('shows a stop of several threads once, in the thread to look at', async () => {
  const asked: string[] = [];
  const model = new SessionModel({
    connect: () => Promise.resolve(adapterOf(asked)),
    shelf: () => ({ read: () => null, write: () => undefined }),
    fileText: () => Promise.resolve(''),
    pause: () => Promise.resolve(),
  });
  const selected: (number | undefined)[] = [];
  model.threads.selected.subscribe(() => selected.push(model.threads.selected.get()));
  const stopped = new Promise<void>(resolve =>
    model.phase.subscribe(() => model.phase.get().kind === 'stopped' && resolve()),
  );
  await model.start({ kind: 'launch', program: '/p' });
  await stopped;
  expect(selected.filter(id => id !== undefined)).toEqual([3]);
  expect(asked.filter(command => command.startsWith('stackTrace'))).toEqual(['stackTrace 3']);
  expect(statusText(model.phase.get()).text).toBe('Stopped at a breakpoint, 2 other threads too');
  await model.leave();
});
