// WebSocket transport for web pages, on the browser's own WebSocket.
import { MessageUnpacker } from '../message-unpacker.js';
import { lingerMilliseconds } from '../transport.js';
import type { Transport, TransportSink } from '../transport.js';

/** The part of the browser's WebSocket that is used, so that no DOM types are needed. */
export interface BrowserWebSocket {
  binaryType: string;
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string; readonly wasClean: boolean }) => void,
  ): void;
}

export type BrowserWebSocketClass = new (url: string) => BrowserWebSocket;

const openState = 1;
/** The browser tells nobody when its buffer is empty: one has to look. */
const drainPollMilliseconds = 20;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

class BrowserWebSocketTransport implements Transport {
  readonly description: string;
  readonly framing = 'message';
  readonly #socket: BrowserWebSocket;
  readonly #unpacker = new MessageUnpacker();
  #sink: TransportSink | undefined;
  #early: unknown[] = [];
  #error: Error | undefined;
  #closing = false;
  #finished = false;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: BrowserWebSocket, description: string) {
    this.description = description;
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('message', ({ data }) => {
      if (this.#sink === undefined) this.#early.push(data);
      else this.#receive(data);
    });
    socket.addEventListener('close', ({ code, reason, wasClean }) => {
      if (!wasClean) this.#error ??= new Error(`the web socket broke (code ${code}) ${reason}`.trim());
      this.#finish();
    });
  }

  start(sink: TransportSink): void {
    queueMicrotask(() => {
      this.#sink = sink;
      const early = this.#early;
      this.#early = [];
      for (const data of early) this.#receive(data);
      if (this.#finished) sink.closed(this.#error);
    });
  }

  send(bytes: Uint8Array): void {
    if (this.#closing || this.#finished || this.#socket.readyState !== openState) return;
    // A text message needs a string; the bytes are our own JSON, so that decoding loses nothing.
    if (this.#unpacker.isBinary) this.#socket.send(new Uint8Array(this.#unpacker.pack(bytes)));
    else this.#socket.send(decoder.decode(bytes));
  }

  get bufferedBytes(): number {
    return this.#finished ? 0 : this.#socket.bufferedAmount;
  }

  async whenDrained(): Promise<void> {
    while (this.bufferedBytes > 0) {
      await new Promise(resolve => setTimeout(resolve, drainPollMilliseconds));
    }
  }

  /** The browser sends what is buffered by itself before it closes; a peer that does not answer is left behind. */
  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#socket.close();
    this.#linger = setTimeout(() => this.#finish(), lingerMilliseconds);
  }

  /** The browser knows no abrupt end: the owner is told at once, the socket dies in its own time. */
  destroy(): void {
    this.#closing = true;
    this.#socket.close();
    queueMicrotask(() => this.#finish());
  }

  #receive(data: unknown): void {
    if (this.#closing || this.#finished || this.#sink === undefined) return;
    if (typeof data === 'string') return this.#sink.data(encoder.encode(data));
    if (!(data instanceof ArrayBuffer)) return;
    const { bodies, error } = this.#unpacker.unpackBinary(new Uint8Array(data));
    for (const body of bodies) this.#sink.data(body);
    if (error === undefined) return;
    this.#error ??= error;
    this.close();
  }

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#linger);
    this.#sink?.closed(this.#error);
  }
}

/** Opens a socket to a Sonde server and resolves when it is open. */
export function openWebSocket(
  url: string,
  webSocketClass: BrowserWebSocketClass = globalWebSocket(),
): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new webSocketClass(url);
    // Made before the socket opens, so that no early message is missed.
    const transport = new BrowserWebSocketTransport(socket, `websocket ${new URL(url).host}`);
    socket.addEventListener('open', () => resolve(transport));
    socket.addEventListener('error', () => reject(new Error(`no connection to ${new URL(url).host}`)));
  });
}

function globalWebSocket(): BrowserWebSocketClass {
  const found = (globalThis as { readonly WebSocket?: BrowserWebSocketClass }).WebSocket;
  if (found === undefined) throw new Error('this browser has no WebSocket');
  return found;
}
