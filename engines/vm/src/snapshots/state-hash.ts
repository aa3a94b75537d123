// A number for a state: the same for the same state, and hardly ever for another. Not against people who try.

/** Of longer texts the beginning and the end count, so that one of megabytes costs no more. */
const countedEnd = 64;
const number = new Float64Array(1);

/** Two lanes of 32 bits, each mixed by multiplication. */
export class StateHash {
  #a = 0x9e3779b9 | 0;
  #b = 0x85ebca6b | 0;

  /** Plain data of any shape; typed arrays count by their bytes. Undefined counts as absent. */
  add(value: unknown): this {
    if (typeof value === 'number') return this.#number(value);
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'bigint') return this.#text(value.toString(16));
    if (typeof value === 'boolean') return this.#word(value ? 1 : 2);
    if (value === undefined || value === null) return this.#word(3);
    if (ArrayBuffer.isView(value)) return this.#bytes(value);
    if (Array.isArray(value)) {
      this.#word(value.length);
      for (const each of value) this.add(each);
      return this;
    }
    // In the order of their names: one that was made anew may have them in another.
    const parts = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, each] of parts) this.#text(key).add(each);
    return this.#word(4);
  }

  get text(): string {
    // What came last has to reach all bits.
    const finish = (lane: number): string => {
      let h = lane ^ (lane >>> 16);
      h = Math.imul(h, 0x7feb352d);
      h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
      return ((h ^ (h >>> 16)) >>> 0).toString(16).padStart(8, '0');
    };
    return finish(this.#a) + finish(this.#b ^ this.#a);
  }

  #word(word: number): this {
    this.#a = mix(this.#a, word, 0xcc9e2d51);
    this.#b = mix(this.#b, word, 0x1b873593);
    return this;
  }

  #number(value: number): this {
    number[0] = value;
    return this.#bytes(number);
  }

  #text(text: string): this {
    this.#word(text.length);
    const from = Math.min(text.length, countedEnd);
    for (let at = 0; at < from; at++) this.#word(text.charCodeAt(at));
    for (let at = Math.max(from, text.length - countedEnd); at < text.length; at++)
      this.#word(text.charCodeAt(at));
    return this;
  }

  #bytes({ buffer, byteOffset, byteLength }: ArrayBufferView): this {
    this.#word(byteLength);
    // A copy where the words would not be aligned, or the last one not be whole.
    const whole = byteOffset % 4 === 0 && byteLength % 4 === 0;
    const padded = new Uint8Array(whole ? 0 : Math.ceil(byteLength / 4) * 4);
    if (!whole) padded.set(new Uint8Array(buffer, byteOffset, byteLength));
    const words = whole ? new Int32Array(buffer, byteOffset, byteLength / 4) : new Int32Array(padded.buffer);
    let a = this.#a;
    let b = this.#b;
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!;
      a = mix(a, word, 0xcc9e2d51);
      b = mix(b, word, 0x1b873593);
    }
    this.#a = a;
    this.#b = b;
    return this;
  }
}

function mix(lane: number, word: number, factor: number): number {
  const scrambled = Math.imul(word ^ (word >>> 15), factor);
  const next = lane ^ ((scrambled << 15) | (scrambled >>> 17));
  return (Math.imul((next << 13) | (next >>> 19), 5) + 0xe6546b64) | 0;
}
