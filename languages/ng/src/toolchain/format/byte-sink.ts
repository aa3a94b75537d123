// Writes little-endian fields one after the other into a buffer that grows.

import { toBytes, toRawBytes } from './byte-text.js';
import type { ByteText } from './ngo.js';

export class ByteSink {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  u8(value: number): void {
    const at = this.#room(1);
    this.#view.setUint8(at, value);
  }

  u16(value: number): void {
    const at = this.#room(2);
    this.#view.setUint16(at, value, true);
  }

  u32(value: number): void {
    const at = this.#room(4);
    this.#view.setUint32(at, value, true);
  }

  i32(value: number): void {
    const at = this.#room(4);
    this.#view.setInt32(at, value, true);
  }

  i64(value: bigint): void {
    const at = this.#room(8);
    this.#view.setBigInt64(at, value, true);
  }

  f64(value: number): void {
    const at = this.#room(8);
    this.#view.setFloat64(at, value, true);
  }

  raw(bytes: Uint8Array): void {
    // The room may be in a new buffer.
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
  }

  byteText(text: ByteText): void {
    this.u32(text.length);
    this.raw(toRawBytes(text));
  }

  text(text: string): void {
    this.byteText(toBytes(text));
  }

  list<T>(items: readonly T[], write: (item: T) => void): void {
    this.u32(items.length);
    for (const item of items) write(item);
  }

  texts(items: readonly string[]): void {
    this.list(items, item => this.text(item));
  }

  /** In the order of the keys' bytes: files of the same content are the same files. */
  map<T>(entries: ReadonlyMap<string, T>, write: (value: T) => void): void {
    const sorted = [...entries].map(([key, value]) => [toBytes(key), value] as const);
    sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    this.list(sorted, ([key, value]) => {
      this.byteText(key);
      write(value);
    });
  }

  /** A copy of what was written so far. */
  result(): Uint8Array {
    return this.#bytes.slice(0, this.#size);
  }

  #room(size: number): number {
    const at = this.#size;
    this.#size += size;
    if (this.#size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#size, 2 * this.#bytes.length));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}
