// What an allocator has handed out, as a machine or its language reads it from memory.

export interface MemoryBlock {
  readonly space: string;
  /** The address that the program got for it, behind the allocator's own words. */
  readonly start: number;
  /** Bytes that the program may use. */
  readonly size: number;
}

export interface Allocations {
  readonly used: readonly MemoryBlock[];
  /** Given back and not handed out again: whoever points there points to nothing. */
  readonly freed: readonly MemoryBlock[];
  /** Why some blocks may be missing: memory that no allocator is known for, a list of blocks that is damaged. */
  readonly trouble?: string;
}

export const noAllocations = (trouble: string): Allocations => ({ used: [], freed: [], trouble });
