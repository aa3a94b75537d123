// The connections of one listener: each gets an adapter, or a relay to another server; all end when the listener closes.

import type { Connection, Transport } from '@sonde/dap';
import { Adapter, type AdapterEnvironment } from '@sonde/session';
import { limitBacklog } from './backlog.js';
import { Relay, type RelayEnds, type RelayOptions } from './relay.js';
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

/** Something that serves a connection until that ends. */
interface Serving {
  readonly closed: Promise<void>;
  close(reason: string): void;
}

export class AdapterSet {
  readonly #serving = new Set<Serving>();
  readonly #turnedAway = new Set<Connection>();
  #closing = false;

  constructor(private readonly limits: ConnectionLimits = defaultLimits) {}

  /** Serves a connection until it ends. Refuses when there are too many, or when the listener is closing. */
  serve(transport: Transport, environment: AdapterEnvironment): Adapter | undefined {
    const { log } = environment;
    return this.#admit(transport, log, () => {
      const adapter = new Adapter(limitBacklog(transport, log), environment);
      const deadline = this.#expectInitialize(adapter);
      void adapter.closed.finally(() => clearTimeout(deadline));
      return adapter;
    });
  }

  /** Lets a connection speak with another server, under the same limits; that server waits for `initialize`. */
  relay(ends: RelayEnds, options: RelayOptions): Relay | undefined {
    const relay = this.#admit(ends.near, options.log, () => new Relay(ends, options));
    if (relay === undefined) ends.far.destroy();
    return relay;
  }

  /** Tells a connection why it is not served. */
  turnAway(transport: Transport, why: string, log?: (line: string) => void): void {
    log?.(`${transport.description}: refused: ${why}`);
    const connection = turnAway(transport, why);
    this.#turnedAway.add(connection);
    void connection.closed.then(() => this.#turnedAway.delete(connection));
  }

  /** Ends all of them; resolves when the last one is gone. */
  async close(reason: string): Promise<void> {
    this.#closing = true;
    const serving = [...this.#serving];
    for (const each of serving) each.close(reason);
    for (const connection of this.#turnedAway) connection.destroy();
    await Promise.all(serving.map(each => each.closed));
  }

  #admit<Server extends Serving>(
    transport: Transport,
    log: ((line: string) => void) | undefined,
    begin: () => Server,
  ): Server | undefined {
    const refusal = this.#refusal();
    if (refusal !== undefined) {
      this.turnAway(transport, refusal, log);
      return undefined;
    }
    log?.(`${transport.description}: connected`);
    const server = begin();
    this.#serving.add(server);
    void server.closed.finally(() => {
      this.#serving.delete(server);
      log?.(`${transport.description}: ended`);
    });
    return server;
  }

  #refusal(): string | undefined {
    if (this.#closing) return 'this debugger is ending.';
    if (this.#serving.size < this.limits.connections) return undefined;
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
