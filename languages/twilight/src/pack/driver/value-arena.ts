// What values outside of the contract's memory lead to: texts and elements of what was read from storage or evaluated.
//
// Its addresses are none of a contract's, whose memory ends long before: a handle tells where it leads.

/** Contracts have at most 256 pages. */
const first = 0x4000_0000;

export class ValueArena {
  #bytes = new Uint8Array(1 << 12);
  #end = first;

  /** What was put there is gone, and so is everything that leads there. */
  clear(): void {
    this.#bytes = new Uint8Array(1 << 12);
    this.#end = first;
  }

  readonly allocate = (size: number): number => {
    const at = (this.#end + 7) & ~7;
    this.#end = at + size;
    const needed = this.#end - first;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    return at;
  };

  readonly write = (address: number, bytes: Uint8Array): void => this.#bytes.set(bytes, address - first);

  /** Undefined for what is not here, wholly. */
  readonly read = (address: number, length: number): Uint8Array | undefined =>
    address < first || address + length > this.#end
      ? undefined
      : this.#bytes.slice(address - first, address - first + length);

  /** As much of it as is here. */
  beginning(address: number, length: number): Uint8Array {
    return this.read(address, Math.min(length, Math.max(0, this.#end - address))) ?? new Uint8Array();
  }

  static holds(address: number | bigint): boolean {
    return address >= first;
  }
}
