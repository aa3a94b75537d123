// Asynchronous fragments: shown behind the stack, each under a caption of its own.

import { createTransportPair, DapClient } from '@sonde/dap';
import { codeAddress, frameId, scalar, threadId } from '@sonde/engine';
import { expect, it, onTestFinished } from 'vitest';
import { Adapter } from '../adapter.js';
import { SessionDirectory } from '../directory.js';
import { Script, scripted } from './scripted-language.js';

async function stoppedClient(script: Script): Promise<DapClient> {
  const [adapterEnd, clientEnd] = createTransportPair();
  new Adapter(adapterEnd, { languages: [scripted(script)], sessions: new SessionDirectory() });
  const client = new DapClient(clientEnd);
  onTestFinished(async () => {
    await client.request('disconnect', { terminateDebuggee: true }).catch(() => undefined);
    client.connection.close();
  });
  await client.request('initialize', { adapterID: 'scripted-dap' });
  const stopped = client.once('stopped');
  const launch = client.request('launch', { program: '/p.scripted' });
  await client.request('configurationDone');
  await launch;
  await stopped;
  return client;
}

it('frames that will run later follow under a label, in which there is nothing to see', async () => {
  const script = new Script();
  const later = {
    id: frameId('g'),
    function: 'later',
    address: codeAddress(7),
    confidence: 'exact',
  } as const;
  script.fragments = [{ description: 'awaited by', frames: [later] }];
  script.set({ kind: 'global', index: 0 }, scalar(script.any, 1n));
  const client = await stoppedClient(script);

  const { stackFrames, totalFrames } = await client.request('stackTrace', { threadId: 1 });
  expect(totalFrames).toBe(3);
  expect(stackFrames).toMatchObject([
    { name: 'main' },
    { name: 'awaited by', presentationHint: 'label', line: 0, column: 0 },
    { name: 'later', instructionPointerReference: '0x7' },
  ]);
  expect(stackFrames[0]).not.toHaveProperty('presentationHint');
  expect(await client.request('scopes', { frameId: stackFrames[1]!.id })).toEqual({ scopes: [] });
  expect((await client.request('scopes', { frameId: stackFrames[0]!.id })).scopes).toHaveLength(1);
  const page = await client.request('stackTrace', { threadId: 1, startFrame: 1, levels: 1 });
  expect(page).toMatchObject({
    totalFrames: 3,
    stackFrames: [{ id: stackFrames[1]!.id, name: 'awaited by' }],
  });
});

it('of more tasks than an engine lists is said how many there are', async () => {
  const script = new Script();
  const waiting = { name: 'one', kind: 'task', state: 'waiting', handle: '0x10' } as const;
  script.threads = [
    { id: threadId(1), name: 'main', kind: 'os', state: 'stopped', tasks: 3000 },
    { id: threadId(2), ...waiting },
  ];
  const client = await stoppedClient(script);
  const body = await client.customRequest('sonde/asyncStack', {});
  expect(body).toMatchObject({ truncated: true, total: 3000, frames: [{ task: '0x10' }] });
  await expect(client.customRequest('sonde/asyncStack', { task: '0x20' })).rejects.toThrow(
    'is none of the newest',
  );
  script.threads = [{ id: threadId(2), ...waiting }];
  const whole = await client.customRequest('sonde/asyncStack', {});
  expect(Object.keys(whole as object)).toEqual(['frames']);
});
