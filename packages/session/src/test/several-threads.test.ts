// Stops that several threads have reasons for: each is told, and one is to be looked at.

import type { DapClient, EventBody } from '@sonde/dap';
import {
  breakpointId,
  scalar,
  stopId,
  threadId,
  type BreakpointSpec,
  type Stop,
  type StopReason,
} from '@sonde/engine';
import { build } from '@sonde/lens';
import { describe, expect, it } from 'vitest';
import { ScriptedSession } from './scripted-session.js';

type Stopped = EventBody<'stopped'>;

const hit = (id: number): StopReason => ({ kind: 'breakpoint', hits: [breakpointId(id)] });
const crash: StopReason = {
  kind: 'exception',
  hits: [],
  thrown: { name: 'SIGSEGV', message: 'a bad address' },
};
const beside = [
  { thread: threadId(2), reasons: [hit(8)] },
  { thread: threadId(3), reasons: [{ kind: 'pause' } as const] },
  { thread: threadId(4), reasons: [crash] },
];

/** What a client hears of one stop: an event comes behind all of them. */
async function told(session: ScriptedSession, client: DapClient): Promise<readonly Stopped[]> {
  const bodies: Stopped[] = [];
  client.on('stopped', body => bodies.push(body));
  const behind = client.once('output');
  session.script.stop(hit(7), beside);
  session.script.tell({ kind: 'output', stream: 'stdout', data: 'behind\n' });
  await behind;
  return bodies;
}

const all = [
  {
    reason: 'breakpoint',
    threadId: 2,
    preserveFocusHint: true,
    allThreadsStopped: true,
    hitBreakpointIds: [8],
  },
  {
    reason: 'exception',
    description: 'Stopped at SIGSEGV',
    text: 'a bad address',
    threadId: 4,
    preserveFocusHint: true,
    allThreadsStopped: true,
  },
  { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [7] },
];

describe('a stop of several threads', () => {
  it('has an event for each that has a reason of its own, the one to look at last', async () => {
    const session = new ScriptedSession();
    const { client } = await session.launch();
    expect(await told(session, client)).toEqual(all);
  });

  it('is shown to a client that comes later as it was told', async () => {
    const session = new ScriptedSession();
    const { client } = await session.launch();
    await told(session, client);
    const { client: late } = session.connect();
    const bodies: Stopped[] = [];
    const complete = new Promise<void>(resolve =>
      late.on('stopped', body => bodies.push(body) === all.length && resolve()),
    );
    await late.request('initialize', { adapterID: 'scripted-dap', clientName: 'late' });
    await late.request('attach', { session: session.id });
    await late.request('configurationDone');
    await complete;
    expect(bodies).toEqual(all);
  });

  it('is told once to a client that would let the program go on at a second event', async () => {
    const session = new ScriptedSession();
    const { client } = await session.launch({ clientID: 'neovim' });
    expect(await told(session, client)).toEqual([
      { reason: 'breakpoint', threadId: 1, allThreadsStopped: true, hitBreakpointIds: [7, 8] },
    ]);
  });
});

describe('a stop that no client hears of', () => {
  it('has conditions decided and messages written for each thread, not only for the one in focus', async () => {
    const session = new ScriptedSession({
      expressions: {
        compile: name =>
          build.compiled(name, {
            op: 'read',
            place: { kind: 'named', name },
            type: session.script.any,
          }),
      },
    });
    const { script } = session;
    script.set({ kind: 'global', index: 0 }, scalar(script.any, false));
    const { client } = await session.launch();
    await client.request('continue', { threadId: 1 });
    const stop: Stop = { id: stopId(9), threads: [], focus: threadId(1), allThreads: true };
    const spec: BreakpointSpec = {
      id: breakpointId(7),
      where: { kind: 'function', name: 'main' },
      logMessage: 'v0 is {v0}',
    };
    for (const thread of [threadId(1), threadId(2)]) {
      expect(await script.host!.decide(stop, { ...spec, condition: 'v0' }, thread)).toEqual({ stop: false });
      expect(await script.host!.logText!(stop, thread, spec)).toBe('v0 is false');
    }
  });
});
