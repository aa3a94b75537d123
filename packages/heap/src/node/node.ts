// The entry of @sonde/heap/node: heaps in files, on a thread of their own.

export { bytesOf, openRegular } from './file-bytes.js';
export { HeapFileError, HeapThread, type Asking } from './heap-thread.js';
export { readIndex, writeIndex } from './index-file.js';
export { openHeap, type OpenOptions } from './open.js';
export type { DotRequest, HeapNumber } from './thread-messages.js';
