// Counts the requests that an adapter has not answered yet, on the transport between a client and it.

import type { Transport, TransportSink } from '@sonde/dap';

/** Where each piece of the transport is one message. */
export class OpenRequests {
  readonly #open = new Set<number>();
  readonly #idle = new Set<() => void>();

  /** The same transport, listened to. */
  on(transport: Transport): Transport {
    const send = transport.send.bind(transport);
    const start = transport.start.bind(transport);
    transport.send = bytes => {
      const { type, seq } = messageIn(bytes);
      if (type === 'request') this.#open.add(seq);
      send(bytes);
    };
    transport.start = (sink: TransportSink) =>
      start({
        data: bytes => {
          sink.data(bytes);
          const { type, request_seq: answered } = messageIn(bytes);
          if (type === 'response') this.#open.delete(answered);
          if (this.#open.size === 0) this.#tell();
        },
        closed: reason => {
          sink.closed(reason);
          this.#open.clear();
          this.#tell();
        },
      });
    return transport;
  }

  /** True when all were answered already. */
  get areNone(): boolean {
    return this.#open.size === 0;
  }

  /** Settles when all are answered. */
  none(): Promise<void> {
    return this.areNone ? Promise.resolve() : new Promise(resolve => void this.#idle.add(resolve));
  }

  #tell(): void {
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }
}

interface Message {
  readonly type: string;
  readonly seq: number;
  readonly request_seq: number;
}

const messageIn = (bytes: Uint8Array): Message => JSON.parse(Buffer.from(bytes).toString()) as Message;
