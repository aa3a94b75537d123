// Finds the node with an id: open addressing in one typed array, because a Map of millions takes ten times the memory.

import type { Wide } from './growing.js';

const empty = 0xffff_ffff;

export class IdTable {
  readonly #mask: number;

  /** `slots` are those that `of` made; their number is a power of two. */
  constructor(
    private readonly ids: Wide,
    readonly slots: Uint32Array,
  ) {
    this.#mask = slots.length - 1;
  }

  /** `repeated` hears of each node whose id an earlier one has. */
  static of(ids: Wide, repeated: (node: number) => void = () => undefined): IdTable {
    let size = 16;
    while (size < ids.length * 1.4) size *= 2;
    const table = new IdTable(ids, new Uint32Array(size).fill(empty));
    for (let node = 0; node < ids.length; node++) if (!table.#add(node)) repeated(node);
    return table;
  }

  #add(node: number): boolean {
    const { ids, slots } = this;
    const id = ids[node]!;
    let slot = this.#slotOf(id);
    for (let other = slots[slot]!; other !== empty; other = slots[slot]!) {
      if (ids[other] === id) return false;
      slot = (slot + 1) & this.#mask;
    }
    slots[slot] = node;
    return true;
  }

  /** -1 where there is none. */
  nodeOf(id: number): number {
    let slot = this.#slotOf(id);
    // Not more steps than slots: a table from a file may have no empty one.
    for (let step = 0; step < this.slots.length; step++) {
      const node = this.slots[slot]!;
      if (node === empty) return -1;
      if (this.ids[node] === id) return node;
      slot = (slot + 1) & this.#mask;
    }
    return -1;
  }

  /**
   * Sixteen ids that follow each other share a cache line, because most heaps number their objects in order; lines are
   * spread by both halves of the id, which may differ only above 32 bits.
   */
  #slotOf(id: number): number {
    const line = Math.floor(id / 16);
    const mixed = Math.imul(line ^ Math.imul((line / 0x1_0000_0000) | 0, 0x85eb_ca6b), 0x9e37_79b1);
    return (((mixed >>> 7) << 4) | (id % 16)) & this.#mask;
  }
}
