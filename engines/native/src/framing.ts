// Frames on the channel to LLDB: four bytes of length (big endian), then JSON in UTF-8.

/** Far above anything that is asked for; a length beyond it means that the other end does not speak our protocol. */
const longestFrame = 256 * 1024 * 1024;

/** Halves of characters, which LLDB's own texts cannot hold, and the end mark at which it would cut a text off. */
export const untellable = /\p{Surrogate}|\0/gu;

const tellable = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(untellable, '\uFFFD') : value;

/** How JSON writes what is untellable. */
const writtenUntellable = /\\u(?:d[89a-f]|0000)/;

export function encodeFrame(message: unknown): Buffer {
  const plain = JSON.stringify(message);
  // To look at each text takes longer than to write them all, and next to none needs it.
  const body = Buffer.from(writtenUntellable.test(plain) ? JSON.stringify(message, tellable) : plain, 'utf8');
  const frame = Buffer.allocUnsafe(4 + body.length);
  frame.writeUInt32BE(body.length, 0);
  body.copy(frame, 4);
  return frame;
}

/** Cuts a stream of bytes into messages. Throws when the bytes cannot be frames; the stream is then of no more use. */
export class FrameReader {
  #parts: Buffer[] = [];
  #available = 0;
  #wanted: number | undefined;

  push(chunk: Buffer): unknown[] {
    this.#parts.push(chunk);
    this.#available += chunk.length;
    const messages: unknown[] = [];
    for (let body = this.#next(); body !== undefined; body = this.#next()) {
      messages.push(JSON.parse(body.toString('utf8')) as unknown);
    }
    return messages;
  }

  #next(): Buffer | undefined {
    if (this.#wanted === undefined) {
      if (this.#available < 4) return undefined;
      this.#wanted = this.#take(4).readUInt32BE(0);
      if (this.#wanted > longestFrame) throw new RangeError(`a frame of ${this.#wanted} bytes`);
    }
    if (this.#available < this.#wanted) return undefined;
    const body = this.#take(this.#wanted);
    this.#wanted = undefined;
    return body;
  }

  #take(count: number): Buffer {
    // Joined only once a whole frame is there, so that a long one is not copied again for every chunk of it.
    const joined = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#available);
    this.#parts = [joined.subarray(count)];
    this.#available -= count;
    return joined.subarray(0, count);
  }
}
