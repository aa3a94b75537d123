// The objects of a machine as a heap source: the thread walks, page by page, and this side hands the pages on.

import { cancelled, type StopId } from '@sonde/engine';
import type { HeapChunk, HeapSource, HeapUnavailable, SnapshotLabels } from '@sonde/heap';
import type { WorkerLink } from './worker-link.js';

export async function heapOf(link: WorkerLink, stop: StopId): Promise<HeapSource | HeapUnavailable> {
  const why = await link.ask('heapLack', { stop });
  if (why !== undefined) return { available: false, why };
  return {
    available: true,
    moment: { kind: 'stop', stop: String(stop), cause: 'request' },
    async *read({ signal }): AsyncGenerator<HeapChunk, SnapshotLabels, undefined> {
      let walk: number | undefined;
      for (;;) {
        if (signal.aborted) throw cancelled();
        // A thread that has left the stop refuses the page as stale.
        const page = await link.ask('heapPage', { stop, walk });
        walk = page.walk;
        yield* page.chunks;
        if (page.labels !== undefined) return page.labels;
      }
    },
  };
}
