// A connection below the protocol: sends any bytes, and reads what comes back without judging it.
import { FrameSplitter } from '@sonde/dap';
import type { Transport } from '@sonde/dap';
import type { Endpoint, OpenEndpoint } from '../endpoint.js';
import type { OwnedProcess } from '@sonde/dap/node';

export type RawMessage = Readonly<Record<string, unknown>>;

export class RawPeer {
  /** Everything that came and was JSON in a frame, in order. */
  readonly messages: RawMessage[] = [];
  /** Everything that came, as it came. */
  readonly bytes: Uint8Array[] = [];
  readonly process: OwnedProcess | undefined;
  /** What is wrong with the first thing that came and was no message; undefined while all was well. */
  problem: string | undefined;
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
    return RawPeer.on(await endpoint.open(), timeoutMs);
  }

  static on(open: OpenEndpoint, timeoutMs: number): RawPeer {
    return new RawPeer(open, timeoutMs);
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
    this.sendBody(JSON.stringify(message));
  }

  /** Any body in a frame as it should be. */
  sendBody(body: Uint8Array | string): void {
    this.send(this.framing === 'stream' ? frameAround(body) : body);
  }

  /** The first message that fits, there already or still to come; undefined when the line ends or nothing comes. */
  async waitFor(
    fits: (message: RawMessage) => boolean,
    timeoutMs = this.#timeoutMs,
  ): Promise<RawMessage | undefined> {
    return this.#until(() => this.messages.find(fits), timeoutMs);
  }

  response(requestSeq: number, timeoutMs?: number): Promise<RawMessage | undefined> {
    return this.waitFor(m => m['type'] === 'response' && m['request_seq'] === requestSeq, timeoutMs);
  }

  /** Whether the other side hangs up in time. */
  async ends(): Promise<boolean> {
    return (await this.#until(() => (this.#closed ? true : undefined), this.#timeoutMs)) === true;
  }

  async close(): Promise<void> {
    this.#transport.destroy();
    await this.process?.end(this.#timeoutMs);
  }

  #take(bytes: Uint8Array): void {
    this.bytes.push(bytes);
    const bodies = this.framing === 'message' ? [bytes] : this.#bodies(bytes);
    for (const body of bodies) this.#read(body);
    for (const watcher of [...this.#watchers]) watcher();
  }

  #read(body: Uint8Array): void {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      this.messages.push(JSON.parse(text) as RawMessage);
    } catch (error) {
      // Whether that is a fault is for the check to say.
      this.problem ??= error instanceof Error ? error.message : String(error);
    }
  }

  #bodies(bytes: Uint8Array): readonly Uint8Array[] {
    const bodies: Uint8Array[] = [];
    for (const frame of this.#splitter.push(bytes)) {
      if (frame.ok) bodies.push(frame.body);
      else this.problem ??= frame.error.message;
    }
    return bodies;
  }

  #end(): void {
    this.#closed = true;
    this.problem ??= this.#splitter.end()?.message;
    for (const watcher of [...this.#watchers]) watcher();
  }

  #until<T>(look: () => T | undefined, timeoutMs: number): Promise<T | undefined> {
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
      const timer = setTimeout(() => done(undefined), timeoutMs);
      this.#watchers.add(watcher);
    });
  }
}

/** The body with the header that belongs to it. */
export function frameAround(body: Uint8Array | string): Uint8Array {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`), bytes]);
}
