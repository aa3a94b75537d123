// Looks at the frames of the input before the library does. The library skips a header that it cannot read and takes the
// body for the next header, so that the client waits for ever; here the line is closed instead, with a reason.
import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';

const longestHeader = 4096;
const longestBody = 256 * 1024 * 1024;
const endOfHeader = '\r\n\r\n';

export class CheckedInput extends Transform {
  #pending: Buffer = Buffer.alloc(0);
  /** Bytes of a body that are still to come. */
  #left = 0;

  override _transform(data: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pending = this.#pending.length === 0 ? data : Buffer.concat([this.#pending, data]);
    try {
      while (this.#pending.length > 0 && this.#takePart());
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Passes on a header, or some of a body; false when more has to come first. */
  #takePart(): boolean {
    if (this.#left > 0) {
      const part = this.#pending.subarray(0, this.#left);
      this.#left -= part.length;
      this.#pending = this.#pending.subarray(part.length);
      this.push(part);
      return true;
    }
    const end = this.#pending.indexOf(endOfHeader);
    if (end > longestHeader || (end < 0 && this.#pending.length > longestHeader))
      throw new Error('the header of a message is too long');
    if (end < 0) return false;
    this.#left = lengthIn(this.#pending.toString('latin1', 0, end));
    // In the one spelling that the library reads.
    this.push(`Content-Length: ${this.#left}${endOfHeader}`);
    this.#pending = this.#pending.subarray(end + endOfHeader.length);
    return true;
  }
}

function lengthIn(header: string): number {
  const lengths = header.split('\r\n').flatMap(line => /^content-length:\s*(\d+)\s*$/i.exec(line)?.[1] ?? []);
  const length = Number(lengths[0]);
  if (lengths.length !== 1 || !(length > 0 && length <= longestBody))
    throw new Error('a message has no sound Content-Length');
  return length;
}
