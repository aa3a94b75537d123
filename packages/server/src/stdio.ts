// DAP on the standard streams: the way editors start an adapter.

import { stdioTransport } from '@sonde/dap/node';
import { Adapter, type AdapterEnvironment } from '@sonde/session';

/**
 * Serves one client on stdin and stdout, which must carry nothing but the protocol. Resolves when the client is gone
 * and every session of this process has ended: whoever started this process over pipes owns all of it.
 */
export async function serveStdio(environment: AdapterEnvironment): Promise<void> {
  const adapter = new Adapter(stdioTransport(), { ...environment, origin: 'stdio' });
  await adapter.closed;
  await environment.sessions.closeAll('the client that started the debugger is gone');
}
