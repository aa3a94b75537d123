// One connection with a fault in it: stands between a client and an adapter, and shows the fault what passes.
import type { Request, Response, Transport, WireMessage } from '@sonde/dap';
import type { FaultyLine, Line } from './fault.js';
import { Numbering } from './numbering.js';
import { Passage, encodeFor } from './passage.js';
import { Showing } from './showing.js';

/** Far from what a client counts to: for requests between messages that go by uncounted. */
const firstOwnNumber = 1 << 30;

type Answer = (response: WireMessage) => void;

export class FaultyConnection implements Line {
  readonly #client: Transport;
  readonly #adapter: Transport;
  readonly #fault: FaultyLine;
  readonly #fromClient: Passage;
  readonly #fromAdapter: Passage;
  readonly #toAdapter: Numbering;
  readonly #toClient = new Numbering();
  readonly #showing = new Showing();
  /** What the line itself asked the adapter, by the number that it used. */
  readonly #asked = new Map<number, { readonly command: string; readonly answer: Answer }>();
  #ended = false;
  /** What came, by the message that was made of it: a message that passes as it is stays the same, byte by byte. */
  readonly #originals = new WeakMap<WireMessage, Uint8Array>();

  /** Both transports are this connection's from now on, and must have the same framing. */
  constructor(client: Transport, adapter: Transport, fault: FaultyLine) {
    const { framing } = adapter;
    this.#client = client;
    this.#adapter = adapter;
    this.#fault = fault;
    this.#fromClient = new Passage(framing);
    this.#fromAdapter = new Passage(framing);
    // A fault that handles the bytes decides what passes: the client's messages keep their numbers.
    this.#toAdapter = new Numbering(fault.bytesFromClient === undefined ? 1 : firstOwnNumber);
    client.start({ data: bytes => this.#clientSent(bytes), closed: () => this.#clientLeft() });
    adapter.start({ data: bytes => this.#adapterSent(bytes), closed: () => this.#adapterLeft() });
  }

  toAdapter(message: WireMessage): void {
    const original = this.#originals.get(message);
    const translated = message.type === 'request' ? this.#naming(message) : message;
    const numbered = this.#toAdapter.number(translated);
    const same = original !== undefined && translated === message && numbered.seq === message.seq;
    this.bytesToAdapter(same ? original : encodeFor(this.#adapter.framing, numbered));
  }

  toClient(message: WireMessage): void {
    const numbered = this.#toClient.number(message);
    const frame = (each: WireMessage): Uint8Array => encodeFor(this.#adapter.framing, each);
    this.bytesToClient(this.#fault.encode?.(numbered, frame) ?? frame(numbered));
  }

  bytesToAdapter(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#adapter.send(bytes);
  }

  bytesToClient(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#client.send(bytes);
  }

  ask(command: string, args?: unknown): Promise<WireMessage> {
    if (this.#ended) return Promise.resolve(noAnswer(command));
    const seq = this.#toAdapter.own();
    const request: Request = {
      seq,
      type: 'request',
      command,
      ...(args === undefined ? {} : { arguments: args }),
    };
    return new Promise(answer => {
      this.#asked.set(seq, { command, answer });
      this.bytesToAdapter(encodeFor(this.#adapter.framing, this.#naming(request)));
    });
  }

  end(): void {
    this.#finish();
    this.#client.close();
    this.#adapter.close();
  }

  /** `cancel` names a request, by the number that the adapter knows. */
  #naming(request: Request): Request {
    const args = request.arguments as { readonly requestId?: unknown } | undefined | null;
    if (request.command !== 'cancel' || typeof args?.requestId !== 'number') return request;
    return { ...request, arguments: { ...args, requestId: this.#toAdapter.known(args.requestId) } };
  }

  /** Progress may name the request that it is about, by the number that the client knows. */
  #namingInEvent(message: WireMessage): WireMessage {
    if (message.type !== 'event' || message.event !== 'progressStart') return message;
    const body = message.body as { readonly requestId?: unknown } | undefined | null;
    if (typeof body?.requestId !== 'number') return message;
    return { ...message, body: { ...body, requestId: this.#toAdapter.original(body.requestId) } };
  }

  #clientSent(bytes: Uint8Array): void {
    if (this.#fault.bytesFromClient !== undefined) return this.#fault.bytesFromClient(bytes, this);
    for (const passing of this.#fromClient.cut(bytes)) {
      if (passing.kind !== 'message') {
        if (passing.kind === 'strange frame') this.#toAdapter.skip();
        this.bytesToAdapter(passing.bytes);
        continue;
      }
      this.#originals.set(passing.message, passing.bytes);
      this.#messageFromClient(passing.message);
    }
  }

  #messageFromClient(message: WireMessage): void {
    if (message.type === 'request') this.#toAdapter.came(message);
    const seen = message.type === 'response' ? this.#addressed(message, this.#toClient) : message;
    // An answer to a request of the line's own: the adapter knows nothing of it.
    if (seen === undefined) return;
    const pass = (each: WireMessage): void => this.toAdapter(each);
    this.#showing.show(seen, this.#fault.fromClient?.bind(this.#fault) ?? pass, this, pass);
  }

  #adapterSent(bytes: Uint8Array): void {
    for (const passing of this.#fromAdapter.cut(bytes)) {
      if (passing.kind !== 'message') this.bytesToClient(passing.bytes);
      else this.#messageFromAdapter(passing.message);
    }
  }

  #messageFromAdapter(message: WireMessage): void {
    if (message.type === 'response' && this.#answersTheLine(message)) return;
    if (message.type === 'request') this.#toClient.came(message);
    const seen =
      message.type === 'response' ? this.#addressed(message, this.#toAdapter) : this.#namingInEvent(message);
    if (seen === undefined) return;
    const pass = (each: WireMessage): void => this.toClient(each);
    this.#showing.show(seen, this.#fault.fromAdapter?.bind(this.#fault) ?? pass, this, pass);
  }

  #answersTheLine(response: Response): boolean {
    const asked = this.#asked.get(response.request_seq);
    if (asked === undefined) return false;
    this.#asked.delete(response.request_seq);
    asked.answer(response);
    return true;
  }

  /** The response under the number that its asker used; undefined if the asker was the line. */
  #addressed(response: Response, requests: Numbering): Response | undefined {
    const asker = requests.asker(response);
    if (asker.of === 'line') return undefined;
    return asker.seq === response.request_seq ? response : { ...response, request_seq: asker.seq };
  }

  #clientLeft(): void {
    this.bytesToAdapter(this.#fromClient.rest());
    this.#finish();
    this.#adapter.close();
  }

  #adapterLeft(): void {
    this.bytesToClient(this.#fromAdapter.rest());
    this.#finish();
    this.#client.close();
  }

  #finish(): void {
    this.#ended = true;
    for (const { command, answer } of this.#asked.values()) answer(noAnswer(command));
    this.#asked.clear();
  }
}

/** What the line's own request gets when the adapter is gone. */
const noAnswer = (command: string): Response => ({
  seq: 0,
  type: 'response',
  request_seq: 0,
  success: false,
  command,
  message: 'the line has ended',
});
