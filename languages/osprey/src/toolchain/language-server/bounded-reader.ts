// Messages from a stream that may send anything. The library's own reader waits behind a bad header for bytes that need not
// come, and keeps a message that never ends until the memory is full.

import type { Readable } from 'node:stream';
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-languageserver/node.js';

/** More than any text that is analysed, written in the longest way JSON has. */
const mostBytes = 64 * 1024 * 1024;
const longestHeader = 4096;
const headerEnd = Buffer.from('\r\n\r\n');

export class BoundedReader extends AbstractMessageReader {
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes that must be there before it is worth to look again. */
  #wanted = 0;

  constructor(
    private readonly stream: Readable,
    /** Called where no message can begin any more. */
    private readonly giveUp: (why: string) => void,
  ) {
    super();
  }

  listen(callback: DataCallback): Disposable {
    const take = (chunk: Buffer): void => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      if (this.#size >= this.#wanted) this.#read(callback);
    };
    this.stream.on('data', take);
    this.stream.on('error', error => this.fireError(error));
    this.stream.on('close', () => this.fireClose());
    return { dispose: () => this.stream.off('data', take) };
  }

  #read(callback: DataCallback): void {
    let rest = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    for (;;) {
      this.#wanted = 0;
      const end = rest.indexOf(headerEnd);
      if (end < 0) {
        if (rest.length > longestHeader) return this.giveUp(`${rest.length} bytes came without a header`);
        break;
      }
      const body = end + headerEnd.length;
      const length = lengthIn(rest.toString('latin1', 0, end));
      if (length === undefined) {
        this.fireError(new Error('a message without a Content-Length'));
        rest = rest.subarray(body);
        continue;
      }
      if (length > mostBytes) return this.giveUp(`a message of ${length} bytes`);
      if (rest.length < body + length) {
        this.#wanted = body + length;
        break;
      }
      this.#deliver(rest.toString('utf8', body, body + length), callback);
      rest = rest.subarray(body + length);
    }
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
  }

  #deliver(text: string, callback: DataCallback): void {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch (error) {
      return this.fireError(error);
    }
    callback(message);
  }
}

/** Of the last line that has one: what stands before it may be the rest of something else. */
function lengthIn(header: string): number | undefined {
  const found = [...header.matchAll(/content-length:\s*(\d{1,15})\s*(?=\r\n|$)/gi)].at(-1);
  return found === undefined ? undefined : Number(found[1]);
}
