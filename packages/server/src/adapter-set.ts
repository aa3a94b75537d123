// The adapters of one listener: it makes one for each connection and ends them all when it closes.

import type { Connection, Transport } from '@sonde/dap';
import { Adapter, type AdapterEnvironment } from '@sonde/session';
import { limitBacklog } from './backlog.js';
import { turnAway } from './turn-away.js';

/** A flood of connections must not exhaust the process, and idle ones must not keep others out. */
export interface ConnectionLimits {
  readonly connections: number;
  /** How many more may be there at a time to hear that there is no room. */
  readonly refusalsAtOnce: number;
  /** A connection that has not said a valid `initialize` by then holds a place that others need. */
  readonly initializeWithinMs: number;
}

/** Enough for every client of a shared machine. */
export const defaultLimits: ConnectionLimits = {
  connections: 128,
  refusalsAtOnce: 32,
  initializeWithinMs: 10_000,
};

export class AdapterSet {
  readonly #adapters = new Set<Adapter>();
  readonly #turnedAway = new Set<Connection>();
  #closing = false;

  constructor(private readonly limits: ConnectionLimits = defaultLimits) {}

  /** Serves a connection until it ends. Refuses when there are too many, or when the listener is closing. */
  serve(transport: Transport, environment: AdapterEnvironment): Adapter | undefined {
    const { log } = environment;
    const refusal = this.#refusal();
    if (refusal !== undefined) {
      log?.(`${transport.description}: refused: ${refusal}`);
      const connection = turnAway(transport, refusal);
      this.#turnedAway.add(connection);
      void connection.closed.then(() => this.#turnedAway.delete(connection));
      return undefined;
    }
    log?.(`${transport.description}: connected`);
    const adapter = new Adapter(limitBacklog(transport, log), environment);
    this.#adapters.add(adapter);
    const deadline = this.#expectInitialize(adapter);
    void adapter.closed.finally(() => {
      clearTimeout(deadline);
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
    for (const connection of this.#turnedAway) connection.destroy();
    await Promise.all(adapters.map(adapter => adapter.closed));
  }

  #refusal(): string | undefined {
    if (this.#closing) return 'this debugger is ending.';
    if (this.#adapters.size < this.limits.connections) return undefined;
    return `this debugger has ${this.limits.connections} connections, which is all it takes; end one of them first.`;
  }

  #expectInitialize(adapter: Adapter): NodeJS.Timeout {
    const { initializeWithinMs } = this.limits;
    const timer = setTimeout(() => {
      if (adapter.client !== undefined || adapter.connection.isClosed) return;
      const reason = `no valid "initialize" came within ${initializeWithinMs / 1000} s`;
      adapter.connection.event('output', {
        category: 'important',
        output: `Closing the connection: ${reason}.\n`,
      });
      adapter.close(reason);
    }, initializeWithinMs);
    timer.unref();
    return timer;
  }
}
