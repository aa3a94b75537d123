// WebSocket transport on the `ws` package, for an accepted socket or one that we open.
import { WebSocket } from 'ws';
import type { RawData } from 'ws';
import { DrainGate } from '../drain-gate.js';
import { MessageUnpacker } from '../message-unpacker.js';
import { lingerMilliseconds } from '../transport.js';
import type { Transport, TransportSink } from '../transport.js';
import type { ConnectOptions } from './socket.js';

const normalClosure = 1000;
const protocolErrorClosure = 1002;
/** Never sent: `ws` reports it when the line broke without a closing handshake. */
const brokenClosure = 1006;

class WebSocketTransport implements Transport {
  readonly description: string;
  readonly framing = 'message';
  readonly #socket: WebSocket;
  readonly #unpacker = new MessageUnpacker();
  readonly #gate = new DrainGate();
  #sink: TransportSink | undefined;
  /** `ws` does not wait for a listener: what comes before `start` is kept here. */
  #early: (readonly [data: RawData, isBinary: boolean])[] = [];
  #error: Error | undefined;
  #closing = false;
  #finished = false;
  #linger: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, description: string) {
    this.description = description;
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      if (this.#sink === undefined) this.#early.push([data, isBinary]);
      else this.#receive(data, isBinary);
    });
    socket.on('error', error => {
      this.#error ??= error;
    });
    socket.on('close', code => {
      if (code === brokenClosure && !this.#closing) this.#error ??= new Error('the web socket broke');
      this.#finish();
    });
  }

  start(sink: TransportSink): void {
    queueMicrotask(() => {
      this.#sink = sink;
      const early = this.#early;
      this.#early = [];
      for (const [data, isBinary] of early) this.#receive(data, isBinary);
      if (this.#finished) sink.closed(this.#error);
    });
  }

  send(bytes: Uint8Array): void {
    if (this.#closing || this.#socket.readyState !== WebSocket.OPEN) return;
    const packed = this.#unpacker.pack(bytes);
    this.#gate.add(packed.length);
    this.#socket.send(packed, { binary: this.#unpacker.isBinary }, () => this.#gate.remove(packed.length));
  }

  get bufferedBytes(): number {
    return this.#gate.bufferedBytes;
  }

  whenDrained(): Promise<void> {
    return this.#gate.whenDrained();
  }

  close(): void {
    this.#closeWith(normalClosure, '');
  }

  destroy(): void {
    this.#closing = true;
    this.#socket.terminate();
  }

  #closeWith(code: number, reason: string): void {
    if (this.#closing || this.#finished) return;
    this.#closing = true;
    this.#linger = setTimeout(() => this.#socket.terminate(), lingerMilliseconds);
    this.#linger.unref();
    this.#socket.close(code, reason);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#closing || this.#sink === undefined) return;
    const bytes = asBytes(data);
    if (!isBinary) return this.#sink.data(bytes);
    const { bodies, error } = this.#unpacker.unpackBinary(bytes);
    for (const body of bodies) this.#sink.data(body);
    if (error === undefined) return;
    this.#error ??= error;
    this.#closeWith(protocolErrorClosure, error.kind);
  }

  #finish(): void {
    this.#finished = true;
    clearTimeout(this.#linger);
    this.#gate.openForGood();
    this.#sink?.closed(this.#error);
  }
}

/** Takes over an open socket. Checking `Host`, `Origin` and tokens is the listener's business, before this. */
export function webSocketTransport(socket: WebSocket, description = 'websocket'): Transport {
  return new WebSocketTransport(socket, description);
}

export function connectWebSocket(
  url: string,
  options: ConnectOptions & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Transport> {
  const { signal, headers } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const socket = new WebSocket(url, { headers: { ...headers } });
    // Made before the socket opens, so that no early message is missed.
    const transport = webSocketTransport(socket, `websocket ${new URL(url).host}`);
    const onAbort = (): void => {
      socket.terminate();
      reject(new Error('connecting was given up', { cause: signal?.reason }));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    socket.once('error', reject);
    socket.once('open', () => {
      signal?.removeEventListener('abort', onAbort);
      resolve(transport);
    });
  });
}

function asBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
