// The header block before each message: finds its end, reads the length, and recognises what is not a debugger's.
import { FramingError } from './framing-error.js';

export const maximumHeaderBytes = 8 * 1024;

const newline = 0x0a;
const carriageReturn = 0x0d;
const decoder = new TextDecoder('utf-8');

/** A web page can make a browser POST a valid frame to a local port; these lines and headers give it away. */
const requestLine = /^\S+ .*\bHTTP\/\d/i;
const browserHeader = /^(?:host|origin|user-agent|referer|cookie|sec-.*)$/;

const zero = 0x30;
const usualStart = new TextEncoder().encode('Content-Length: ');
const usualEnd = new TextEncoder().encode('\r\n\r\n');

export type HeaderProgress =
  | { readonly state: 'more'; readonly position: number }
  | { readonly state: 'done'; readonly position: number; readonly contentLength: number }
  | { readonly state: 'failed'; readonly error: FramingError };

/** Reads one header block, in as many pieces as it comes in; then starts over. */
export class FrameHeader {
  readonly #bytes = new Uint8Array(maximumHeaderBytes);
  #maximumBodyBytes: number;
  #length = 0;
  #lineStart = 0;
  #contentLength: number | undefined;

  constructor(maximumBodyBytes: number) {
    this.#maximumBodyBytes = maximumBodyBytes;
  }

  /** For the frames that follow. */
  set maximumBodyBytes(bytes: number) {
    this.#maximumBodyBytes = bytes;
  }

  /** True between frames: the stream may end here. */
  get isEmpty(): boolean {
    return this.#length === 0;
  }

  read(chunk: Uint8Array, from: number): HeaderProgress {
    return (this.isEmpty ? this.#usual(chunk, from) : undefined) ?? this.#any(chunk, from);
  }

  /** As nearly everybody writes it, and in one piece; undefined for any other. */
  #usual(chunk: Uint8Array, from: number): HeaderProgress | undefined {
    let at = from;
    for (const byte of usualStart) if (chunk[at++] !== byte) return undefined;
    let contentLength = 0;
    const first = at;
    for (let digit = chunk[at]! - zero; digit >= 0 && digit <= 9; digit = chunk[++at]! - zero)
      contentLength = contentLength * 10 + digit;
    if (at === first || contentLength > this.#maximumBodyBytes) return undefined;
    for (const byte of usualEnd) if (chunk[at++] !== byte) return undefined;
    return { state: 'done', position: at, contentLength };
  }

  #any(chunk: Uint8Array, from: number): HeaderProgress {
    let position = from;
    while (position < chunk.length) {
      const lineEnd = chunk.indexOf(newline, position);
      const end = lineEnd === -1 ? chunk.length : lineEnd + 1;
      const problem = this.#append(chunk.subarray(position, end));
      if (problem !== undefined) return { state: 'failed', error: problem };
      position = end;
      if (lineEnd === -1) break;
      const line = this.#takeLine();
      if (line === '') return this.#finish(position);
      const error = this.#readLine(line);
      if (error !== undefined) return { state: 'failed', error };
    }
    return { state: 'more', position };
  }

  #append(piece: Uint8Array): FramingError | undefined {
    if (this.#length + piece.length > maximumHeaderBytes) {
      return new FramingError('header-too-large', `the header is longer than ${maximumHeaderBytes} bytes`);
    }
    const strange = piece.find(byte => !isHeaderByte(byte));
    if (strange !== undefined) {
      const shown = strange.toString(16).padStart(2, '0');
      return new FramingError('bad-header', `byte 0x${shown} cannot be part of a header`);
    }
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
    return undefined;
  }

  #takeLine(): string {
    let end = this.#length - 1;
    if (end > this.#lineStart && this.#bytes[end - 1] === carriageReturn) end--;
    const line = decoder.decode(this.#bytes.subarray(this.#lineStart, end));
    this.#lineStart = this.#length;
    return line;
  }

  #readLine(line: string): FramingError | undefined {
    if (requestLine.test(line))
      return new FramingError('http', 'this is an HTTP request, not a debug session');
    const colon = line.indexOf(':');
    if (colon === -1) return new FramingError('bad-header', `${shorten(line)} is not a header`);
    const name = line.slice(0, colon).trim().toLowerCase();
    if (browserHeader.test(name)) {
      return new FramingError(
        'http',
        `a ${JSON.stringify(name)} header comes from a browser, not from a debugger`,
      );
    }
    return name === 'content-length' ? this.#readLength(line.slice(colon + 1).trim()) : undefined;
  }

  #readLength(value: string): FramingError | undefined {
    if (!/^\d+$/.test(value)) return new FramingError('bad-length', `Content-Length is ${shorten(value)}`);
    const length = Number(value);
    if (length > this.#maximumBodyBytes) {
      const limit = `the limit is ${this.#maximumBodyBytes}`;
      return new FramingError('body-too-large', `Content-Length is ${shorten(value)}, ${limit}`);
    }
    if (this.#contentLength !== undefined && this.#contentLength !== length) {
      const both = `${this.#contentLength} and ${length}`;
      return new FramingError('conflicting-length', `Content-Length is given as ${both}`);
    }
    this.#contentLength = length;
    return undefined;
  }

  #finish(position: number): HeaderProgress {
    const contentLength = this.#contentLength;
    this.#length = 0;
    this.#lineStart = 0;
    this.#contentLength = undefined;
    if (contentLength !== undefined) return { state: 'done', position, contentLength };
    return { state: 'failed', error: new FramingError('missing-length', 'the header has no Content-Length') };
  }
}

const isHeaderByte = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === newline || byte === carriageReturn;

function shorten(text: string): string {
  return JSON.stringify(text.length <= 40 ? text : `${text.slice(0, 40)}…`);
}
