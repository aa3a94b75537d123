// A peer that is under the test's full control: it sends any bytes and keeps every message it gets.
import type { WireMessage } from '../decode-message.js';
import { FrameReader, encodeMessage } from '../framing.js';
import type { Transport } from '../transport.js';

export class RawPeer {
  readonly transport: Transport;
  readonly received: WireMessage[] = [];
  readonly closed: Promise<void>;
  #waiting: (() => void)[] = [];

  constructor(transport: Transport) {
    this.transport = transport;
    const reader = new FrameReader();
    this.closed = new Promise(resolve => {
      transport.start({
        data: bytes => {
          for (const frame of reader.push(bytes)) {
            if (!frame.ok) throw frame.error;
            this.received.push(frame.message);
          }
          this.#wake();
        },
        closed: () => {
          resolve();
          this.#wake();
        },
      });
    });
  }

  send(message: object): void {
    this.transport.send(encodeMessage(message));
  }

  request(seq: number, command: string, args?: unknown): void {
    this.send({ seq, type: 'request', command, arguments: args });
  }

  sendText(text: string): void {
    this.transport.send(new TextEncoder().encode(text));
  }

  /** A frame around any text. */
  sendBody(text: string): void {
    const length = new TextEncoder().encode(text).length;
    this.sendText(`Content-Length: ${length}\r\n\r\n${text}`);
  }

  /** Resolves once that many messages have come in all. */
  async messages(count: number): Promise<readonly WireMessage[]> {
    while (this.received.length < count) {
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
    return this.received;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
