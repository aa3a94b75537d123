// One block of a contract's memory that arguments are laid out in, before there is an instance.

import type { WriteMemory } from '../../toolchain/values/encode.js';

/** Whatever lies there may need it. */
const alignment = 16;

export class BlockHeap implements WriteMemory {
  #bytes = new Uint8Array(1_024);
  #end = 0;

  /** `address`: where the block will be. */
  constructor(private readonly address: number) {}

  allocate(size: number): number {
    const start = Math.ceil(this.#end / alignment) * alignment;
    this.#end = start + size;
    if (this.#end > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#end);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return this.address + start;
  }

  write(address: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, address - this.address);
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }
}
