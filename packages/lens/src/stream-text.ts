// Streams of a language's own as people read them: a marker before each line, bytes as a hex dump.

export interface StreamShape {
  /** Stands before each line. */
  readonly marker: string;
  readonly shows: 'text' | 'hex';
}

/** What a stream brought so far decides how the next piece looks. */
export interface StreamText {
  /** All of it, now: a line that is not whole yet is shown as far as it came and goes on with the next piece. */
  show(piece: string | Uint8Array): string;
  /** The stream is over: what still waited for the rest of a character. */
  end(): string;
}

export const streamText = ({ marker, shows }: StreamShape): StreamText =>
  shows === 'hex' ? new HexDump(marker) : new MarkedLines(marker);

class MarkedLines implements StreamText {
  #midLine = false;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(private readonly marker: string) {}

  show(piece: string | Uint8Array): string {
    return this.#mark(
      typeof piece === 'string'
        ? this.#decoder.decode() + piece
        : this.#decoder.decode(piece, { stream: true }),
    );
  }

  end(): string {
    return this.#mark(this.#decoder.decode());
  }

  #mark(text: string): string {
    if (text === '') return '';
    const first = this.#midLine ? '' : this.marker;
    this.#midLine = !text.endsWith('\n');
    // Before what follows a line's end, not behind the last one: nothing may follow that.
    return first + text.replaceAll(/\n(?!$)/g, `\n${this.marker}`);
  }
}

const perRow = 16;
const hexWidth = perRow * 3 - 1;
const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const characterOf = Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
);

class HexDump implements StreamText {
  #offset = 0;

  constructor(private readonly marker: string) {}

  show(piece: string | Uint8Array): string {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    let shown = '';
    for (let at = 0; at < bytes.length;) {
      // Up to where the next full row begins, so that rows are the same wherever a stream was cut.
      const end = Math.min(bytes.length, at + perRow - (this.#offset % perRow));
      shown += this.#row(bytes, at, end);
      this.#offset += end - at;
      at = end;
    }
    return shown;
  }

  end(): string {
    return '';
  }

  #row(bytes: Uint8Array, from: number, to: number): string {
    let hex = '';
    let text = '';
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      hex += at === from ? hexOf[byte]! : ` ${hexOf[byte]!}`;
      text += characterOf[byte]!;
    }
    const offset = this.#offset.toString(16).padStart(8, '0');
    return `${this.marker}${offset}  ${hex.padEnd(hexWidth)}  |${text}|\n`;
  }
}
