// The breakpoints of everyone: listed for each client, with news when they change.

import type { DapClient } from '@sonde/dap';
import { scalar } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import type { ListedBreakpoint } from '../requests/breakpoint-list.js';
import { ScriptedSession } from './scripted-session.js';

const source = { path: '/p.scripted' };

async function listOf(client: DapClient): Promise<readonly ListedBreakpoint[]> {
  const body = await client.customRequest('sonde/breakpoints', {});
  return (body as { readonly breakpoints: readonly ListedBreakpoint[] }).breakpoints;
}

/** Counts the events; a request that is answered later has let all earlier ones arrive. */
function newsFor(client: DapClient): { count: number; next(): Promise<void> } {
  let wake: () => void = () => undefined;
  const news = {
    count: 0,
    next: () => new Promise<void>(resolve => (wake = resolve)),
  };
  client.onEveryEvent(event => {
    if (event !== 'sonde/breakpoints') return;
    news.count++;
    wake();
  });
  return news;
}

describe('the list of breakpoints', () => {
  it('has those of all clients, with whose they are and what was asked for', async () => {
    const session = new ScriptedSession();
    const { client } = await session.launch();
    await client.request('setBreakpoints', {
      source,
      breakpoints: [{ line: 3, column: 2, condition: 'x', hitCondition: '>=4', logMessage: 'hm' }],
    });
    const other = await session.join();
    await other.request('setFunctionBreakpoints', { breakpoints: [{ name: 'main' }] });
    const [line, name] = await listOf(client);
    expect(line).toMatchObject({
      ...{ kind: 'source', mine: true, owner: 'first', verified: true },
      ...{ condition: 'x', hitCondition: '>= 4', logMessage: 'hm' },
      requested: { source: { path: '/p.scripted' }, line: 3, column: 2 },
    });
    expect(name).toMatchObject({ kind: 'function', mine: false, owner: 'second', name: 'main' });
    expect((await listOf(other)).map(({ mine }) => mine)).toEqual([false, true]);
  });

  it('counts lines as the client that asks does', async () => {
    const session = new ScriptedSession();
    const { client } = await session.launch();
    await client.request('setBreakpoints', { source, breakpoints: [{ line: 3 }] });
    const other = await session.join({ linesStartAt1: false });
    expect((await listOf(other))[0]?.requested?.line).toBe(2);
  });

  it('calls a watched value what it was called when it was chosen', async () => {
    const session = new ScriptedSession();
    session.script.set({ kind: 'global', index: 0 }, scalar(session.script.any, 42n));
    const { client } = await session.launch();
    const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
    const { scopes } = await client.request('scopes', { frameId: stackFrames[0]!.id });
    const { dataId } = await client.request('dataBreakpointInfo', {
      variablesReference: scopes[0]!.variablesReference,
      name: 'v0',
    });
    await client.request('setDataBreakpoints', { breakpoints: [{ dataId: dataId! }] });
    expect(await listOf(client)).toMatchObject([{ kind: 'data', name: 'v0', accessType: 'write' }]);
  });

  it('calls what nobody chose the language’s own, and filters by their labels', async () => {
    const filter = { supportsCondition: false, default: true };
    const session = new ScriptedSession({ exceptionFilters: [{ id: 'e', label: 'Errors', ...filter }] });
    const { client } = await session.launch();
    expect(await listOf(client)).toMatchObject([
      { kind: 'exception', name: 'Errors', owner: 'Scripted', mine: false },
    ]);
  });

  it('has one entry for a wish that took several, named after all of them', async () => {
    const filter = { supportsCondition: false, default: false };
    const exceptionFilters = [
      { id: 'a', label: 'As', ...filter },
      { id: 'b', label: 'Bs', ...filter },
    ];
    const session = new ScriptedSession({ exceptionFilters });
    const { client } = await session.launch();
    await client.request('setExceptionBreakpoints', {
      filters: [],
      exceptionOptions: [{ path: [{ names: ['a', 'b'] }, { names: ['X'] }], breakMode: 'always' }],
    });
    expect(await listOf(client)).toMatchObject([{ name: 'As: X, Bs: X' }]);
  });

  it('is refused before there is a program', async () => {
    const { client } = new ScriptedSession().connect();
    await client.request('initialize', { adapterID: 'scripted-dap' });
    await expect(client.customRequest('sonde/breakpoints', {})).rejects.toThrow(/needs a program/);
  });

  it('does not make a file readable by naming it', async () => {
    const session = new ScriptedSession();
    const { client } = await session.launch();
    await client.request('setBreakpoints', { source: { path: '/etc/hosts' }, breakpoints: [{ line: 1 }] });
    await listOf(client);
    await expect(
      client.request('source', { source: { path: '/etc/hosts' }, sourceReference: 0 }),
    ).rejects.toThrow();
  });
});

describe('news of breakpoints', () => {
  const declared = { supportsBreakpointsEvent: true };

  it('comes once for many changes in one turn, to those who declare it', async () => {
    const session = new ScriptedSession();
    const { client } = await session.launch(declared);
    const quiet = await session.join();
    const [news, none] = [newsFor(client), newsFor(quiet)];
    const heard = news.next();
    const lines = [1, 2, 3].map(line => ({ line }));
    await quiet.request('setBreakpoints', { source, breakpoints: lines });
    await heard;
    await listOf(client);
    await listOf(quiet);
    expect(news.count).toBe(1);
    expect(none.count).toBe(0);
  });

  it('comes when the engine binds one anew, and when its owner leaves', async () => {
    const session = new ScriptedSession();
    const { client } = await session.launch(declared);
    const other = await session.join({}, guest =>
      guest.request('setBreakpoints', { source, breakpoints: [{ line: 5 }] }),
    );
    const [{ id }] = (await listOf(client)) as [ListedBreakpoint];
    const news = newsFor(client);
    const bound = news.next();
    session.script.tell({
      kind: 'breakpoints',
      resolutions: [{ id: id as never, state: 'unresolved', sites: [], message: 'it went' }],
    });
    await bound;
    expect(await listOf(client)).toMatchObject([{ verified: false }]);
    const left = news.next();
    await other.request('disconnect', {});
    await left;
    expect(await listOf(client)).toEqual([]);
  });

  it('tells a client that comes late that there may be some', async () => {
    const session = new ScriptedSession();
    await session.launch();
    const { client } = session.connect();
    await client.request('initialize', { adapterID: 'scripted-dap', ...declared });
    const news = newsFor(client);
    const heard = news.next();
    await client.request('attach', { session: session.id });
    expect(news.count).toBe(0);
    await client.request('configurationDone');
    await heard;
  });
});
