// A cursor over the bytes of a section: every read is checked, every problem says where it is.

import { DwarfProblem } from './problem.js';

const decoder = new TextDecoder();

export class Cursor {
  readonly #view: DataView;

  constructor(
    readonly section: string,
    readonly bytes: Uint8Array,
    public offset = 0,
    readonly end = bytes.length,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (offset > end || end > bytes.length) {
      this.offset = Math.min(offset, bytes.length);
      throw this.problem('something refers to what lies behind the end');
    }
  }

  get done(): boolean {
    return this.offset >= this.end;
  }

  get left(): number {
    return this.end - this.offset;
  }

  problem(what: string, offset = this.offset): DwarfProblem {
    return new DwarfProblem(this.section, offset, what);
  }

  #step(count: number): number {
    if (count > this.left) throw this.problem(`${count} bytes are expected and ${this.left} are left`);
    const at = this.offset;
    this.offset += count;
    return at;
  }

  u8(): number {
    return this.#view.getUint8(this.#step(1));
  }

  i8(): number {
    return this.#view.getInt8(this.#step(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#step(2), true);
  }

  u24(): number {
    return this.u16() | (this.u8() << 16);
  }

  u32(): number {
    return this.#view.getUint32(this.#step(4), true);
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#step(8), true);
  }

  /** Of an unsigned number that has to be small enough for counting. */
  size(value: bigint): number {
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.problem('a number is larger than any file');
    return Number(value);
  }

  /** LEB128. */
  unsigned(): bigint {
    const start = this.offset;
    let value = 0;
    for (let shift = 0; shift < 49; shift += 7) {
      const byte = this.u8();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return BigInt(value);
    }
    this.offset = start;
    return this.#long().value;
  }

  /** LEB128 as a number for counting. */
  count(): number {
    return this.size(this.unsigned());
  }

  signed(): bigint {
    const { value, bits } = this.#long();
    return BigInt.asIntN(Math.min(bits, 64), value);
  }

  #long(): { readonly value: bigint; readonly bits: number } {
    const start = this.offset;
    let value = 0n;
    // Linkers pad numbers; more than 16 bytes no one writes.
    for (let bits = 0; bits < 112;) {
      const byte = this.u8();
      value |= BigInt(byte & 0x7f) << BigInt(bits);
      bits += 7;
      if (byte < 0x80) return { value: BigInt.asUintN(64, value), bits };
    }
    throw this.problem('a number has no end', start);
  }

  take(count: number): Uint8Array {
    const at = this.#step(count);
    return this.bytes.subarray(at, at + count);
  }

  skip(count: number): void {
    this.#step(count);
  }

  /** Up to a zero byte. */
  text(): string {
    const end = this.bytes.indexOf(0, this.offset);
    if (end < 0 || end >= this.end) throw this.problem('a text has no end');
    const text = decoder.decode(this.bytes.subarray(this.offset, end));
    this.offset = end + 1;
    return text;
  }

  /** An address or offset of 4 or 8 bytes. */
  word(size: number): number {
    if (size === 4) return this.u32();
    // Linkers mark what they removed with the largest number.
    if (size === 8) return Math.min(Number(this.u64()), Number.MAX_SAFE_INTEGER);
    if (size === 2) return this.u16();
    if (size === 1) return this.u8();
    throw this.problem(`addresses are said to have ${size} bytes`);
  }

  /** A cursor over the next bytes only; this one goes on behind them. */
  part(size: number): Cursor {
    const at = this.#step(size);
    return new Cursor(this.section, this.bytes, at, at + size);
  }

  /** The length at the beginning of a unit: the part it covers, and whether offsets in it have 4 or 8 bytes. */
  unit(): { readonly part: Cursor; readonly offsetSize: 4 | 8 } {
    const first = this.u32();
    if (first >= 0xffff_fff0 && first !== 0xffff_ffff) throw this.problem('a length is of an unknown kind');
    const size = first === 0xffff_ffff ? this.size(this.u64()) : first;
    if (size > this.left)
      throw this.problem(`a unit is said to have ${size} bytes and ${this.left} are left`);
    return { part: this.part(size), offsetSize: first === 0xffff_ffff ? 8 : 4 };
  }
}
