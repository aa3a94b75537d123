// Strings of a graph as one block of bytes: millions of them cost no objects, and are decoded when somebody looks.

const backslash = 0x5c;
const decoder = new TextDecoder();

/** Each string is kept as the inside of its JSON literal: snapshots have them so, and nothing is lost. */
export class StringTable {
  constructor(
    /** UTF-8. */
    readonly bytes: Uint8Array,
    /** Where each begins; one more than there are strings. */
    readonly starts: Uint32Array,
  ) {}

  get count(): number {
    return this.starts.length - 1;
  }

  /** The bytes as they are kept. */
  raw(index: number): Uint8Array {
    return this.bytes.subarray(this.starts[index], this.starts[index + 1]);
  }

  /** Damaged escapes are shown as they stand. */
  text(index: number, most = Infinity): string {
    if (index >= this.count) return '';
    const bytes = this.raw(index);
    const cut = bytes.length > most * 6 ? bytes.subarray(0, most * 6) : bytes;
    const text = decodeLiteral(cut);
    return text.length > most ? `${text.slice(0, Math.max(0, most - 1))}…` : text;
  }
}

function decodeLiteral(bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (!bytes.includes(backslash)) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    // Cut in the middle of an escape, or damaged.
    return text;
  }
}

/** Makes a table of strings that come one by one, each once. */
export class StringInterner {
  readonly #indexes = new Map<string, number>();

  index(text: string): number {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    const index = this.#indexes.size;
    this.#indexes.set(text, index);
    return index;
  }

  done(): StringTable {
    return tableOf([...this.#indexes.keys()]);
  }
}

const tableOf = (texts: readonly string[]): StringTable => {
  const pieces = texts.map(text => new TextEncoder().encode(JSON.stringify(text).slice(1, -1)));
  const starts = new Uint32Array(pieces.length + 1);
  pieces.forEach((piece, nth) => (starts[nth + 1] = starts[nth]! + piece.length));
  const bytes = new Uint8Array(starts[pieces.length]!);
  pieces.forEach((piece, nth) => bytes.set(piece, starts[nth]));
  return new StringTable(bytes, starts);
};
