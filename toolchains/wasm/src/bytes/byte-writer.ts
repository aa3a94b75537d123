// Bytes that grow: LEB128 numbers, names and vectors of the binary format.

const encoder = new TextEncoder();

export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  bytes(values: Uint8Array | readonly number[]): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.#length);
    this.#length += values.length;
  }

  /** `size` pads it to that many bytes, as linkers write numbers that are to be patched. */
  unsigned(value: number, size = 0): void {
    let rest = value;
    let written = 1;
    for (; rest >= 0x80 || written < size; written++) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  signed(value: number | bigint): void {
    if (typeof value === 'number' && value === (value | 0)) return this.#signedWord(value);
    let rest = BigInt(value);
    for (;;) {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      if ((rest === 0n && low < 0x40) || (rest === -1n && low >= 0x40)) return this.byte(low);
      this.byte(low | 0x80);
    }
  }

  #signedWord(value: number): void {
    let rest = value;
    for (;;) {
      const low = rest & 0x7f;
      rest >>= 7;
      if ((rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40)) return this.byte(low);
      this.byte(low | 0x80);
    }
  }

  name(text: string): void {
    this.sized(encoder.encode(text));
  }

  /** A length and that many bytes. */
  sized(bytes: Uint8Array): void {
    this.unsigned(bytes.length);
    this.bytes(bytes);
  }

  vector<Item>(items: readonly Item[], write: (item: Item, index: number) => void): void {
    this.unsigned(items.length);
    items.forEach((item, index) => write(item, index));
  }

  f32(bits: number): void {
    this.#reserve(4);
    new DataView(this.#bytes.buffer).setUint32(this.#length, bits >>> 0, true);
    this.#length += 4;
  }

  f64(bits: bigint): void {
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setBigUint64(this.#length, BigInt.asUintN(64, bits), true);
    this.#length += 8;
  }

  toBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** The bytes that `write` writes. */
export function bytesOf(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.toBytes();
}
