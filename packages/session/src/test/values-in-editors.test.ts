// What editors show of values: which scopes, and what they hear when a value was changed.

import { scalar, type Scope } from '@sonde/engine';
import { describe, expect, it, vi } from 'vitest';
import { Script } from './scripted-language.js';
import { ScriptedSession } from './scripted-session.js';

async function scopesOf(scopes: readonly Scope[]) {
  const session = new ScriptedSession();
  vi.spyOn(session.script, 'scopes', 'get').mockReturnValue(scopes);
  const { client } = await session.launch();
  const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
  return { client, ...(await client.request('scopes', { frameId: stackFrames[0]!.id })) };
}

describe('scopes', () => {
  const variables = [{ name: 'x', value: scalar(new Script().any, 1n) }];

  it('are offered when they hold something, locals first', async () => {
    const { scopes } = await scopesOf([
      { name: 'Arguments', kind: 'arguments', variables },
      { name: 'Globals', kind: 'globals', variables: [] },
      { name: 'Locals', kind: 'locals', variables },
    ]);
    expect(scopes.map(({ name }) => name)).toEqual(['Locals', 'Arguments']);
  });

  it('lead to their own variables, whatever was left out', async () => {
    const { client, scopes } = await scopesOf([
      { name: 'Arguments', kind: 'arguments', variables: [] },
      { name: 'Locals', kind: 'locals', variables },
    ]);
    const { variablesReference } = scopes[0]!;
    expect((await client.request('variables', { variablesReference })).variables).toMatchObject([
      { name: 'x' },
    ]);
  });
});

describe('a client that changes a value', () => {
  async function change(declared: object) {
    const session = new ScriptedSession();
    session.script.set({ kind: 'global', index: 0 }, scalar(session.script.any, 42n));
    session.script.evaluate = () => scalar(session.script.any, 7n);
    const { client } = await session.launch(declared as Readonly<Record<string, unknown>>);
    const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
    const { scopes } = await client.request('scopes', { frameId: stackFrames[0]!.id });
    const { variablesReference } = scopes[0]!;
    const heard: unknown[] = [];
    client.on('invalidated', body => heard.push(body));
    await client.request('setVariable', { variablesReference, name: 'v0', value: '7' });
    await client.request('threads');
    return heard;
  }

  it('hears that the rows around it are out of date, where it knows that event', async () => {
    expect(await change({ supportsInvalidatedEvent: true })).toEqual([{ areas: ['variables'] }]);
    expect(await change({})).toEqual([]);
  });
});

describe('a relative path of a source', () => {
  it.each(['before', 'after'] as const)('begins at the cwd of the launch, also %s it', async when => {
    const session = new ScriptedSession();
    const { client } = session.connect();
    await client.request('initialize', { adapterID: 'scripted-dap' });
    const stopped = client.once('stopped');
    const set = () =>
      client.request('setBreakpoints', { source: { path: 'a.x' }, breakpoints: [{ line: 1 }] });
    if (when === 'before') await set();
    const launch = client.request('launch', { program: '/p.scripted', cwd: '/' });
    if (when === 'after') await set();
    await client.request('configurationDone');
    await launch;
    await stopped;
    expect(await client.customRequest('sonde/breakpoints', {})).toMatchObject({
      breakpoints: [{ requested: { source: { path: '/a.x' } } }],
    });
  });
});
