// A pause that comes while a motion is on its way halts what the motion sets going.

import type { DapClient } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { ScriptedSession } from './scripted-session.js';

/** A program that takes until `depart` is called to set out, with what its engine has heard so far. */
async function slowToLeave(): Promise<{
  readonly session: ScriptedSession;
  readonly client: DapClient;
  readonly heard: readonly string[];
  readonly depart: () => void;
}> {
  const session = new ScriptedSession();
  const { client } = await session.launch();
  const heard: string[] = [];
  let depart: () => void = () => undefined;
  const departing = new Promise<void>(resolve => (depart = resolve));
  session.script.resume = async () => {
    heard.push('resume');
    await departing;
    heard.push('gone');
  };
  session.script.pause = async () => {
    heard.push('pause');
    session.script.stop({ kind: 'pause' });
  };
  return { session, client, heard, depart };
}

describe('a pause behind a motion', () => {
  it('waits until the program goes', async () => {
    const { client, heard, depart } = await slowToLeave();
    const stopped = client.once('stopped');
    const answers = [client.request('next', { threadId: 1 }), client.request('pause', { threadId: 1 })];
    // Whatever overtakes the pause is answered before it.
    await client.request('threads');
    expect(heard).toEqual(['resume']);
    depart();
    expect(await stopped).toMatchObject({ reason: 'pause' });
    await Promise.all(answers);
    expect(heard).toEqual(['resume', 'gone', 'pause']);
  });

  it('waits for the motion of another client too', async () => {
    const { session, client, heard, depart } = await slowToLeave();
    const other = await session.join();
    const stopped = client.once('stopped');
    const moved = client.request('continue', { threadId: 1 });
    await client.request('threads');
    const paused = other.request('pause', { threadId: 1 });
    await other.request('threads');
    expect(heard).toEqual(['resume']);
    depart();
    expect(await stopped).toMatchObject({ reason: 'pause' });
    await Promise.all([moved, paused]);
    expect(heard).toEqual(['resume', 'gone', 'pause']);
  });

  it('is answered all the same where the motion is refused', async () => {
    const { session, client } = await slowToLeave();
    session.script.resume = () => Promise.reject(new Error('no'));
    const moved = client.request('next', { threadId: 1 });
    const paused = client.request('pause', { threadId: 1 });
    await expect(moved).rejects.toThrow();
    await paused;
  });
});
