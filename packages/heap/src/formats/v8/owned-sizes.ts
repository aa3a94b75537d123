// Backing stores count with the object that alone owns them, as in Chrome's DevTools: an array is as large as its elements.

import { none, weakBit } from '../../graph/graph.js';
import { Growing, type Wide } from '../../graph/growing.js';

const several = 0xffff_fffe;

export interface OwnedSizes {
  readonly first: Uint32Array;
  readonly to: Uint32Array;
  readonly edgeKinds: Uint8Array;
  readonly sizes: Wide;
  /** Hidden nodes, arrays, data of external strings: what may belong to another node. */
  readonly isStore: (node: number) => boolean;
  /** Synthetic nodes own nothing. */
  readonly isSynthetic: (node: number) => boolean;
}

/** Moves sizes in place. */
export function moveOwnedSizes({ first, to, edgeKinds, sizes, isStore, isSynthetic }: OwnedSizes): void {
  const owners = new Uint32Array(sizes.length);
  const work = new Growing(Uint32Array, sizes.length);
  for (let node = 0; node < sizes.length; node++) {
    owners[node] = isStore(node) ? none : node;
    if (owners[node] === node) work.push(node);
  }
  while (work.length > 0) {
    const node = work.array[--work.length]!;
    const owner = owners[node]!;
    for (let edge = first[node]!, end = first[node + 1]!; edge < end; edge++) {
      if ((edgeKinds[edge]! & weakBit) !== 0) continue;
      const target = to[edge]!;
      const before = owners[target]!;
      if (before === target || before === owner || before === several) continue;
      owners[target] = before === none ? owner : several;
      work.push(target);
    }
  }
  for (let node = 0; node < sizes.length; node++) {
    const owner = owners[node]!;
    if (owner === none || owner === several || owner === node || isSynthetic(owner)) continue;
    sizes[owner]! += sizes[node]!;
    sizes[node] = 0;
  }
}
