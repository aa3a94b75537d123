// A debugger on a session of its own: server and client in one process, so that others can join it.

import { createTransportPair, type Transport } from '@sonde/dap';
import { Adapter } from '@sonde/session';
import type { Invocation } from './command.js';
import type { Start } from './console/debuggee.js';
import { openLog } from './log.js';
import { startServerProcess } from './server-process.js';

export interface OwnSession {
  readonly greeting: string;
  /** For `break LINE` before anything runs; undefined where no source is known yet. */
  readonly program: string | undefined;
  readonly start: Start;
  readonly script: string | undefined;
  /** Files that the log must not overwrite. */
  readonly spare: readonly (string | undefined)[];
}

export async function converseInOwnSession(
  invocation: Invocation,
  { spare, ...conversation }: OwnSession,
): Promise<number> {
  // The console is large, and an adapter that is started by the same command must not wait for it.
  const { converseWith } = await import('./console/conversation.js');
  return onOwnServer(invocation, spare, connect =>
    converseWith({ ...conversation, streams: invocation.streams, connect }),
  );
}

/** `spare` are files that the log must not overwrite. The server ends with the work. */
export async function onOwnServer(
  { languages, streams, text }: Invocation,
  spare: readonly (string | undefined)[],
  work: (connect: () => Promise<Transport>) => Promise<number>,
): Promise<number> {
  const log = await openLog({ target: text('log'), errors: streams.errors, spare });
  const server = await startServerProcess({ languages, log, signals: ['SIGTERM', 'SIGHUP'] });
  try {
    return await work(() => {
      const [ours, theirs] = createTransportPair();
      new Adapter(theirs, { ...server.environment, origin: 'memory' });
      return Promise.resolve<Transport>(ours);
    });
  } finally {
    await server.end('the debugger was left');
  }
}
