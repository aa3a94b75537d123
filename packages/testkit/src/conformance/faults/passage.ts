// One direction of a line, cut into messages; what cannot be cut is passed on as the bytes that it is.
import { FrameSplitter, decodeMessage, encodeMessage } from '@sonde/dap';
import type { Transport, WireMessage } from '@sonde/dap';

export type Framing = Transport['framing'];

/** A message, or bytes that are none and must reach the other side untouched. */
export type Passing =
  | { readonly kind: 'message'; readonly message: WireMessage; readonly bytes: Uint8Array }
  /** A whole frame around a body that is no message: the line goes on after it. */
  | { readonly kind: 'strange frame'; readonly bytes: Uint8Array }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export const encodeFor = (framing: Framing, message: WireMessage): Uint8Array =>
  framing === 'stream' ? encodeMessage(message) : Buffer.from(JSON.stringify(message));

/** Cuts what comes. Once the boundary of frames is lost, everything is bytes. */
export class Passage {
  readonly #framing: Framing;
  readonly #splitter = new FrameSplitter();
  /** What came of the frame that is not complete yet. */
  #begun: Uint8Array[] = [];
  #isLost = false;

  constructor(framing: Framing) {
    this.#framing = framing;
  }

  cut(bytes: Uint8Array): readonly Passing[] {
    if (this.#isLost) return [{ kind: 'bytes', bytes }];
    return this.#framing === 'message' ? [passing(bytes, bytes)] : this.#cutStream(bytes);
  }

  /** What is left of a frame that was never completed. */
  rest(): Uint8Array {
    return Buffer.concat(this.#begun.splice(0));
  }

  #cutStream(chunk: Uint8Array): readonly Passing[] {
    const cut: Passing[] = [];
    let from = 0;
    for (const frame of this.#splitter.push(chunk)) {
      if (!frame.ok) {
        this.#isLost = true;
        this.#begun.push(chunk.subarray(from));
        return [...cut, { kind: 'bytes', bytes: this.rest() }];
      }
      this.#begun.push(chunk.subarray(from, frame.end));
      cut.push(passing(frame.body, this.rest()));
      from = frame.end;
    }
    if (from < chunk.length) this.#begun.push(chunk.slice(from));
    return cut;
  }
}

function passing(body: Uint8Array, bytes: Uint8Array): Passing {
  const decoded = decodeMessage(body);
  return decoded.ok ? { kind: 'message', message: decoded.message, bytes } : { kind: 'strange frame', bytes };
}
