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
  const body = writtenUntellable.test(plain) ? JSON.stringify(message, tellable) : plain;
  const length = Buffer.byteLength(body);
  const frame = Buffer.allocUnsafe(4 + length);
  frame.writeUInt32BE(length, 0);
  frame.write(body, 4);
  return frame;
}

/** Cuts a stream of bytes into messages. Throws when the bytes cannot be frames; the stream is then of no more use. */
export class FrameReader {
  /** Pieces of a frame that is not whole yet. */
  #parts: Buffer[] = [];
  #available = 0;
  /** How long they must be together before it is worth looking at them again. */
  #wanted = 4;

  push(chunk: Buffer): unknown[] {
    this.#available += chunk.length;
    if (this.#available < this.#wanted) {
      this.#parts.push(chunk);
      return [];
    }
    // Joined only once a whole frame is there, so that a long one is not copied again for every chunk of it.
    const bytes = this.#parts.length === 0 ? chunk : Buffer.concat([...this.#parts, chunk], this.#available);
    return this.#messages(bytes);
  }

  #messages(bytes: Buffer): unknown[] {
    const messages: unknown[] = [];
    let at = 0;
    this.#wanted = 4;
    while (bytes.length - at >= 4) {
      const length = bytes.readUInt32BE(at);
      if (length > longestFrame) throw new RangeError(`a frame of ${length} bytes`);
      this.#wanted = 4 + length;
      if (bytes.length - at < this.#wanted) break;
      messages.push(JSON.parse(bytes.toString('utf8', at + 4, at + this.#wanted)) as unknown);
      at += this.#wanted;
      this.#wanted = 4;
    }
    this.#available = bytes.length - at;
    this.#parts = this.#available === 0 ? [] : [bytes.subarray(at)];
    return messages;
  }
}
