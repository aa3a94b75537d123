// A cursor over the bytes of a module: every number is checked, every mistake has its offset.

import { malformed } from '../problem.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

export class ByteReader {
  constructor(
    readonly bytes: Uint8Array,
    public offset = 0,
    readonly end = bytes.length,
  ) {}

  get done(): boolean {
    return this.offset >= this.end;
  }

  byte(what: string): number {
    if (this.offset >= this.end) throw malformed(this.offset, `the bytes end where ${what} is expected`);
    return this.bytes[this.offset++]!;
  }

  take(count: number, what: string): Uint8Array {
    if (count > this.end - this.offset)
      throw malformed(
        this.offset,
        `${what} is said to have ${count} bytes, and ${this.end - this.offset} are left`,
      );
    const taken = this.bytes.subarray(this.offset, this.offset + count);
    this.offset += count;
    return taken;
  }

  /** LEB128 of at most 32 bits. */
  u32(what: string): number {
    const start = this.offset;
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte(what);
      if (shift === 28 && byte > 0x0f) break;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw malformed(start, `the number for ${what} is larger than 32 bits`);
  }

  s32(what: string): number {
    return Number(this.#signed(32, what));
  }

  /** Block types: a negative number is a value type, any other an index. */
  s33(what: string): number {
    return Number(this.#signed(33, what));
  }

  s64(what: string): bigint {
    return this.#signed(64, what);
  }

  #signed(bits: number, what: string): bigint {
    const start = this.offset;
    const longest = Math.ceil(bits / 7);
    let value = 0n;
    for (let count = 0; count < longest; count++) {
      const byte = this.byte(what);
      value |= BigInt(byte & 0x7f) << BigInt(7 * count);
      if (byte >= 0x80) continue;
      const signed = BigInt.asIntN(7 * (count + 1), value);
      if (BigInt.asIntN(bits, signed) !== signed) break;
      return signed;
    }
    throw malformed(start, `the number for ${what} is larger than ${bits} bits`);
  }

  f32(what: string): number {
    const bytes = this.take(4, what);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  }

  f64(what: string): bigint {
    const bytes = this.take(8, what);
    return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  }

  name(what: string): string {
    const start = this.offset;
    const bytes = this.take(this.u32(`the length of ${what}`), what);
    try {
      return decoder.decode(bytes);
    } catch {
      throw malformed(start, `${what} is not UTF-8`);
    }
  }

  /** Every item takes at least one byte, so that a wrong count cannot ask for more memory than the module has. */
  vector<Item>(what: string, read: (index: number) => Item): Item[] {
    const start = this.offset;
    const count = this.u32(`the number of ${what}`);
    if (count > this.end - this.offset)
      throw malformed(start, `there are said to be ${count} ${what}, and the bytes end before`);
    const items: Item[] = [];
    for (let index = 0; index < count; index++) items.push(read(index));
    return items;
  }

  /** A reader for the next bytes only; this one goes on behind them. */
  part(size: number, what: string): ByteReader {
    const start = this.offset;
    this.take(size, what);
    return new ByteReader(this.bytes, start, start + size);
  }
}
