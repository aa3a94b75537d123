// Walks over the bytes of a source text and knows two places: the true one, and the original lexer's.

import { toBytes } from '../format/byte-text.js';
import type { ByteText } from '../format/ngo.js';
import type { Position } from '../ast.js';

/**
 * The original counts bytes as columns and steps to the next line only where its lexer says so (`newLine`): not inside
 * texts, and one character late in block comments. True columns are those of editors: UTF-16 units.
 */
export class SourceCursor {
  readonly #bytes: ByteText;
  #index = 0;
  #line = 1;
  #column = 1;
  #saidLine = 1;
  #saidColumn = 1;

  constructor(text: string) {
    this.#bytes = toBytes(text);
  }

  atEnd(): boolean {
    return this.#index >= this.#bytes.length;
  }

  /** A byte that was not taken yet; empty at the end. */
  peek(distance = 0): string {
    return this.#bytes.charAt(this.#index + distance);
  }

  get place(): Position {
    return { line: this.#line, column: this.#column };
  }

  get said(): Position {
    return { line: this.#saidLine, column: this.#saidColumn };
  }

  /** Skips the current byte and gives it. */
  take(): string {
    const byte = this.peek();
    if (byte === '') return byte;
    this.#index += 1;
    this.#saidColumn += 1;
    if (byte === '\n') {
      this.#line += 1;
      this.#column = 1;
    } else {
      this.#column += utf16Units(byte.charCodeAt(0));
    }
    return byte;
  }

  takeWhile(wanted: (byte: string) => boolean): string {
    let taken = '';
    while (!this.atEnd() && wanted(this.peek())) taken += this.take();
    return taken;
  }

  /** Puts back an ASCII byte that was just taken. */
  putBack(): void {
    this.#index -= 1;
    this.#column -= 1;
    this.#saidColumn -= 1;
  }

  /** The original's notion of a line end: the next byte it skips has column 0. */
  newLine(): void {
    this.#saidLine += 1;
    this.#saidColumn = 0;
  }
}

/** How many UTF-16 units begin with this byte of UTF-8. */
function utf16Units(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc0) return 0;
  return byte < 0xf0 ? 1 : 2;
}
