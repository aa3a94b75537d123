// What clients ask by themselves: a refusal is no pop-up, and after the end there is nothing to refuse.

import { ResponseFailure } from '@sonde/dap';
import type { DapClient } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { ScriptedSession } from './scripted-session.js';

async function showsUser(request: Promise<unknown>): Promise<boolean | undefined> {
  const error: unknown = await request.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  if (!(error instanceof ResponseFailure)) throw new Error('nothing was refused');
  return error.body?.error?.showUser;
}

describe('a refusal', () => {
  it.each(['hover', 'watch', 'variables', 'clipboard'])('of a %s is not shown', async context => {
    const { client } = await new ScriptedSession().launch();
    expect(await showsUser(client.request('evaluate', { expression: 'x', context }))).toBe(false);
  });

  it('of what was typed into the console is shown', async () => {
    const { client } = await new ScriptedSession().launch();
    expect(await showsUser(client.request('evaluate', { expression: 'x', context: 'repl' }))).toBe(true);
  });

  it('of a launch is shown', async () => {
    const { client } = new ScriptedSession().connect();
    await client.request('initialize', { adapterID: 'any' });
    expect(await showsUser(client.request('launch', { program: '/nobody.knows' }))).toBe(true);
  });

  it.each([
    ['disassemble', { memoryReference: '', instructionCount: 1 }],
    ['readMemory', { memoryReference: '', count: 1 }],
    ['variables', { variablesReference: 4711 }],
    ['exceptionInfo', { threadId: 1 }],
    ['sonde/nothing', {}],
  ])('of "%s", which clients send by themselves, is not shown', async (command, args) => {
    const { client } = await new ScriptedSession().launch();
    expect(await showsUser(client.customRequest(command, args))).toBe(false);
  });
});

describe('after the end', () => {
  async function ended(): Promise<DapClient> {
    const session = new ScriptedSession();
    const { client } = await session.launch();
    const over = client.once('terminated');
    session.script.tell({ kind: 'exited', status: { code: 0 } });
    session.script.tell({ kind: 'ended' });
    await over;
    return client;
  }

  it('there are no threads', async () => {
    expect(await (await ended()).request('threads')).toEqual({ threads: [] });
  });

  it('there are no places for breakpoints', async () => {
    const asked = (await ended()).request('breakpointLocations', { source: { path: '/p' }, line: 1 });
    expect(await asked).toEqual({ breakpoints: [] });
  });

  it('any other refusal is not shown', async () => {
    expect(await showsUser((await ended()).request('stackTrace', { threadId: 1 }))).toBe(false);
  });
});
