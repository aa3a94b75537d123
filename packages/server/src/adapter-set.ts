// The adapters of one listener: it makes one for each connection and ends them all when it closes.

import type { Transport } from '@sonde/dap';
import { Adapter, type AdapterEnvironment } from '@sonde/session';
import { limitBacklog } from './backlog.js';

/** Enough for every client of a shared machine; a flood of connections must not exhaust the process. */
export const maximumConnections = 128;

export class AdapterSet {
  readonly #adapters = new Set<Adapter>();
  #closing = false;

  get size(): number {
    return this.#adapters.size;
  }

  /** Serves a connection until it ends. Refuses when there are too many, or when the listener is closing. */
  serve(transport: Transport, environment: AdapterEnvironment): Adapter | undefined {
    const { log } = environment;
    if (this.#closing || this.#adapters.size >= maximumConnections) {
      log?.(`${transport.description}: refused, ${this.#closing ? 'closing' : 'too many connections'}`);
      transport.destroy();
      return undefined;
    }
    log?.(`${transport.description}: connected`);
    const adapter = new Adapter(limitBacklog(transport, log), environment);
    this.#adapters.add(adapter);
    void adapter.closed.finally(() => {
      this.#adapters.delete(adapter);
      log?.(`${transport.description}: ended`);
    });
    return adapter;
  }

  /** Ends all of them; resolves when the last one is gone. */
  async close(reason: string): Promise<void> {
    this.#closing = true;
    const adapters = [...this.#adapters];
    for (const adapter of adapters) adapter.close(reason);
    await Promise.all(adapters.map(adapter => adapter.closed));
  }
}
