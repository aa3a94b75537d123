// A transport: bytes in, bytes out, owned by one connection.

export interface TransportSink {
  /** A piece of the stream, or exactly one message, depending on the transport's framing. */
  data(bytes: Uint8Array): void;
  /** Called once, last. Without a reason the peer (or `close`) ended it in good order. */
  closed(reason?: Error): void;
}

export interface Transport {
  /** For logs: `stdio`, `tcp 127.0.0.1:4711`, … */
  readonly description: string;
  /** `stream`: bytes with Content-Length headers. `message`: each piece is one JSON text in UTF-8, without header. */
  readonly framing: 'stream' | 'message';
  /** Called once. The sink is never called from inside `start`, `send`, `close` or `destroy`. */
  start(sink: TransportSink): void;
  /** Never throws, never blocks; after the end it does nothing. */
  send(bytes: Uint8Array): void;
  /** Accepted, but not yet taken by the peer or the kernel. */
  readonly bufferedBytes: number;
  /** Resolves when nothing is buffered any more, or when the transport is closed. */
  whenDrained(): Promise<void>;
  /** Sends what is buffered, waiting a bounded time for it, then ends. May be called again. */
  close(): void;
  /** Ends at once; what is buffered is lost. */
  destroy(): void;
}

/** How long `close` waits for a peer that does not read or does not hang up. */
export const lingerMilliseconds = 2000;
