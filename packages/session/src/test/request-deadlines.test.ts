// How long a request may take, and that a build takes the time of nobody but its launch.

import type { DapClient } from '@sonde/dap';
import { patient } from '@sonde/engine';
import type { BuildResult } from '@sonde/language';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedSession } from './scripted-session.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

const deadlineMs = patient(15_000);
const longBuildMs = 4 * deadlineMs;

/** A program whose build is over when the test says so. */
async function building(): Promise<{
  readonly session: ScriptedSession;
  readonly client: DapClient;
  readonly launched: Promise<unknown>;
  readonly finish: () => void;
}> {
  let finish: () => void = () => undefined;
  const program = '/p.scripted';
  const built = new Promise<BuildResult>(resolve => {
    finish = () => resolve({ target: { program, temporary: [], image: {} }, diagnostics: [] });
  });
  const session = new ScriptedSession({ build: () => built });
  const { client } = session.connect();
  await client.request('initialize', { adapterID: 'scripted-dap' });
  const configurable = client.once('initialized');
  const launched = client.request('launch', { program });
  launched.catch(() => undefined);
  await configurable;
  return { session, client, launched, finish };
}

const breakpoints = { source: { path: '/p.scripted' }, breakpoints: [{ line: 1 }] };

it('a build that lets nothing else happen takes no time of the requests that wait for it', async () => {
  const { client, launched, finish } = await building();
  const set = client.request('setBreakpoints', breakpoints);
  // An answer to something else: the request has arrived.
  await client.customRequest('sonde/sessions');
  // All that was due meanwhile happens at once, as behind a build that kept the process busy.
  vi.advanceTimersByTime(longBuildMs);
  finish();
  await launched;
  expect(await set).toMatchObject({ breakpoints: [{ verified: true }] });
});

it('a request that waited for a build has its whole time behind it, and no more', async () => {
  const { session, client, launched, finish } = await building();
  session.script.stall = new Promise<never>(() => undefined);
  let answer: unknown;
  const set = client.request('setBreakpoints', breakpoints).catch((error: unknown) => (answer = error));
  await client.customRequest('sonde/sessions');
  finish();
  await launched;
  await client.customRequest('sonde/sessions');
  vi.advanceTimersByTime(deadlineMs - 100);
  await client.customRequest('sonde/sessions');
  expect(answer).toBeUndefined();
  vi.advanceTimersByTime(200);
  await set;
  expect(String(answer)).toContain(
    `"setBreakpoints" took longer than ${deadlineMs / 1000} s and was given up`,
  );
});
