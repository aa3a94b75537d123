// Reads JSON from bytes that arrive in pieces: large arrays of numbers and strings go straight into typed arrays.

import { HeapProblem } from '../contract/problem.js';
import type { Growing } from '../graph/growing.js';

/** Pieces of a file in order; the end is `undefined`. A piece may be overwritten when the next is asked for. */
export type ByteSource = () => Promise<Uint8Array | undefined>;

const quote = 0x22;
const minus = 0x2d;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

export class ByteCursor {
  #piece = new Uint8Array(0);
  #at = 0;
  #before = 0;
  #ended = false;

  constructor(private readonly source: ByteSource) {}

  /** Where the next byte is, from the beginning of the file. */
  get offset(): number {
    return this.#before + this.#at;
  }

  /** Makes sure that there is a byte; false at the end. */
  async #more(): Promise<boolean> {
    while (this.#at === this.#piece.length) {
      if (this.#ended) return false;
      this.#before += this.#piece.length;
      this.#at = 0;
      const piece = await this.source();
      if (piece === undefined) {
        this.#ended = true;
        this.#piece = new Uint8Array(0);
        return false;
      }
      this.#piece = piece as Uint8Array<ArrayBuffer>;
    }
    return true;
  }

  /** The next byte that is no space, not yet taken; -1 at the end. */
  async peek(): Promise<number> {
    while (await this.#more()) {
      const byte = this.#piece[this.#at]!;
      if (!isSpace(byte)) return byte;
      this.#at++;
    }
    return -1;
  }

  async take(wanted: string, what: string): Promise<void> {
    const byte = await this.peek();
    if (byte !== wanted.charCodeAt(0)) throw this.unexpected(byte, what);
    this.#at++;
  }

  unexpected(byte: number, what: string): HeapProblem {
    if (byte < 0) return this.cutOff(what);
    const shown =
      byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`;
    return new HeapProblem('corrupt', `${shown} at byte ${this.offset} does not belong into ${what}.`);
  }

  cutOff(what: string): HeapProblem {
    return new HeapProblem('truncated', `the file ends at byte ${this.offset}, in the middle of ${what}.`);
  }

  /** A short string, such as a key. */
  async key(what: string): Promise<string> {
    await this.take('"', what);
    const bytes: number[] = [];
    for (; await this.#more(); this.#at++) {
      const byte = this.#piece[this.#at]!;
      if (byte === quote) {
        this.#at++;
        return String.fromCharCode(...bytes);
      }
      if (byte === backslash || bytes.length > 200) throw this.unexpected(byte, what);
      bytes.push(byte);
    }
    throw this.cutOff(what);
  }

  /** A whole value as text, at most so many bytes. */
  async valueText(most: number, what: string): Promise<string> {
    const bytes: number[] = [];
    await this.#value(what, byte => {
      bytes.push(byte);
      if (bytes.length > most)
        throw new HeapProblem(
          'too-large',
          `${what} takes more than ${most} bytes, before byte ${this.offset}.`,
        );
    });
    return new TextDecoder().decode(Uint8Array.from(bytes));
  }

  async skipValue(what: string): Promise<void> {
    await this.#value(what, undefined);
  }

  async #value(what: string, keep: ((byte: number) => void) | undefined): Promise<void> {
    let [depth, inString, escaped, begun] = [0, false, false, false];
    await this.peek();
    for (; await this.#more(); this.#at++) {
      const byte = this.#piece[this.#at]!;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === backslash) escaped = true;
        else if (byte === quote) inString = false;
      } else if (byte === quote) inString = true;
      else if (byte === openBracket || byte === openBrace) depth++;
      else if (byte === closeBracket || byte === closeBrace || byte === comma) {
        // A number or a word ends where its surroundings go on.
        if (depth === 0) return;
        if (byte !== comma) depth--;
      }
      begun = true;
      keep?.(byte);
      if (depth === 0 && !inString && (byte === closeBracket || byte === closeBrace || byte === quote)) {
        this.#at++;
        return;
      }
    }
    if (!begun || depth > 0 || inString) throw this.cutOff(what);
  }

  /**
   * An array of integers, in batches: each time `batch` is full, `full` hears how many numbers are in it. The length of
   * `batch` is a multiple of what belongs together. Answers with the count of all.
   */
  async numbers(batch: Float64Array, what: string, full: (count: number) => void): Promise<number> {
    await this.take('[', what);
    let [filled, total, value, digits, sign] = [0, 0, 0, 0, 1];
    while (await this.#more()) {
      const piece = this.#piece;
      const { length } = piece;
      let at = this.#at;
      while (at < length) {
        const digit = piece[at]! - 0x30;
        if (digit >= 0 && digit <= 9) {
          value = value * 10 + digit;
          digits++;
          at++;
          continue;
        }
        const byte = piece[at]!;
        if (digits > 0) {
          if (digits > 15) {
            this.#at = at;
            throw new HeapProblem(
              'corrupt',
              `a number of ${digits} digits before byte ${this.offset}, in ${what}.`,
            );
          }
          batch[filled++] = sign * value;
          [value, digits, sign] = [0, 0, 1];
          if (filled === batch.length) {
            total += filled;
            full(filled);
            filled = 0;
          }
        }
        if (byte === closeBracket) {
          this.#at = at + 1;
          if (filled > 0) full(filled);
          return total + filled;
        }
        if (byte === minus && digits === 0) sign = -1;
        else if (byte !== comma && !isSpace(byte)) {
          this.#at = at;
          throw this.unexpected(byte, what);
        }
        at++;
      }
      this.#at = at;
    }
    throw this.cutOff(what);
  }

  /** An array of strings, as the bytes inside their quotes; `starts` gets where each ends in `bytes`. */
  async strings(
    bytes: Growing<Uint8ArrayConstructor>,
    starts: Growing<Uint32ArrayConstructor>,
    what: string,
  ): Promise<void> {
    await this.take('[', what);
    let [inString, escaped] = [false, false];
    while (await this.#more()) {
      const piece = this.#piece;
      const { length } = piece;
      bytes.reserve(length - this.#at);
      const target = bytes.array;
      let [at, next] = [this.#at, bytes.length];
      while (at < length) {
        const byte = piece[at++]!;
        if (inString) {
          if (byte === quote && !escaped) {
            inString = false;
            starts.push(next);
          } else {
            escaped = byte === backslash && !escaped;
            target[next++] = byte;
          }
        } else if (byte === quote) inString = true;
        else if (byte === closeBracket) {
          [this.#at, bytes.length] = [at, next];
          return;
        } else if (byte !== comma && !isSpace(byte)) {
          this.#at = at - 1;
          throw this.unexpected(byte, what);
        }
      }
      [this.#at, bytes.length] = [at, next];
    }
    throw this.cutOff(what);
  }
}
