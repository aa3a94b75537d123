// Linear memory of a contract: a page of zeros, literals, the shadow stack growing down, the heap growing up.

/** Address 0 is the empty string, the empty vector and the zero of every wide integer: nothing is ever written below. */
export const dataStart = 1024;

const pageSize = 65_536;
const stackSize = 128 * 1024;
/** Fixed: memory never grows, so that a run costs and does the same everywhere. */
const heapPages = 14;

/** Each level of a recursion takes at least this much, so that its depth is bounded by us and not by the engine. */
export const leastRecursiveFrame = 128;

export interface MemoryMap {
  readonly stackLimit: number;
  /** Where the stack begins, growing down, and the heap, growing up. */
  readonly heapStart: number;
  readonly pages: number;
  readonly end: number;
}

export function memoryMap(dataEnd: number): MemoryMap {
  const stackLimit = Math.ceil(dataEnd / 16) * 16;
  const heapStart = stackLimit + stackSize;
  const pages = Math.ceil(heapStart / pageSize) + heapPages;
  return { stackLimit, heapStart, pages, end: pages * pageSize };
}
