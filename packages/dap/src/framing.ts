// Framing: messages to bytes and back. A frame is a header block with Content-Length, an empty line, and JSON in UTF-8.
import { decodeMessage } from './decode-message.js';
import type { DecodedFrame } from './decode-message.js';
import { FrameHeader } from './frame-header.js';
import { FramingError } from './framing-error.js';
import { WrittenJson } from './written-json.js';

export const defaultMaximumBodyBytes = 64 * 1024 * 1024;

const firstBodyAllocation = 64 * 1024;
const encoder = new TextEncoder();

/** Throws what JSON.stringify throws: for a bigint, a cycle, or more text than a string holds. */
export function encodeBody(message: object): Uint8Array {
  const written = writtenIn(message);
  return written === undefined ? encoder.encode(JSON.stringify(message)) : joined(...written);
}

/** A message whose body was written already: what comes before it, itself, and what behind. */
function writtenIn(message: object): readonly Uint8Array[] | undefined {
  if (!('body' in message) || !(message.body instanceof WrittenJson)) return undefined;
  const { body, ...rest } = message;
  const head = `${JSON.stringify(rest).slice(0, -1)},"body":`;
  return [encoder.encode(head), body.bytes, encoder.encode('}')];
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const frameBody = (...parts: readonly Uint8Array[]): Uint8Array => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return joined(encoder.encode(`Content-Length: ${length}\r\n\r\n`), ...parts);
};

/** Nearly every message is plain ASCII, so that its text tells how long it will be and is written where it belongs. */
export function encodeMessage(message: object): Uint8Array {
  const written = writtenIn(message);
  if (written !== undefined) return frameBody(...written);
  const text = JSON.stringify(message);
  const all = `Content-Length: ${text.length}\r\n\r\n${text}`;
  const frame = new Uint8Array(all.length);
  const { read } = encoder.encodeInto(all, frame);
  return read === all.length ? frame : frameBody(encoder.encode(text));
}

/** `end`: where in the chunk the frame ended, for those who must tell what came before an error from what caused it. */
export type SplitFrame =
  | { readonly ok: true; readonly body: Uint8Array; readonly end: number }
  | { readonly ok: false; readonly error: FramingError };

/** Cuts a stream of bytes into bodies. After an error, which is always fatal here, it takes no more. */
export class FrameSplitter {
  readonly #header: FrameHeader;
  #expected: number | undefined;
  #body: Uint8Array | undefined;
  #filled = 0;
  #failed = false;
  #copiedBytes = 0;

  constructor(maximumBodyBytes: number = defaultMaximumBodyBytes) {
    this.#header = new FrameHeader(maximumBodyBytes);
  }

  /** For the frames that follow. */
  set maximumBodyBytes(bytes: number) {
    this.#header.maximumBodyBytes = bytes;
  }

  /** How many body bytes were moved in memory so far: at most three times what came in, however small the pieces. */
  get copiedBytes(): number {
    return this.#copiedBytes;
  }

  /** A body may be a view of the chunk: use it before giving the chunk away. */
  push(chunk: Uint8Array): readonly SplitFrame[] {
    const frames: SplitFrame[] = [];
    let position = 0;
    while (position < chunk.length && !this.#failed) {
      if (this.#expected === undefined) {
        const progress = this.#header.read(chunk, position);
        if (progress.state === 'failed') {
          this.#failed = true;
          frames.push({ ok: false, error: progress.error });
          break;
        }
        position = progress.position;
        if (progress.state === 'more') break;
        this.#expected = progress.contentLength;
      }
      const end = Math.min(chunk.length, position + this.#expected - this.#filled);
      const body = this.#collect(chunk.subarray(position, end), this.#expected);
      position = end;
      if (body !== undefined) frames.push({ ok: true, body, end: position });
    }
    return frames;
  }

  /** Call when the stream ends: an error if it ended inside a frame. */
  end(): FramingError | undefined {
    if (this.#failed || (this.#expected === undefined && this.#header.isEmpty)) return undefined;
    this.#failed = true;
    return new FramingError('truncated', 'the stream ended in the middle of a message');
  }

  /** The whole body as soon as it is complete. */
  #collect(piece: Uint8Array, expected: number): Uint8Array | undefined {
    if (this.#filled === 0 && piece.length === expected) {
      this.#expected = undefined;
      return piece;
    }
    if (piece.length > 0) this.#store(piece, expected);
    if (this.#filled < expected || this.#body === undefined) return undefined;
    const body = this.#body.subarray(0, expected);
    this.#expected = undefined;
    this.#body = undefined;
    this.#filled = 0;
    return body;
  }

  /** Grows by doubling, so that a peer which announces much and sends little costs little. */
  #store(piece: Uint8Array, expected: number): void {
    const needed = this.#filled + piece.length;
    const held = this.#body ?? new Uint8Array(0);
    if (held.length < needed) {
      this.#body = new Uint8Array(Math.min(expected, Math.max(firstBodyAllocation, held.length * 2, needed)));
      this.#body.set(held.subarray(0, this.#filled));
      this.#copiedBytes += this.#filled;
    }
    this.#body?.set(piece, this.#filled);
    this.#copiedBytes += piece.length;
    this.#filled = needed;
  }
}

/** Cuts a stream into messages. Its errors say themselves whether the stream can go on (`recoverable`). */
export class FrameReader {
  readonly #splitter: FrameSplitter;

  constructor(maximumBodyBytes?: number) {
    this.#splitter = new FrameSplitter(maximumBodyBytes);
  }

  /** For the frames that follow. */
  set maximumBodyBytes(bytes: number) {
    this.#splitter.maximumBodyBytes = bytes;
  }

  push(chunk: Uint8Array): readonly DecodedFrame[] {
    return this.#splitter.push(chunk).map(frame => (frame.ok ? decodeMessage(frame.body) : frame));
  }

  end(): FramingError | undefined {
    return this.#splitter.end();
  }
}
