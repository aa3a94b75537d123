// Reads little-endian fields one after the other; whatever is missing fails with the name of the field and the offset.

import { fromBytes, fromRawBytes } from './byte-text.js';
import type { ByteText } from './ngo.js';
import { NgoFailure } from './ngo-failure.js';

// Limits of the original reader.
const largestText = 64 * 1024 * 1024;
const mostEntries = 1024 * 1024;

export class ByteCursor {
  readonly #view: DataView;

  /** `subject` is what is read, for messages: `.ngo artifact`. */
  constructor(
    readonly bytes: Uint8Array,
    readonly subject: string,
    public offset = 0,
    readonly end = bytes.length,
  ) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.end - this.offset;
  }

  u8(field: string): number {
    return this.#view.getUint8(this.#take(1, field));
  }

  u16(field: string): number {
    return this.#view.getUint16(this.#take(2, field), true);
  }

  u32(field: string): number {
    return this.#view.getUint32(this.#take(4, field), true);
  }

  i32(field: string): number {
    return this.#view.getInt32(this.#take(4, field), true);
  }

  i64(field: string): bigint {
    return this.#view.getBigInt64(this.#take(8, field), true);
  }

  f64(field: string): number {
    return this.#view.getFloat64(this.#take(8, field), true);
  }

  /** A part of the file itself, not a copy. */
  raw(size: number, field: string): Uint8Array {
    const start = this.#take(size, field);
    return this.bytes.subarray(start, start + size);
  }

  byteText(field: string): ByteText {
    const at = this.offset;
    const size = this.u32(`${field}.size`);
    if (size > largestText)
      throw this.failure(
        `.ngo string too large while reading ${field}`,
        at,
        `${size} bytes, the limit is ${largestText}`,
      );
    return fromRawBytes(this.raw(size, field));
  }

  text(field: string): string {
    return fromBytes(this.byteText(field));
  }

  /**
   * Of entries, each of which takes a byte at least: more of them than bytes are left cannot be. `tooMany` is what the
   * original says beyond its limit.
   */
  count(field: string, tooMany?: string): number {
    const at = this.offset;
    const count = this.u32(`${field}.count`);
    if (tooMany !== undefined && count > mostEntries)
      throw this.failure(tooMany, at, `${count} entries, the limit is ${mostEntries}`);
    if (count > this.left)
      throw this.failure(
        `Truncated ${this.subject} while reading ${field}`,
        at,
        `${count} entries were announced, ${this.left} bytes are left`,
      );
    return count;
  }

  list<T>(field: string, read: (field: string) => T): readonly T[] {
    const count = this.count(field, `.ngo vector too large while reading ${field}`);
    return this.rows(field, count, read);
  }

  /** Entries whose count is known. */
  rows<T>(field: string, count: number, read: (field: string) => T): readonly T[] {
    const items: T[] = [];
    for (let nth = 0; nth < count; nth++) items.push(read(`${field}[${nth}]`));
    return items;
  }

  texts(field: string): readonly string[] {
    return this.list(field, item => this.text(item));
  }

  /** Of two entries of the same key the later counts. */
  textMap(field: string): ReadonlyMap<string, string> {
    const count = this.count(field, `.ngo map too large while reading ${field}`);
    const entries = new Map<string, string>();
    for (let nth = 0; nth < count; nth++) {
      const key = this.text(`${field}[${nth}].key`);
      entries.set(key, this.text(`${field}[${nth}].value`));
    }
    return entries;
  }

  failure(upstream: string, at: number, detail: string, next?: string): NgoFailure {
    return new NgoFailure(upstream, at, `at byte ${at} of ${this.bytes.length}: ${detail}`, next);
  }

  #take(size: number, field: string): number {
    const at = this.offset;
    if (size > this.left)
      throw this.failure(
        `Truncated ${this.subject} while reading ${field}`,
        at,
        `${size} ${size === 1 ? 'byte was' : 'bytes were'} expected, ${this.left} ${this.left === 1 ? 'is' : 'are'} left`,
      );
    this.offset += size;
    return at;
  }
}
