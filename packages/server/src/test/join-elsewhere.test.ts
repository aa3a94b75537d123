// An editor that joins, through the adapter that it started, a session that another server holds.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransportPair, DapClient } from '@sonde/dap';
import { Adapter } from '@sonde/session';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Listener } from '../listen.js';
import { register } from '../registry/register.js';
import { sessionElsewhere } from '../registry/sessions.js';
import { launchIdle, testEnvironment } from './environment.js';

let home: string;
let far: ReturnType<typeof testEnvironment>;
let door: Listener;
let owner: DapClient;
let session: string;
let editor: DapClient;
let adapter: Adapter;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'sonde-elsewhere-'));
  const folder = join(home, 'registry');
  mkdirSync(folder, { mode: 0o700 });
  far = testEnvironment();
  door = await register(far, folder);
  const [ours, theirs] = createTransportPair();
  new Adapter(theirs, far);
  owner = await launchIdle(ours, '/far.idle');
  session = far.sessions.list()[0]!.id;
  const [editorEnd, adapterEnd] = createTransportPair();
  adapter = new Adapter(adapterEnd, {
    ...testEnvironment(),
    sessionElsewhere: sessionElsewhere({ folder }),
  });
  editor = new DapClient(editorEnd);
  await editor.initialize({ clientName: 'editor' });
});

afterEach(async () => {
  editor.destroy();
  owner.destroy();
  await far.sessions.closeAll('the test is over');
  await door.close('the test is over');
  rmSync(home, { recursive: true });
});

it('is there as one of its clients, and hears of its end', async () => {
  await editor.request('attach', { session });
  await editor.request('configurationDone');
  expect(far.sessions.list()).toMatchObject([{ id: session, clients: 2 }]);
  expect(await editor.request('threads')).toEqual({ threads: [] });
  const told = editor.once('terminated');
  await owner.request('disconnect');
  await told;
});

it('gets answers to what it sent together with the attach, and to what it sent later', async () => {
  const initialized = editor.once('initialized');
  const attach = editor.request('attach', { session });
  const early = editor.customRequest('sonde/session', {});
  await initialized;
  await attach;
  expect(await early).toMatchObject({ id: session });
  expect(await editor.customRequest('sonde/session', {})).toMatchObject({ id: session });
  await expect(editor.customRequest('sonde/unheard-of', {})).rejects.toThrow(/sonde\/unheard-of/);
});

it('leaves with a goodbye, and the program stays', async () => {
  await editor.request('attach', { session });
  await editor.request('disconnect');
  await adapter.closed;
  expect(far.sessions.list()).toMatchObject([{ id: session, clients: 1 }]);
});

it('is told when the other server is lost', async () => {
  await editor.request('attach', { session });
  const told = editor.once('terminated');
  await door.close('the server ends');
  await told;
  await editor.request('disconnect');
});

it('is told what there is when there is no such session', async () => {
  await expect(editor.request('attach', { session: 'none' })).rejects.toThrow(`Running: ${session}`);
});
