// Reads JSON from bytes that arrive in pieces: large arrays of numbers and strings go straight into typed arrays.

import { HeapProblem } from '../contract/problem.js';
import type { Growing } from '../graph/growing.js';

/** Pieces of a file in order; the end is `undefined`. A piece may be overwritten when the next is asked for. */
export type ByteSource = () => Promise<Uint8Array | undefined>;

const zero = 0x30;
const nine = 0x39;
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
    const scan = new NumberScan(batch, full);
    while (await this.#more()) {
      this.#at = scan.read(this.#piece, this.#at);
      if (scan.state === 'ended') return scan.finish();
      if (scan.state === 'too large')
        throw new HeapProblem('corrupt', `the number before byte ${this.offset} is too large, in ${what}.`);
      if (scan.state === 'unexpected') throw this.unexpected(this.#piece[this.#at]!, what);
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

/** The loop over the digits, apart from all that waits: there it would not be compiled as well. */
class NumberScan {
  state: 'open' | 'ended' | 'too large' | 'unexpected' = 'open';
  #filled = 0;
  #total = 0;
  #value = 0;
  #negative = false;
  #begun = false;

  constructor(
    private readonly batch: Float64Array,
    private readonly full: (count: number) => void,
  ) {}

  /** Answers where it stopped: at the end of the piece unless the state says why not. */
  read(piece: Uint8Array, from: number): number {
    const { batch } = this;
    const { length } = piece;
    let [at, value, filled, begun] = [from, this.#value, this.#filled, this.#begun];
    while (at < length) {
      let byte = piece[at]!;
      if (byte >= zero && byte <= nine) {
        begun = true;
        do {
          value = value * 10 + (byte - zero);
          if (++at === length) break;
          byte = piece[at]!;
        } while (byte >= zero && byte <= nine);
        // It may go on in the next piece.
        if (at === length) break;
      }
      if (begun) {
        if (value > Number.MAX_SAFE_INTEGER) {
          this.state = 'too large';
          return at;
        }
        batch[filled++] = this.#negative ? -value : value;
        value = 0;
        begun = false;
        this.#negative = false;
        if (filled === batch.length) {
          this.#total += filled;
          this.full(filled);
          filled = 0;
        }
      }
      if (byte === comma || isSpace(byte)) at++;
      else if (byte === minus && !this.#negative) {
        this.#negative = true;
        at++;
      } else {
        this.state = byte === closeBracket ? 'ended' : 'unexpected';
        this.#filled = filled;
        return byte === closeBracket ? at + 1 : at;
      }
    }
    [this.#value, this.#filled, this.#begun] = [value, filled, begun];
    return at;
  }

  /** Hands over the rest and answers with the count of all numbers. */
  finish(): number {
    if (this.#filled > 0) this.full(this.#filled);
    return this.#total + this.#filled;
  }
}
