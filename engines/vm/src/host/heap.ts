// The objects of a machine as a heap source: the thread walks, page by page, and this side hands the pages on.

import { cancelled, type Engine, type RawValue, type StopId, type SymbolIndex } from '@sonde/engine';
import { MemoryGraph } from '@sonde/engine/machine';
import type { HeapChunk, HeapSource, HeapUnavailable, SnapshotLabels } from '@sonde/heap';
import type { WorkerLink } from './worker-link.js';

/** The objects of one program. Those of a program whose variables lie in byte memory are found there by their types. */
export class VmHeap {
  readonly #inMemory: MemoryGraph | undefined;

  constructor(
    engine: Engine,
    private readonly link: WorkerLink,
    /** Of a program whose variables lie in byte memory. */
    symbols: SymbolIndex | undefined,
    /** Throws for a stop that is over. */
    private readonly check: (stop: StopId) => void,
  ) {
    this.#inMemory = symbols && new MemoryGraph(engine, symbols, stop => link.ask('allocations', { stop }));
  }

  readonly source = async (stop: StopId): Promise<HeapSource | HeapUnavailable> => {
    this.check(stop);
    return this.#inMemory?.source(stop) ?? heapOf(this.link, stop);
  };

  readonly idOf = async (stop: StopId, value: RawValue): Promise<number | undefined> => {
    this.check(stop);
    if (this.#inMemory !== undefined) return this.#inMemory.idOf(stop, value);
    return this.link.ask('heapId', { stop, value });
  };
}

async function heapOf(link: WorkerLink, stop: StopId): Promise<HeapSource | HeapUnavailable> {
  const why = await link.ask('heapLack', { stop });
  if (why !== undefined) return { available: false, why };
  return {
    available: true,
    moment: { kind: 'stop', stop: String(stop), cause: 'request' },
    async *read({ signal, mostNodes }): AsyncGenerator<HeapChunk, SnapshotLabels, undefined> {
      let walk: number | undefined;
      for (;;) {
        if (signal.aborted) throw cancelled();
        // A thread that has left the stop refuses the page as stale.
        const page = await link.ask('heapPage', { stop, walk, mostNodes });
        walk = page.walk;
        yield* page.chunks;
        if (page.labels !== undefined) return page.labels;
      }
    },
  };
}
