// A connection below the protocol: sends any bytes, and reads what comes back without judging it.
import { FrameSplitter, encodeMessage } from '@sonde/dap';
import type { Transport } from '@sonde/dap';
import type { Endpoint, OpenEndpoint } from '../endpoint.js';
import type { OwnedProcess } from '../owned-process.js';

export type RawMessage = Readonly<Record<string, unknown>>;

export class RawPeer {
  /** Everything that came and was JSON in a frame, in order. */
  readonly messages: RawMessage[] = [];
  /** Everything that came, as it came. */
  readonly bytes: Uint8Array[] = [];
  readonly process: OwnedProcess | undefined;
  readonly #transport: Transport;
  readonly #splitter = new FrameSplitter();
  readonly #watchers = new Set<() => void>();
  readonly #timeoutMs: number;
  #closed = false;

  private constructor({ transport, process }: OpenEndpoint, timeoutMs: number) {
    this.#transport = transport;
    this.#timeoutMs = timeoutMs;
    this.process = process;
    transport.start({ data: bytes => this.#take(bytes), closed: () => this.#end() });
  }

  static async open(endpoint: Endpoint, timeoutMs: number): Promise<RawPeer> {
    return new RawPeer(await endpoint.open(), timeoutMs);
  }

  get framing(): 'stream' | 'message' {
    return this.#transport.framing;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  send(bytes: Uint8Array | string): void {
    this.#transport.send(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  }

  /** A message in a frame as it should be, whatever the message is. */
  sendMessage(message: RawMessage): void {
    if (this.framing === 'stream') this.send(encodeMessage(message as never));
    else this.send(JSON.stringify(message));
  }

  /** The first message that fits, there already or still to come; undefined when the line ends or nothing comes. */
  async waitFor(fits: (message: RawMessage) => boolean): Promise<RawMessage | undefined> {
    return this.#until(() => this.messages.find(fits));
  }

  response(requestSeq: number): Promise<RawMessage | undefined> {
    return this.waitFor(m => m['type'] === 'response' && m['request_seq'] === requestSeq);
  }

  /** Whether the other side hangs up in time. */
  async ends(): Promise<boolean> {
    return (await this.#until(() => (this.#closed ? true : undefined))) === true;
  }

  async close(): Promise<void> {
    this.#transport.destroy();
    await this.process?.end(this.#timeoutMs);
  }

  #take(bytes: Uint8Array): void {
    this.bytes.push(bytes);
    const bodies = this.framing === 'message' ? [bytes] : this.#bodies(bytes);
    for (const body of bodies) {
      try {
        this.messages.push(JSON.parse(Buffer.from(body).toString('utf8')) as RawMessage);
      } catch {
        // Kept in `bytes`; whether that is a fault is for the check to say.
      }
    }
    for (const watcher of [...this.#watchers]) watcher();
  }

  #bodies(bytes: Uint8Array): readonly Uint8Array[] {
    const bodies: Uint8Array[] = [];
    for (const frame of this.#splitter.push(bytes)) {
      if (!frame.ok) break;
      bodies.push(frame.body);
    }
    return bodies;
  }

  #end(): void {
    this.#closed = true;
    for (const watcher of [...this.#watchers]) watcher();
  }

  #until<T>(look: () => T | undefined): Promise<T | undefined> {
    const now = look();
    if (now !== undefined || this.#closed) return Promise.resolve(now);
    return new Promise(resolve => {
      const done = (found: T | undefined): void => {
        clearTimeout(timer);
        this.#watchers.delete(watcher);
        resolve(found);
      };
      const watcher = (): void => {
        const found = look();
        if (found !== undefined || this.#closed) done(found);
      };
      const timer = setTimeout(() => done(undefined), this.#timeoutMs);
      this.#watchers.add(watcher);
    });
  }
}
