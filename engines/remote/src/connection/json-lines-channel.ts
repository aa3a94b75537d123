// One JSON value a line over a byte stream, both ways: framing, limits, and one end that is told once.

import type { Readable, Writable } from 'node:stream';

export interface ChannelEnds {
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the stream at once: destroys the socket, or closes the pipe. */
  destroy(): void;
}

export interface ChannelHandlers {
  message(value: unknown): void;
  /** The last call: the stream has ended or broke, by the peer, or it was closed here because of what it carried. */
  closed(why: string, byPeer: boolean): void;
}

export interface ChannelLimits {
  /** Longest line that is taken, in bytes. */
  readonly line: number;
  /** Most bytes that may wait for a peer that does not read. */
  readonly unsent: number;
}

const megabyte = 1024 * 1024;
export const usualLimits: ChannelLimits = { line: 64 * megabyte, unsent: 16 * megabyte };

const newline = 0x0a;
const shownOfNonsense = 60;

export class JsonLinesChannel {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #parts: Buffer[] = [];
  #length = 0;
  #closed = false;

  constructor(
    private readonly ends: ChannelEnds,
    private readonly handlers: ChannelHandlers,
    private readonly limits: ChannelLimits = usualLimits,
  ) {
    ends.input.on('data', (data: Buffer) => this.#receive(data));
    ends.input.on('error', error => this.#close(error.message, true));
    ends.output.on('error', error => this.#close(error.message, true));
    ends.input.on('close', () => this.#close('the connection was closed', true));
    ends.input.on('end', () =>
      this.#close(this.#length > 0 ? 'it ended in the middle of a line' : 'the connection was closed', true),
    );
  }

  get open(): boolean {
    return !this.#closed;
  }

  /** False when the channel is closed, or is now because the peer does not read. */
  send(message: unknown): boolean {
    if (this.#closed) return false;
    this.ends.output.write(`${JSON.stringify(message)}\n`);
    if (this.ends.output.writableLength <= this.limits.unsent) return true;
    this.close('the peer does not read what it is sent');
    return false;
  }

  close(why: string): void {
    this.#close(why, false);
  }

  #close(why: string, byPeer: boolean): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#parts = [];
    this.ends.destroy();
    this.handlers.closed(why, byPeer);
  }

  #receive(data: Buffer): void {
    let from = 0;
    for (let at = data.indexOf(newline); at >= 0 && !this.#closed; at = data.indexOf(newline, from)) {
      this.#line(data.subarray(from, at));
      from = at + 1;
    }
    if (this.#closed || from === data.length) return;
    this.#keep(data.subarray(from));
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length > this.limits.line) this.close(`a line was longer than ${this.limits.line} bytes`);
  }

  #line(end: Buffer): void {
    this.#keep(end);
    if (this.#closed) return;
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    if (bytes.length === 0 || (bytes.length === 1 && bytes[0] === 0x0d)) return;
    let value: unknown;
    try {
      value = JSON.parse(this.#decoder.decode(bytes));
    } catch {
      return this.close(`it sent what is no JSON: ${nonsense(bytes)}`);
    }
    this.handlers.message(value);
  }
}

/** The beginning of what came, with nothing in it that a terminal would act on. */
const nonsense = (bytes: Buffer): string =>
  JSON.stringify(bytes.subarray(0, shownOfNonsense).toString('latin1')) +
  (bytes.length > shownOfNonsense ? '…' : '');
