// The characters of string, character and template literals, as the bytes they stand for.

const utf8 = new TextEncoder();

const single: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  '0': 0,
  '\\': 92,
  '"': 34,
  "'": 39,
  '`': 96,
  '&': 38,
};

/** Collects bytes of a literal while it is read. */
export class LiteralBytes {
  readonly #bytes: number[] = [];

  get empty(): boolean {
    return this.#bytes.length === 0;
  }

  /** Plain characters as UTF-8; half of a surrogate pair becomes U+FFFD. */
  addText(text: string): void {
    for (const byte of utf8.encode(text)) this.#bytes.push(byte);
  }

  /**
   * The escape whose backslash is at `offset`. Gives how many characters it takes; for one that is unknown, the message.
   */
  addEscape(text: string, offset: number): number | string {
    const letter = text[offset + 1];
    if (letter === undefined || letter === '\n') return 'nothing follows this backslash';
    if (letter === 'x') {
      const digits = /^[0-9a-fA-F]{2}/.exec(text.slice(offset + 2, offset + 4));
      if (!digits) return '\\x needs two hexadecimal digits';
      this.#bytes.push(Number.parseInt(digits[0], 16));
      return 4;
    }
    const value = single[letter];
    if (value === undefined) return `there is no escape \\${letter}`;
    this.#bytes.push(value);
    return 2;
  }

  take(): Uint8Array {
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes.length = 0;
    return bytes;
  }
}
