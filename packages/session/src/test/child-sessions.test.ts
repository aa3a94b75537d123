// A child is offered to a client while its parent is there: VS Code starts none for a session that is over.

import { expect, it } from 'vitest';
import { ScriptedSession } from './scripted-session.js';

it('a parent is over only when the client has its child', async () => {
  const session = new ScriptedSession();
  const { client } = await session.launch({ supportsStartDebuggingRequest: true });
  const seen: string[] = [];
  let take = (): void => undefined;
  const taken = new Promise<undefined>(resolve => (take = () => resolve(undefined)));
  const offered = new Promise<void>(resolve => {
    client.onReverse('startDebugging', () => {
      resolve();
      return taken;
    });
  });
  client.on('terminated', () => void seen.push('terminated'));
  const over = client.once('terminated');
  const { tell } = session.script;
  const leaveAlone = (): Promise<void> => Promise.resolve();
  tell({ kind: 'child', child: { name: 'child', request: 'launch', configuration: {}, leaveAlone } });
  tell({ kind: 'exited', status: { code: 0 } });
  tell({ kind: 'ended' });
  await offered;
  // What was sent before the answer to a request is here before the answer. An end takes a few turns.
  for (let turn = 0; turn < 20; turn++) await client.customRequest('sonde/breakpoints', {});
  seen.push('taken');
  take();
  await over;
  expect(seen).toEqual(['taken', 'terminated']);
});
