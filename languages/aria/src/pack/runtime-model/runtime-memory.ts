// Where the runtime moves and frees memory by itself (runtime/aria.h, layout version 1): data breakpoints end there.

import type { RuntimeMemory } from '@sonde/engine-native';

const freed = 'the memory that it watched was freed';

export const runtimeMemory: readonly RuntimeMemory[] = [
  {
    function: { symbol: '__aria_gc_collect' },
    // Every object leaves the nursery when it is collected; only pinned ones stay, which nobody can tell from outside.
    between: {
      start: { symbol: '__aria_gc_nursery_start' },
      end: { symbol: '__aria_gc_nursery_end' },
    },
    why: 'the garbage collector has moved or freed the object that it watched',
  },
  {
    function: { symbol: '__aria_wild_free_at' },
    blocks: { table: { symbol: '__aria_wild_table' }, entrySize: 40, base: 0, size: 8, argument: 8 },
    why: freed,
  },
  // Release builds have no table: what the allocator writes into a block as it takes it back is how it is known.
  { function: { symbol: '__aria_wild_free_plain' }, why: freed },
];
