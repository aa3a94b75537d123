// The two ways DAP travels over a WebSocket: one JSON text per text message, or framed bytes in binary messages.
import { FrameSplitter, frameBody } from './framing.js';
import type { FramingError } from './framing-error.js';

/**
 * Text messages carry one message each, without Content-Length header: the WebSocket already delimits them. A peer that
 * relays an ordinary DAP stream sends it as binary messages, cut anywhere, and from then on is answered in kind.
 */
export class MessageUnpacker {
  #splitter: FrameSplitter | undefined;

  /** True once the peer has sent a binary message. */
  get isBinary(): boolean {
    return this.#splitter !== undefined;
  }

  /** Bodies in the order they are complete; stops at the first error, which is fatal. */
  unpackBinary(bytes: Uint8Array): { readonly bodies: readonly Uint8Array[]; readonly error?: FramingError } {
    this.#splitter ??= new FrameSplitter();
    const bodies: Uint8Array[] = [];
    for (const frame of this.#splitter.push(bytes)) {
      if (!frame.ok) return { bodies, error: frame.error };
      bodies.push(frame.body);
    }
    return { bodies };
  }

  /** What to send for one message. */
  pack(body: Uint8Array): Uint8Array {
    return this.isBinary ? frameBody(body) : body;
  }
}
