// A relay: a browser that is connected here speaks with the server that holds its session, message by message.
//
// Neither side is read faster than the other one takes it, so that a slow peer looks to the far session exactly like a slow
// client of its own, and nothing piles up here.

import type { Socket } from 'node:net';
import { decodeMessage, encodeMessage, FrameSplitter, type Transport } from '@sonde/dap';

/** More than this waiting for one side, and the other is not read until it is gone. */
export const enoughBytes = 1024 * 1024;
/** How long the far side may take to hang up. */
const lingerMs = 2000;

export interface RelayEnds {
  /** The browser: one message in each piece. */
  readonly near: Transport;
  /** Its reading end, which transports do not have. */
  readonly nearReading: { pause(): void; resume(): void };
  /** A connection to the socket of the other server. */
  readonly far: Socket;
}

export interface RelayOptions {
  /** The browser may only look: the far session is told so, whatever the browser says. */
  readonly readOnly: boolean;
  readonly log?: (line: string) => void;
}

export class Relay {
  readonly closed: Promise<void>;
  readonly #splitter = new FrameSplitter();
  #closed: () => void = () => undefined;
  #ending = false;
  #nearIsPaused = false;
  #openEnds = 2;
  #linger: NodeJS.Timeout | undefined;

  constructor(
    private readonly ends: RelayEnds,
    private readonly options: RelayOptions,
  ) {
    this.closed = new Promise(resolve => (this.#closed = resolve));
    const { near, far } = ends;
    near.start({
      data: body => this.#fromNear(body),
      closed: reason => this.#ended(reason?.message ?? 'the browser closed it'),
    });
    far.on('data', (chunk: Buffer) => this.#fromFar(chunk));
    far.on('error', error => this.close(error.message));
    far.on('close', () => this.#ended('the server that holds the session closed it'));
  }

  close(reason: string): void {
    if (this.#ending) return;
    this.#ending = true;
    const { near, far } = this.ends;
    this.options.log?.(`${near.description}: relay ends: ${reason}`);
    near.close();
    far.end();
    // What still comes is for nobody, and must not hold up the end.
    far.resume();
    this.#linger = setTimeout(() => far.destroy(), lingerMs);
    this.#linger.unref();
  }

  #ended(reason: string): void {
    this.close(reason);
    this.#openEnds--;
    if (this.#openEnds > 0) return;
    clearTimeout(this.#linger);
    this.#closed();
  }

  #fromNear(body: Uint8Array): void {
    const { far, nearReading } = this.ends;
    if (this.#ending) return;
    if (this.options.readOnly) {
      const lowered = withLowerRights(body);
      if (lowered === undefined) return this.close('a browser that may only look sent no message');
      far.write(lowered);
    } else {
      far.cork();
      far.write(`Content-Length: ${body.length}\r\n\r\n`);
      far.write(body);
      far.uncork();
    }
    // A browser that was told to pause may still deliver what it had read.
    if (far.writableLength <= enoughBytes || this.#nearIsPaused) return;
    this.#nearIsPaused = true;
    nearReading.pause();
    far.once('drain', () => {
      this.#nearIsPaused = false;
      nearReading.resume();
    });
  }

  #fromFar(chunk: Buffer): void {
    const { near, far } = this.ends;
    if (this.#ending) return;
    for (const frame of this.#splitter.push(chunk)) {
      if (!frame.ok) return this.close(`the server that holds the session: ${frame.error.message}`);
      near.send(frame.body);
    }
    if (near.bufferedBytes <= enoughBytes) return;
    far.pause();
    void near.whenDrained().then(() => far.resume());
  }
}

/**
 * The message as it was understood here, so that no other reading of it can get through. Undefined for what is no message:
 * who knows what another server makes of it.
 */
function withLowerRights(body: Uint8Array): Uint8Array | undefined {
  const decoded = decodeMessage(body);
  if (!decoded.ok) return undefined;
  const { message } = decoded;
  if (message.type !== 'request' || message.command !== 'initialize') return encodeMessage(message);
  const given: unknown = message.arguments;
  const args = typeof given === 'object' && given !== null ? given : {};
  return encodeMessage({ ...message, arguments: { ...args, rights: 'read-only' } });
}
