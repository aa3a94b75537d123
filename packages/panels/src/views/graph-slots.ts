// Places in the layers of a graph: in which order they stand, and how far from the left.

export const margin = 8;
const beside = 14;
const sweeps = 8;

/** Something with a place in a layer: a node, or a piece of an edge on its way. */
export interface Slot {
  readonly width: number;
  readonly up: Slot[];
  readonly down: Slot[];
  /** Where edges meet it, from its left. */
  readonly anchor: number;
  x: number;
}

/** Moves each slot towards the middle of its neighbours, down and up again; equal ones keep their order. */
export function orderLayers(layers: Slot[][]): void {
  const number = (layer: readonly Slot[]): void => layer.forEach((slot, index) => (slot.x = index));
  layers.forEach(number);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : layers.toReversed()) {
      const wish = new Map(
        layer.map(slot => [slot, mean((isDown ? slot.up : slot.down).map(({ x }) => x)) ?? slot.x]),
      );
      layer.sort((a, b) => wish.get(a)! - wish.get(b)!);
      number(layer);
    }
  }
}

/** Places side by side, then pulls each below what points to it as far as its neighbours leave room. */
export function placeSlots(layers: readonly Slot[][]): void {
  for (const layer of layers) pack(layer, () => undefined);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : layers.toReversed()) {
      pack(layer, slot => {
        const middle = mean((isDown ? slot.up : slot.down).map(other => other.x + other.anchor));
        return middle === undefined ? slot.x : middle - slot.anchor;
      });
    }
  }
  const left = Math.min(...layers.flat().map(({ x }) => x));
  for (const slot of layers.flat()) slot.x += margin - left;
}

/**
 * Gives each slot the place it wishes, in order and without overlap: those that push one another form a block whose members share
 * the push.
 */
function pack(layer: readonly Slot[], wishOf: (slot: Slot) => number | undefined): void {
  interface Block {
    readonly slots: Slot[];
    /** Sum of where each member would want the block to begin. */
    wishes: number;
    width: number;
  }
  const blocks: Block[] = [];
  const begin = ({ wishes, slots }: Block): number => wishes / slots.length;
  for (const slot of layer) {
    let block: Block = { slots: [slot], wishes: wishOf(slot) ?? 0, width: slot.width };
    for (let before = blocks.at(-1); before !== undefined; before = blocks.at(-1)) {
      if (begin(before) + before.width + beside <= begin(block)) break;
      blocks.pop();
      const shift = before.width + beside;
      block = {
        slots: [...before.slots, ...block.slots],
        wishes: before.wishes + block.wishes - shift * block.slots.length,
        width: shift + block.width,
      };
    }
    blocks.push(block);
  }
  for (const block of blocks) {
    let x = begin(block);
    for (const slot of block.slots) {
      slot.x = x;
      x += slot.width + beside;
    }
  }
}

const mean = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
