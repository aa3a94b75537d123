// A peer that does not read what it asked for is cut off before its backlog fills our memory.

import type { Transport } from '@sonde/dap';

/**
 * The session already drops output for slow clients, with a marker. What is left is answers the peer asked for itself;
 * one that asks on and never reads is broken or hostile.
 */
export const maximumBacklogBytes = 256 * 1024 * 1024;

/** The same transport, which ends itself when more than `limit` bytes wait for the peer. */
export function limitBacklog(
  transport: Transport,
  log?: (line: string) => void,
  limit = maximumBacklogBytes,
): Transport {
  let cut = false;
  return {
    description: transport.description,
    framing: transport.framing,
    start: sink => transport.start(sink),
    send: bytes => {
      if (cut) return;
      transport.send(bytes);
      if (transport.bufferedBytes <= limit) return;
      cut = true;
      log?.(`${transport.description}: cut off, ${transport.bufferedBytes} bytes were never read`);
      transport.destroy();
    },
    get bufferedBytes() {
      return transport.bufferedBytes;
    },
    whenDrained: () => transport.whenDrained(),
    close: () => transport.close(),
    destroy: () => transport.destroy(),
  };
}
