// A session that another server holds: this connection's messages go there and its messages come here, in order.
//
// The other server sees one more client of its own. Only the numbers of its messages are changed, because ours have been
// counted on this connection before.

import {
  encodeMessage,
  FrameReader,
  ResponseFailure,
  type Capabilities,
  type Connection,
  type InitializeRequestArguments,
  type Transport,
  type WireMessage,
} from '@sonde/dap';

export interface FarOptions {
  /** The client has got `initialized` already. */
  readonly initialized: boolean;
  /** The connection to the other server is gone; `left`: because the client said goodbye. */
  lost(left: boolean): void;
}

interface Asked {
  resolve(body: unknown): void;
  reject(error: Error): void;
}

export class FarSession {
  readonly #reader = new FrameReader();
  /** Requests that were read here before messages went there unread, by number. */
  readonly #asked = new Map<number, Asked>();
  /** Requests of the other server to our client: its number by the one that our client saw. */
  readonly #reverse = new Map<number, number>();
  /** Held back until an answer to one of `#asked` is on its way, which nothing may overtake. */
  #held: WireMessage[] | undefined;
  #ended = false;
  #left = false;

  constructor(
    private readonly near: Connection,
    private readonly far: Transport,
    private readonly options: FarOptions,
  ) {
    far.start({ data: bytes => this.#fromFar(bytes), closed: () => this.#lost() });
  }

  /** Introduces the client under a number that it does not use again; answers with what the other server can do. */
  async introduce(seq: number, args: InitializeRequestArguments): Promise<Capabilities> {
    const capabilities = await this.ask(seq, 'initialize', args);
    if (!this.#ended) this.near.divert(message => this.#fromNear(message));
    return capabilities ?? {};
  }

  /** A request that this connection has read, under its own number. */
  ask(seq: number, command: string, args: unknown): Promise<unknown> {
    if (this.#ended) return Promise.reject(gone());
    return new Promise((resolve, reject) => {
      this.#asked.set(seq, { resolve, reject });
      this.#send({ seq, type: 'request', command, arguments: args });
    });
  }

  close(): void {
    this.#ended = true;
    this.near.divert(undefined);
    this.far.close();
  }

  #fromNear(message: WireMessage): void {
    if (message.type === 'request' && message.command === 'disconnect') this.#left = true;
    if (message.type !== 'response') return this.#send(message);
    const seq = this.#reverse.get(message.request_seq);
    this.#reverse.delete(message.request_seq);
    if (seq !== undefined) this.#send({ ...message, request_seq: seq });
  }

  #fromFar(bytes: Uint8Array): void {
    for (const frame of this.#reader.push(bytes)) {
      if (!frame.ok) return this.far.destroy();
      if (this.#held === undefined) this.#deliver(frame.message);
      else this.#held.push(frame.message);
    }
  }

  #deliver(message: WireMessage): void {
    if (message.type === 'response') {
      const asked = this.#asked.get(message.request_seq);
      if (asked !== undefined) return this.#settle(message, asked);
    }
    if (message.type === 'event' && message.event === 'initialized' && this.options.initialized) return;
    const seq = this.near.pass(message);
    if (message.type === 'request') this.#reverse.set(seq, message.seq);
  }

  #settle(response: Extract<WireMessage, { type: 'response' }>, asked: Asked): void {
    this.#asked.delete(response.request_seq);
    this.#held = [];
    setImmediate(() => {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const [nth, message] of held.entries()) {
        this.#deliver(message);
        // That was an answer too: what is left waits for it.
        if (this.#isHolding) return void (this.#held = held.slice(nth + 1));
      }
    });
    if (response.success) asked.resolve(response.body);
    else
      asked.reject(
        new ResponseFailure(response.message ?? 'refused', response.body as ResponseFailure['body']),
      );
  }

  get #isHolding(): boolean {
    return this.#held !== undefined;
  }

  #send(message: WireMessage): void {
    this.far.send(encodeMessage(message));
  }

  #lost(): void {
    for (const asked of this.#asked.values()) asked.reject(gone());
    this.#asked.clear();
    if (this.#ended) return;
    this.#ended = true;
    this.near.divert(undefined);
    this.options.lost(this.#left);
  }
}

const gone = (): ResponseFailure =>
  ResponseFailure.of({ id: 1103, format: 'the server that holds the session is gone.' });
