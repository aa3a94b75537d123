// Transport over a line that delivers whole texts, such as the messages between an editor and its webview.
import type { Transport, TransportSink } from '../transport.js';

/** One end of such a line. Texts arrive in order; none arrives before `listen`. */
export interface MessageLine {
  post(text: string): void;
  /** Called once. `closed` tells that the other end is gone, in good order unless there is a reason. */
  listen(listener: {
    readonly text: (text: string) => void;
    readonly closed: (reason?: Error) => void;
  }): void;
  /** The other end is told. */
  close(): void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

class MessageLineTransport implements Transport {
  readonly framing = 'message';
  /** The line takes what it is given at once. */
  readonly bufferedBytes = 0;
  #ended = false;
  #reported = false;
  #sink: TransportSink | undefined;

  constructor(
    readonly description: string,
    private readonly line: MessageLine,
  ) {}

  start(sink: TransportSink): void {
    this.#sink = sink;
    this.line.listen({
      text: text => {
        if (!this.#ended) sink.data(encoder.encode(text));
      },
      closed: reason => {
        this.#ended = true;
        this.#report(reason);
      },
    });
  }

  send(bytes: Uint8Array): void {
    if (!this.#ended) this.line.post(decoder.decode(bytes));
  }

  whenDrained(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.line.close();
    queueMicrotask(() => this.#report());
  }

  destroy(): void {
    this.close();
  }

  #report(reason?: Error): void {
    if (this.#reported) return;
    this.#reported = true;
    this.#sink?.closed(reason);
  }
}

export const messageLineTransport = (description: string, line: MessageLine): Transport =>
  new MessageLineTransport(description, line);
