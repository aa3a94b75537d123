// Output told apart by stream, for clients that know what to do with it.

import type { DapClient } from '@sonde/dap';
import { describe, expect, it } from 'vitest';
import { ScriptedSession } from './scripted-session.js';

const streams = { stddbg: { category: 'console', marker: '[dbg] ', shows: 'text' } } as const;

/** What the client hears until `last` has come. */
function heard(client: DapClient, last: string): Promise<readonly object[]> {
  const bodies: object[] = [];
  return new Promise(resolve =>
    client.on('output', body => {
      bodies.push(body);
      if (body.output.includes(last)) resolve(bodies);
    }),
  );
}

function print({ script }: ScriptedSession): void {
  const location = { source: { name: 'p', path: '/p.scripted' }, line: 7 };
  script.tell({ kind: 'output', stream: 'stdout', data: 'one\n', location });
  script.tell({ kind: 'output', stream: 'stddbg', data: 'two\n' });
}

describe('output', () => {
  it('carries the name of its stream for a client that declares it', async () => {
    const session = new ScriptedSession({ streams: { output: streams } });
    const { client } = await session.launch({ supportsOutputStream: true });
    const output = heard(client, 'two');
    print(session);
    expect(await output).toEqual([
      expect.objectContaining({ category: 'stdout', stream: 'stdout', output: 'one\n', line: 7 }),
      { category: 'console', stream: 'stddbg', output: '[dbg] two\n' },
    ]);
  });

  it('is as the protocol has it for all others', async () => {
    const session = new ScriptedSession({ streams: { output: streams } });
    const { client } = await session.launch();
    const output = heard(client, 'two');
    print(session);
    for (const body of await output) {
      expect(body).not.toHaveProperty('stream');
      expect(body).not.toHaveProperty('line');
    }
  });

  it('that came before a client is told to it with stream and line too', async () => {
    const session = new ScriptedSession({ streams: { output: streams } });
    const { client: first } = await session.launch();
    const printed = heard(first, 'two');
    print(session);
    await printed;
    const { client } = session.connect();
    await client.request('initialize', { adapterID: 'scripted-dap', supportsOutputStream: true } as never);
    const output = heard(client, 'two');
    await client.request('attach', { session: session.id });
    await client.request('configurationDone');
    expect(await output).toEqual([
      expect.objectContaining({
        stream: 'stdout',
        line: 7,
        source: expect.objectContaining({ path: '/p.scripted' }) as unknown,
      }),
      expect.objectContaining({ stream: 'stddbg' }),
    ]);
  });
});
