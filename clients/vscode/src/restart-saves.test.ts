import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { watchRestarts, type RestartSurroundings } from './restart-saves.js';

const restart = () => ({ type: 'request', command: 'restart', arguments: { arguments: { program: 'a' } } });

/** What is sent in its place, what is asked later, and what the user is told. */
async function seen(around: Partial<RestartSurroundings>, message: object = restart()) {
  const later: unknown[][] = [];
  const reported: unknown[] = [];
  const session = {
    configuration: {},
    customRequest: (...request: unknown[]) => Promise.resolve(later.push(request)),
  } as unknown as vscode.DebugSession;
  const report = (error: unknown): void => void reported.push(error);
  const factory = watchRestarts({
    hasChanges: () => true,
    save: () => Promise.resolve(true),
    report,
    ...around,
  });
  const tracker = factory.createDebugAdapterTracker(session) as vscode.DebugAdapterTracker;
  tracker.onWillReceiveMessage!(message);
  await new Promise(resolve => setImmediate(resolve));
  return { message, later, reported };
}

it('restarts at once where nothing has changed', async () => {
  expect(await seen({ hasChanges: () => false })).toEqual({ message: restart(), later: [], reported: [] });
});

it('restarts after the files are saved', async () => {
  const { message, later } = await seen({});
  expect(message).toMatchObject({ command: 'sonde/session', arguments: {} });
  expect(later).toEqual([['restart', restart().arguments]]);
});

it('lets the program go on where the user would rather not save', async () => {
  const { message, later, reported } = await seen({ save: () => Promise.resolve(false) });
  expect(message).toMatchObject({ command: 'sonde/session' });
  expect([later, reported]).toEqual([[], []]);
});

it('says why it does not restart', async () => {
  const refused = new Error('a has changes');
  const { later, reported } = await seen({ save: () => Promise.reject(refused) });
  expect([later, reported]).toEqual([[], [refused]]);
});

it('leaves other requests as they are', async () => {
  const next = { type: 'request', command: 'next', arguments: { threadId: 1 } };
  expect((await seen({}, { ...next })).message).toEqual(next);
});
