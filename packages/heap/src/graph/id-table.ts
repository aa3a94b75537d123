// Finds the node with an id: open addressing in one typed array, because a Map of millions takes ten times the memory.

import type { Wide } from './growing.js';

const empty = 0xffff_ffff;

export class IdTable {
  readonly #slots: Uint32Array;
  readonly #mask: number;

  /** `repeated` hears of each node whose id an earlier one has. */
  constructor(
    private readonly ids: Wide,
    repeated: (node: number) => void = () => undefined,
  ) {
    let size = 16;
    while (size < ids.length * 1.4) size *= 2;
    this.#mask = size - 1;
    const slots = new Uint32Array(size).fill(empty);
    this.#slots = slots;
    for (let node = 0; node < ids.length; node++) {
      const id = ids[node]!;
      let slot = this.#slotOf(id);
      while (slots[slot] !== empty && ids[slots[slot]!] !== id) slot = (slot + 1) & this.#mask;
      if (slots[slot] === empty) slots[slot] = node;
      else repeated(node);
    }
  }

  /** -1 where there is none. */
  nodeOf(id: number): number {
    let slot = this.#slotOf(id);
    for (let node = this.#slots[slot]!; node !== empty; node = this.#slots[slot]!) {
      if (this.ids[node] === id) return node;
      slot = (slot + 1) & this.#mask;
    }
    return -1;
  }

  /** Both halves count: ids of one kind may differ only above 32 bits. */
  #slotOf(id: number): number {
    const low = id | 0;
    const high = (id / 0x1_0000_0000) | 0;
    return (Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1) >>> 7) & this.#mask;
  }
}
