// One connection: lines in, answers out in their order, and no more of either than the other side can take.

import type { Socket } from 'node:net';
import type { LineClient, LineService } from './line-service.js';
import { LineReader, looksLikeHttp, type Line } from './lines.js';

/** Requests that wait for their turn; beyond that the socket is not read. */
const mostWaiting = 64;
const turnMilliseconds = 2;
/** Who has not said the token by then makes room for others. */
const tokenMilliseconds = 10_000;

export class LineConnection implements LineClient {
  authenticated = false;
  streaming = false;
  drained: (() => void) | undefined;
  readonly #lines = new LineReader();
  readonly #waiting: Line[] = [];
  #first = true;
  #busy = false;
  #closed = false;

  constructor(
    private readonly socket: Socket,
    private readonly service: LineService,
    private readonly gone: (connection: LineConnection) => void,
  ) {
    socket.setNoDelay(true);
    if (service.token !== undefined) this.#awaitToken();
    socket.on('data', bytes => this.#received(bytes));
    socket.on('drain', () => {
      this.drained?.();
      this.#readOn();
    });
    // The other side is gone; `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#ended());
  }

  #awaitToken(): void {
    const timer = setTimeout(() => {
      if (this.authenticated) return;
      this.send(this.service.refused('token_required'));
      this.close();
    }, tokenMilliseconds);
    this.socket.once('close', () => clearTimeout(timer));
  }

  send(line: string): boolean {
    if (this.#closed) return true;
    const taken = this.socket.write(`${line}\n`);
    const { unsent } = this.service;
    if (unsent !== undefined && this.socket.writableLength > unsent) this.destroy();
    return taken;
  }

  /** What was sent still goes out. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#waiting.length = 0;
    this.socket.end();
    // A client that does not read its last lines is not waited for.
    const timer = setTimeout(() => this.socket.destroy(), 500);
    timer.unref();
    this.socket.once('close', () => clearTimeout(timer));
  }

  destroy(): void {
    this.#closed = true;
    this.socket.destroy();
  }

  #received(bytes: Uint8Array): void {
    if (this.#closed || this.streaming) return;
    for (const line of this.#lines.take(bytes)) {
      if (this.#first && line.kind === 'line' && looksLikeHttp(line.text)) {
        this.destroy();
        return;
      }
      this.#first = false;
      this.#waiting.push(line);
      if (line.kind === 'bad' && line.error === 'line_too_long') break;
    }
    if (this.#waiting.length > mostWaiting) this.socket.pause();
    void this.#work();
  }

  /** One request after the other. */
  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    let began = performance.now();
    try {
      for (;;) {
        const line = this.#waiting.shift();
        if (line === undefined || this.#closed || this.streaming) return;
        const answer =
          line.kind === 'bad'
            ? this.service.refused(line.error)
            : await this.service.respond(line.text, this);
        if (answer !== undefined) this.send(answer);
        // Others have their turn, however much one client asks at once.
        if (performance.now() - began > turnMilliseconds) {
          await new Promise(done => setImmediate(done));
          began = performance.now();
        }
        if (line.kind === 'bad' && line.error === 'line_too_long') this.close();
        // Who asks and does not read waits for room.
        if (this.socket.writableNeedDrain) {
          this.socket.pause();
          return;
        }
      }
    } finally {
      this.#busy = false;
      this.#readOn();
    }
  }

  #readOn(): void {
    if (this.#closed || this.socket.writableNeedDrain) return;
    if (this.#waiting.length > 0 && !this.#busy) {
      void this.#work();
      return;
    }
    if (this.#waiting.length <= mostWaiting && this.socket.isPaused()) this.socket.resume();
  }

  #ended(): void {
    this.#closed = true;
    this.service.closed(this);
    this.gone(this);
  }
}
