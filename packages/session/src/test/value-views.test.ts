// Structured views: given to clients that declare them, and to nobody else.

import type { DapClient } from '@sonde/dap';
import { scalar } from '@sonde/engine';
import type { Renderer, StructuredView } from '@sonde/lens';
import { expect, it } from 'vitest';
import { ScriptedSession } from './scripted-session.js';

const structured: StructuredView = { kind: 'result', ok: true, label: 'Ok', text: '42' };
const bytes: StructuredView = { kind: 'hex', address: { space: 'm', offset: 16n }, size: 4 };

async function stopped(given: StructuredView, declared: object): Promise<DapClient> {
  const renderer: Renderer = {
    name: 'drawn',
    matches: () => true,
    render: () => ({ text: 'Ok(42)', structured: given }),
  };
  const session = new ScriptedSession({ renderers: [renderer] });
  session.script.set({ kind: 'global', index: 0 }, scalar(session.script.any, 42n));
  session.script.evaluate = () => scalar(session.script.any, 42n);
  return (await session.launch({ ...declared })).client;
}

async function variablesOf(client: DapClient): Promise<readonly object[]> {
  const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
  const { scopes } = await client.request('scopes', { frameId: stackFrames[0]!.id });
  const reference = scopes[0]!.variablesReference;
  return (await client.request('variables', { variablesReference: reference })).variables;
}

it('variables and results carry a view for a client that declares it', async () => {
  const client = await stopped(structured, { supportsStructuredViews: true });
  expect(await variablesOf(client)).toMatchObject([{ value: 'Ok(42)', view: structured }]);
  expect(await client.request('evaluate', { expression: 'x' })).toMatchObject({
    result: 'Ok(42)',
    view: structured,
  });
});

it('bytes are named as memory requests name them', async () => {
  const client = await stopped(bytes, { supportsStructuredViews: true });
  expect(await variablesOf(client)).toMatchObject([
    { view: { kind: 'hex', memoryReference: 'm:0x10', size: 4 } },
  ]);
});

it('all others get what the protocol has', async () => {
  const client = await stopped(structured, {});
  for (const variable of await variablesOf(client)) expect(variable).not.toHaveProperty('view');
  expect(await client.request('evaluate', { expression: 'x' })).not.toHaveProperty('view');
});
