// Chance that can be had again: numbers that follow from a state of four words (the generator sfc32).

export type RandomState = readonly [number, number, number, number];

export class RandomSource {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor([a, b, c, counter]: RandomState) {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    this.#counter = counter | 0;
  }

  static seeded(): RandomSource {
    const word = (): number => Math.floor(Math.random() * 2 ** 32);
    return new RandomSource([word(), word(), word(), 1]);
  }

  get state(): RandomState {
    return [this.#a, this.#b, this.#c, this.#counter];
  }

  set state([a, b, c, counter]: RandomState) {
    this.#a = a;
    this.#b = b;
    this.#c = c;
    this.#counter = counter;
  }

  /** From 0 up to but not including 1, with all 53 bits. */
  next(): number {
    const high = this.#word() >>> 5;
    const low = this.#word() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  #word(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11) | 0) + sum) | 0;
    return sum;
  }
}
