// Lines from the bytes of a connection: half lines wait for their rest, endless ones are refused.

export const longestLine = 1 << 20;

export type LineError = 'invalid_utf8' | 'line_too_long';

/** A line, or what is wrong with the bytes. After `line_too_long` nothing more is to be read. */
export type Line =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'bad'; readonly error: LineError };

export class LineReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #parts: Uint8Array[] = [];
  #length = 0;

  /** The lines that end in these bytes. Empty ones are left out. */
  *take(bytes: Uint8Array): Generator<Line> {
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(0x0a, from);
      const part = bytes.subarray(from, end < 0 ? bytes.length : end);
      this.#length += part.length;
      if (this.#length > longestLine) {
        this.#parts = [];
        yield { kind: 'bad', error: 'line_too_long' };
        return;
      }
      if (part.length > 0) this.#parts.push(part);
      if (end < 0) return;
      const line = this.#whole();
      if (line !== undefined) yield line;
      from = end + 1;
    }
  }

  #whole(): Line | undefined {
    const [only, another] = this.#parts;
    const bytes = another === undefined ? only : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    if (bytes === undefined) return undefined;
    try {
      const text = this.#decoder.decode(bytes).trim();
      return text === '' ? undefined : { kind: 'line', text };
    } catch {
      return { kind: 'bad', error: 'invalid_utf8' };
    }
  }
}

/** A browser that was led here begins like this; what follows is not for us. */
export const looksLikeHttp = (text: string): boolean => /^[A-Z]{3,10} \S* ?HTTP\/\d|^PRI \* HTTP/.test(text);
