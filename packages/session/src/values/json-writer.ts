// A writer of JSON for rows that differ in little: what they have in common is encoded once, numbers are written as digits.

const zero = 48;
const minus = 45;
const hexDigits = Uint8Array.from('0123456789abcdef', digit => digit.charCodeAt(0));
/** Longer than any number or address is written. */
const longestNumber = 24;
/** One for all: a row is written and copied before anybody else gets to write. */
let scratch = new Uint8Array(1 << 16);

const isOfNumber = (byte: number): boolean => byte === minus || (byte >= zero && byte < zero + 10);

function digitsOf(value: number): number {
  let digits = 1;
  for (let bound = 10; value >= bound; bound *= 10) digits++;
  return digits;
}

export class JsonWriter {
  #at = 0;

  put(bytes: Uint8Array): void {
    this.#need(bytes.length);
    scratch.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  /** A whole number that a double holds exactly. Answers with where it begins, for `repeat`. */
  putInteger(value: number): number {
    this.#need(longestNumber);
    const begin = this.#at;
    let at = begin;
    let rest = value;
    if (rest < 0) {
      scratch[at++] = minus;
      rest = -rest;
    }
    let end = at + digitsOf(rest);
    this.#at = end;
    while (rest >= 10) {
      const next = Math.floor(rest / 10);
      scratch[--end] = zero + rest - next * 10;
      rest = next;
    }
    scratch[at] = zero + rest;
    return begin;
  }

  /** The same in hexadecimal, not below zero. */
  putHex(value: number): void {
    this.#need(longestNumber);
    let end = this.#at + 1;
    let rest = value;
    for (let most = rest; most >= 16; most = Math.floor(most / 16)) end++;
    this.#at = end;
    do {
      const next = Math.floor(rest / 16);
      scratch[--end] = hexDigits[rest - next * 16]!;
      rest = next;
    } while (rest > 0);
  }

  /** The number that begins there, once more. */
  repeat(begin: number): void {
    this.#need(longestNumber);
    for (let from = begin; isOfNumber(scratch[from]!); from++) scratch[this.#at++] = scratch[from]!;
  }

  written(): Uint8Array {
    return scratch.slice(0, this.#at);
  }

  #need(count: number): void {
    if (this.#at + count <= scratch.length) return;
    const larger = new Uint8Array(Math.max(scratch.length * 2, this.#at + count));
    larger.set(scratch.subarray(0, this.#at));
    scratch = larger;
  }
}
