// What the program has printed so far, as a number of two words: a run that prints something else is another run.

export type PrintedState = readonly [number, number];

/** A program that was built elsewhere names other folders in its errors. */
const folders = /(?<![\w.\\/])(?:\/|[A-Za-z]:[\\/])(?:[^\s"'():\\/]+[\\/])+/g;
/** In longer texts nobody looks for them. */
const longestError = 4_000;

const withoutFolders = (text: string): string =>
  text.length > longestError || !/[\\/]/.test(text) ? text : text.replaceAll(folders, '');

/** Of longer texts the beginning and the end count, so that one of megabytes costs no more. */
const countedEnd = 256;

export class OutputDigest {
  #a = 0x9e3779b9 | 0;
  #b = 0x85ebca6b | 0;

  get state(): PrintedState {
    return [this.#a, this.#b];
  }

  set state([a, b]: PrintedState) {
    this.#a = a;
    this.#b = b;
  }

  get text(): string {
    return `${(this.#a >>> 0).toString(16)}.${(this.#b >>> 0).toString(16)}`;
  }

  add(stream: string, given: string | Uint8Array): void {
    const data = typeof given === 'string' ? withoutFolders(given) : given;
    this.#addPart(stream, 0, stream.length);
    const { length } = data;
    const from = Math.min(length, countedEnd);
    this.#addPart(data, 0, from);
    this.#addPart(data, Math.max(from, length - countedEnd), length);
    this.#word(length);
  }

  #addPart(data: string | Uint8Array, from: number, to: number): void {
    if (typeof data === 'string') for (let at = from; at < to; at++) this.#word(data.charCodeAt(at));
    else for (let at = from; at < to; at++) this.#word(data[at]!);
  }

  #word(word: number): void {
    this.#a = Math.imul(this.#a ^ word, 0x01000193);
    this.#b = Math.imul(((this.#b << 5) | (this.#b >>> 27)) ^ word, 0x85ebca6b);
  }
}
