import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { watchAdapterEnds } from './adapter-end.js';

function watched(): { readonly tracker: vscode.DebugAdapterTracker; readonly said: string[] } {
  const said: string[] = [];
  const factory = watchAdapterEnds(failure => said.push(failure.message));
  const session = { name: 'tour.c' } as vscode.DebugSession;
  return { tracker: factory.createDebugAdapterTracker(session) as vscode.DebugAdapterTracker, said };
}

it('tells once that an adapter ended in the middle of its session', () => {
  const { tracker, said } = watched();
  tracker.onDidSendMessage!({ type: 'event', event: 'stopped' });
  // As VS Code calls them after kill -9.
  tracker.onExit!(undefined, undefined);
  tracker.onError!(new Error('read error'));
  expect(said).toEqual([expect.stringMatching(/adapter of "tour\.c" ended in the middle of the session\./)]);
});

it.each([
  [3, undefined, 'with exit code 3'],
  [undefined, 'SIGKILL', 'by SIGKILL'],
])('says how: %s %s', (code, signal, words) => {
  const { tracker, said } = watched();
  tracker.onExit!(code, signal);
  expect(said[0]).toContain(words);
});

it.each<[string, (tracker: vscode.DebugAdapterTracker) => void]>([
  ['the program ended', each => each.onDidSendMessage!({ type: 'event', event: 'terminated' })],
  ['the user ended it', each => each.onWillReceiveMessage!({ type: 'request', command: 'disconnect' })],
  [
    'the user asked the program to end',
    each => each.onWillReceiveMessage!({ type: 'request', command: 'terminate' }),
  ],
  ['the editor stops it', each => each.onWillStopSession!()],
])('says nothing where %s', (_, end) => {
  const { tracker, said } = watched();
  end(tracker);
  tracker.onError!(new Error('read error'));
  tracker.onExit!(0, undefined);
  expect(said).toEqual([]);
});
