// What the tests of this package share: an environment, and a client that has launched the idle program.

import { DapClient, type Transport } from '@sonde/dap';
import { SessionDirectory, type AdapterEnvironment } from '@sonde/session';
import { idle } from './idle-language.js';

export function testEnvironment(
  changes: Partial<AdapterEnvironment> = {},
): AdapterEnvironment & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    languages: [idle],
    sessions: new SessionDirectory(),
    log: line => lines.push(line),
    lines,
    ...changes,
  };
}

/** Launches the idle program; answers when it runs. */
export async function launchIdle(transport: Transport, program = '/somewhere/a.idle'): Promise<DapClient> {
  const client = new DapClient(transport);
  await client.initialize();
  await client.request('launch', { program });
  await client.request('configurationDone');
  return client;
}
