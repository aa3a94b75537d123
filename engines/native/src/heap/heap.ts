// The entry of the heap: what runtimes of languages are made from that list the objects of native programs.

export { chunksOf, type HeapRecords } from './chunks.js';
export { BlockIndex, eachPointer, type MemoryBlock } from './pointer-search.js';
export { readImage, type MemoryImage, type Span } from './memory-image.js';
export type {
  HeapStop,
  HeapWalk,
  NamedPlace,
  NativeHeap,
  StackExtent,
  StackVariable,
  StackVariables,
} from './native-heap.js';
export type { ObjectIds } from './object-ids.js';
