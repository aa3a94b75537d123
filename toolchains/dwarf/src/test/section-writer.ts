// Writes sections of debug information byte by byte, for tests.

export class SectionWriter {
  readonly bytes: number[] = [];

  u8(...values: readonly number[]): this {
    this.bytes.push(...values.map(value => value & 0xff));
    return this;
  }

  u16(value: number): this {
    return this.u8(value, value >> 8);
  }

  u32(value: number): this {
    return this.u16(value & 0xffff).u16(value >>> 16);
  }

  /** Unsigned LEB128. */
  leb(...values: readonly number[]): this {
    for (let value of values) {
      for (; value >= 0x80; value = Math.floor(value / 0x80)) this.u8((value % 0x80) | 0x80);
      this.u8(value);
    }
    return this;
  }

  text(value: string): this {
    return this.u8(...new TextEncoder().encode(value), 0);
  }

  append(other: SectionWriter): this {
    for (const byte of other.bytes) this.bytes.push(byte);
    return this;
  }

  get made(): Uint8Array {
    return new Uint8Array(this.bytes);
  }
}

/** A unit with its length in front. */
export const unit = (write: (writer: SectionWriter) => void): SectionWriter => {
  const body = new SectionWriter();
  write(body);
  return new SectionWriter().u32(body.bytes.length).append(body);
};

export interface EntryShape {
  readonly tag: number;
  readonly hasChildren?: boolean;
  /** Pairs of name and form. */
  readonly attributes: readonly (readonly [number, number])[];
}

/** Numbers the shapes from 1. */
export function abbreviations(shapes: readonly EntryShape[]): Uint8Array {
  const writer = new SectionWriter();
  shapes.forEach(({ tag, hasChildren = false, attributes }, nth) => {
    writer.leb(nth + 1, tag).u8(hasChildren ? 1 : 0);
    for (const [name, form] of attributes) writer.leb(name, form);
    writer.leb(0, 0);
  });
  return writer.leb(0).made;
}

/** A unit of version 4 whose entries `write` writes. */
export const unit4 = (write: (writer: SectionWriter) => void): Uint8Array =>
  unit(writer => {
    writer.u16(4).u32(0).u8(4);
    write(writer);
  }).made;
