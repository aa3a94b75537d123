// A client that loses its connection finds its session again, for a while.

import type { DapClient } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import type { AdapterEnvironment } from '../adapter.js';
import { ScriptedSession } from './scripted-session.js';

const source = { path: '/p.scripted' };
const setLine =
  (line: number) =>
  (client: DapClient): Promise<unknown> =>
    client.request('setBreakpoints', { source, breakpoints: [{ line }] });

/** A session that waits for as long as a test may take, unless it says otherwise. */
const patient = (more: Partial<AdapterEnvironment> = {}): ScriptedSession =>
  new ScriptedSession({}, { lingerMs: 60_000, ...more });

/** Launched by a client that set a breakpoint and is gone without a word. */
async function lost(session: ScriptedSession): Promise<void> {
  const { client, adapter } = await session.launch({}, setLine(3));
  client.connection.close();
  await adapter.closed;
}

async function linesOf(client: DapClient): Promise<readonly (number | undefined)[]> {
  const { breakpoints } = (await client.customRequest('sonde/breakpoints', {})) as {
    readonly breakpoints: readonly { readonly requested?: { readonly line: number } }[];
  };
  return breakpoints.map(({ requested }) => requested?.line);
}

async function kindsOf(client: DapClient): Promise<readonly string[]> {
  const { breakpoints } = (await client.customRequest('sonde/breakpoints', {})) as {
    readonly breakpoints: readonly { readonly kind: string }[];
  };
  return breakpoints.map(({ kind }) => kind);
}

const ended = (session: ScriptedSession): Promise<void> =>
  new Promise(resolve => session.sessions.onChange(() => session.sessions.list().length === 0 && resolve()));

describe('a session whose last client was lost', () => {
  it('is there for the next one, which is shown the stop', async () => {
    const session = patient();
    await lost(session);
    expect(session.sessions.list()).toMatchObject([{ state: 'stopped', clients: 0 }]);
    const client = await session.join();
    expect((await client.request('stackTrace', { threadId: 1 })).stackFrames).toHaveLength(1);
  });

  it('keeps its breakpoints until the next client has said what it wants', async () => {
    const session = patient();
    await lost(session);
    const client = await session.join({}, async joining => {
      expect(await linesOf(joining)).toEqual([3]);
      await setLine(3)(joining);
      await setLine(4)(joining);
    });
    expect(await linesOf(client)).toEqual([4]);
  });

  it('goes on stopping at exceptions until the next client speaks of them', async () => {
    const filter = { id: 'thrown', label: 'Thrown', supportsCondition: false, default: false };
    const session = new ScriptedSession({ exceptionFilters: [filter] }, { lingerMs: 60_000 });
    const { client, adapter } = await session.launch({}, launching =>
      launching.request('setExceptionBreakpoints', { filters: ['thrown'] }),
    );
    client.connection.close();
    await adapter.closed;
    const next = await session.join({}, setLine(3));
    expect(await kindsOf(next)).toEqual(['exception', 'source']);
    await next.request('setExceptionBreakpoints', { filters: [] });
    expect(await kindsOf(next)).toEqual(['source']);
  });

  it('leaves them alone for one that may only look, and goes on waiting', async () => {
    const session = patient();
    await lost(session);
    const watching = await session.join({}, undefined, { rights: 'read-only' });
    expect(await linesOf(watching)).toEqual([3]);
    const client = await session.join();
    expect(await linesOf(client)).toEqual([]);
  });

  it('ends the program when nobody came in time, and says so to who watches', async () => {
    const session = patient({ lingerMs: 10 });
    const { client } = await session.launch();
    const watching = await session.join({}, undefined, { rights: 'read-only' });
    const said: string[] = [];
    watching.on('output', ({ output }) => said.push(output));
    const over = watching.once('terminated');
    client.connection.close();
    await over;
    expect(said.join('')).toMatch(/first is gone and did not come back/);
    expect(session.sessions.list()).toEqual([]);
  });

  it('belongs to the one that came: its goodbye ends it', async () => {
    const session = patient();
    await lost(session);
    const client = await session.join();
    const over = ended(session);
    await client.request('disconnect', {});
    await over;
  });

  it('may be lost and found again and again', async () => {
    const session = patient();
    await lost(session);
    const client = await session.join({}, setLine(5));
    client.connection.close();
    await client.closed;
    const third = await session.join({ clientName: 'third' });
    expect(await linesOf(third)).toEqual([]);
  });

  it('lets go a program that was never let go, when the next client says so', async () => {
    const session = patient();
    const { client, adapter } = session.connect();
    await client.request('initialize', { adapterID: 'scripted-dap' });
    await client.request('launch', { program: '/p.scripted' });
    client.connection.close();
    await adapter.closed;
    expect(session.sessions.list()).toMatchObject([{ state: 'starting' }]);
    await session.join();
    expect(session.sessions.list()).toMatchObject([{ state: 'stopped' }]);
  });
});

describe('a session does not wait', () => {
  it('where nobody asked for it', async () => {
    const session = new ScriptedSession();
    const { client, adapter } = await session.launch();
    client.connection.close();
    await adapter.closed;
    expect(session.sessions.list()).toEqual([]);
  });

  it('after an orderly goodbye', async () => {
    const session = patient();
    const { client } = await session.launch();
    await client.request('disconnect', {});
    expect(session.sessions.list()).toEqual([]);
  });

  it('when it was the server that closed the connection', async () => {
    const session = patient();
    const { adapter } = await session.launch();
    adapter.close('the server ends');
    await adapter.closed;
    expect(session.sessions.list()).toEqual([]);
  });

  it('while somebody else can take over; then what the lost one set goes at once', async () => {
    const session = patient();
    const { client, adapter } = await session.launch({}, setLine(3));
    const other = await session.join({}, setLine(7));
    client.connection.close();
    await adapter.closed;
    expect(await linesOf(other)).toEqual([7]);
  });

  it('and an heir that was not ready yet is shown everything when it is', async () => {
    const session = patient();
    const { client, adapter } = await session.launch();
    const { client: heir } = session.connect();
    await heir.request('initialize', { adapterID: 'scripted-dap' });
    await heir.request('attach', { session: session.id });
    client.connection.close();
    await adapter.closed;
    const stopped = heir.once('stopped');
    await heir.request('configurationDone');
    await stopped;
  });
});
