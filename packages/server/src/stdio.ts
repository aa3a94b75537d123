// DAP on the standard streams: the way editors start an adapter.

import { stdioTransport } from '@sonde/dap/node';
import { Adapter, type AdapterEnvironment } from '@sonde/session';
import { limitBacklog, maximumBacklogBytes } from './backlog.js';

export interface StdioOptions {
  /** How much may wait for a client that does not read. */
  readonly backlogBytes?: number;
}

/**
 * Serves one client on stdin and stdout, which must carry nothing but the protocol. Resolves when the client is gone
 * and every session of this process has ended: whoever started this process over pipes owns all of it. What the client
 * has not read by then may still lie in stdout.
 */
export async function serveStdio(environment: AdapterEnvironment, options: StdioOptions = {}): Promise<void> {
  const { log } = environment;
  const transport = limitBacklog(stdioTransport(), log, options.backlogBytes ?? maximumBacklogBytes);
  const adapter = new Adapter(transport, { ...environment, origin: 'stdio' });
  await adapter.closed;
  await environment.sessions.closeAll('the client that started the debugger is gone');
}
