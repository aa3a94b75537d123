// A transport over a pair of Node streams: the ground for stdio and sockets.
import type { Readable, Writable } from 'node:stream';
import { DrainGate } from '../drain-gate.js';
import { lingerMilliseconds } from '../transport.js';
import type { Transport, TransportSink } from '../transport.js';

export interface StreamTransportOptions {
  readonly description: string;
  /** False for a stream that belongs to the whole process, such as its stdout. */
  readonly endOutput: boolean;
  /** How long `close` waits for the peer. */
  readonly lingerMilliseconds?: number;
  /** Where the bytes come from, when not as data of the input. */
  readonly read?: (take: (bytes: Uint8Array) => void) => void;
}

/** What is said within one turn goes out as one piece, so that the peer wakes up once for it; more than this does not wait. */
const mostTogether = 64 * 1024;

export class StreamTransport implements Transport {
  readonly description: string;
  readonly framing = 'stream';
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #endOutput: boolean;
  readonly #lingerTime: number;
  readonly #read: (take: (bytes: Uint8Array) => void) => void;
  readonly #gate = new DrainGate();
  #sink: TransportSink | undefined;
  #linger: NodeJS.Timeout | undefined;
  #closing = false;
  /** Bytes that go out with the end of this turn. */
  #together = 0;
  #error: Error | undefined;
  #finished = false;

  constructor(input: Readable, output: Writable, options: StreamTransportOptions) {
    this.description = options.description;
    this.#input = input;
    this.#output = output;
    this.#endOutput = options.endOutput;
    this.#lingerTime = options.lingerMilliseconds ?? lingerMilliseconds;
    this.#read = options.read ?? (take => void input.on('data', take));
    input.once('end', () => this.#inputEnded());
    input.once('close', () => this.#finish());
    // The listeners stay: an error after the end must not bring the process down.
    input.on('error', error => {
      this.#error ??= error;
    });
    output.on('error', error => this.#outputFailed(error));
  }

  start(sink: TransportSink): void {
    this.#sink = sink;
    if (this.#finished) {
      queueMicrotask(() => sink.closed(this.#error));
      return;
    }
    // While closing we go on reading: a socket that is closed with unread input resets the line, and the peer would
    // lose what we sent last.
    this.#read(bytes => {
      if (!this.#closing && !this.#finished) sink.data(bytes);
    });
  }

  send(bytes: Uint8Array): void {
    if (this.#closing || this.#finished || !this.#output.writable) return;
    this.#gate.add(bytes.length);
    if (this.#together === 0) {
      this.#output.cork();
      setImmediate(() => this.#release());
    }
    this.#together += bytes.length;
    this.#output.write(bytes, () => this.#gate.remove(bytes.length));
    if (this.#together > mostTogether) this.#release();
  }

  #release(): void {
    if (this.#together === 0) return;
    this.#together = 0;
    this.#output.uncork();
  }

  get bufferedBytes(): number {
    return this.#gate.bufferedBytes;
  }

  whenDrained(): Promise<void> {
    return this.#gate.whenDrained();
  }

  close(): void {
    if (this.#closing || this.#finished) return;
    this.#closing = true;
    this.#lingerThenDestroy();
    if (this.#sink === undefined) this.#input.resume();
    if (this.#endOutput) this.#output.end();
    else void this.#gate.whenDrained().then(() => this.#input.destroy());
  }

  destroy(): void {
    this.#closing = true;
    this.#input.destroy();
    if (this.#endOutput) this.#output.destroy();
  }

  /** The peer says no more, but may still be reading what is on its way. */
  #inputEnded(): void {
    this.#lingerThenDestroy();
    void this.#gate.whenDrained().then(() => this.#finish());
  }

  /** The peer reads no more, but its last words may still be on their way. */
  #outputFailed(error: Error): void {
    this.#error ??= error;
    this.#gate.openForGood();
    this.#lingerThenDestroy();
  }

  #lingerThenDestroy(): void {
    if (this.#finished) return;
    this.#linger ??= setTimeout(() => this.destroy(), this.#lingerTime);
    this.#linger.unref();
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#linger);
    this.#gate.openForGood();
    this.#input.destroy();
    if (this.#endOutput) this.#output.end();
    this.#sink?.closed(this.#error);
  }
}
