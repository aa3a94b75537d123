// A program in two languages: each frame is shown in its own.

import { createTransportPair, DapClient } from '@sonde/dap';
import { codeAddress, frameId, scalar, type Stack } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { expect, it, onTestFinished } from 'vitest';
import { Adapter } from '../adapter.js';
import { SessionDirectory } from '../directory.js';
import { onlyEncoding, Script, scripted } from './scripted-language.js';

/** One frame of the language of the launch, called by one of another. */
class MixedScript extends Script {
  override get stack(): Stack {
    const frame = (name: string, producer: string) =>
      ({
        id: frameId(name),
        function: name,
        address: codeAddress(0),
        confidence: 'exact',
        unit: { producer },
      }) as const;
    return { frames: [frame('callee', 'scripted'), frame('caller', 'guestc 1.0')], total: 2 };
  }
}

it('shows values, and what they are called, as the language of their frame does', async () => {
  const script = new MixedScript();
  script.set({ kind: 'global', index: 0 }, scalar(script.any, 42n));
  const guest: Language = {
    ...scripted(new Script()),
    id: 'guest',
    extensions: ['.guest'],
    adapterNames: [],
    native: { recognises: { producer: /^guestc / } },
    renderers: [{ name: 'guest', matches: () => true, render: () => ({ text: 'a guest' }) }],
    expressions: onlyEncoding((_, type) => scalar(type, 7n)),
  };
  const [adapterEnd, clientEnd] = createTransportPair();
  new Adapter(adapterEnd, { languages: [scripted(script), guest], sessions: new SessionDirectory() });
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

  const { stackFrames } = await client.request('stackTrace', { threadId: 1 });
  const valueIn = async (nth: number): Promise<string | undefined> => {
    const { scopes } = await client.request('scopes', { frameId: stackFrames[nth]!.id });
    const reference = scopes[0]!.variablesReference;
    return (await client.request('variables', { variablesReference: reference })).variables[0]?.value;
  };
  expect([await valueIn(0), await valueIn(1)]).toEqual(['42', 'a guest']);
});
