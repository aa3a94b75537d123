// The thread of the object graph, in a module of its own that is loaded with the first snapshot.

import { HeapThread } from '@sonde/heap/node';

/** Whoever imported the whole entry lazily would get, in a bundle, the code of the thread itself along with it. */
export const newHeapThread = (): HeapThread => new HeapThread();
