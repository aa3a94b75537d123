// Columns that grow: typed arrays whose final length is not known, or only claimed by a file.

/** Uint32 until a number does not fit, then Float64: ids and sizes rarely need more. */
export type Wide = Uint32Array | Float64Array;

type Kind = Uint8ArrayConstructor | Uint32ArrayConstructor | Float64ArrayConstructor;
type Of<K extends Kind> = InstanceType<K>;

export class Growing<K extends Kind> {
  array: Of<K>;
  length = 0;

  constructor(
    private readonly kind: K,
    /** How many are expected; more are taken all the same. */
    expected = 1024,
  ) {
    this.array = new kind(Math.max(16, expected)) as Of<K>;
  }

  push(value: number): void {
    if (this.length === this.array.length) this.reserve(1);
    this.array[this.length++] = value;
  }

  /** Makes room for so many more; the caller writes to `array` and moves `length`. */
  reserve(more: number): void {
    const wanted = this.length + more;
    if (wanted <= this.array.length) return;
    const larger = new this.kind(Math.max(wanted, Math.ceil(this.array.length * 1.5))) as Of<K>;
    larger.set(this.array.subarray(0, this.length));
    this.array = larger;
  }

  /** Exactly what was written; a copy only where much room is left. */
  done(): Of<K> {
    const exactly = this.length === this.array.length || this.length > this.array.length * 0.9;
    return (exactly ? this.array.subarray(0, this.length) : this.array.slice(0, this.length)) as Of<K>;
  }
}

/** A column of integers that begins narrow and widens once. */
export class GrowingWide {
  #column: Growing<Uint32ArrayConstructor> | Growing<Float64ArrayConstructor>;

  constructor(expected = 1024) {
    this.#column = new Growing(Uint32Array, expected);
  }

  push(value: number): void {
    if (value > 0xffff_ffff && this.#column.array instanceof Uint32Array) this.#widen();
    this.#column.push(value);
  }

  reserve(more: number): void {
    this.#column.reserve(more);
  }

  #widen(): void {
    const wide = new Growing(Float64Array, Math.max(16, this.#column.array.length));
    wide.array.set(this.#column.array.subarray(0, this.#column.length));
    wide.length = this.#column.length;
    this.#column = wide;
  }

  get length(): number {
    return this.#column.length;
  }

  done(): Wide {
    return this.#column.done();
  }
}
