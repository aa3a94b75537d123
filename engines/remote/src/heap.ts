// The objects of a program on another machine: as its driver has them, else found in its memory, else not at all.

import type { Engine, RawValue, StopId, SymbolIndex } from '@sonde/engine';
import { MemoryGraph } from '@sonde/engine/machine';
import type { HeapSource, HeapUnavailable } from '@sonde/heap';
import type { RemoteMachine } from './remote-machine.js';

export class RemoteHeap {
  readonly #inMemory: MemoryGraph;

  constructor(
    private readonly engine: Engine,
    private readonly machine: RemoteMachine,
    symbols: SymbolIndex,
    /** Throws for a stop that is over. */
    private readonly check: (stop: StopId) => void,
  ) {
    this.#inMemory = new MemoryGraph(engine, symbols, async () => machine.allocations?.());
  }

  readonly source = async (stop: StopId): Promise<HeapSource | HeapUnavailable> => {
    this.check(stop);
    if (this.machine.heap !== undefined) return this.machine.heap();
    if (this.engine.traits.memory) return this.#inMemory.source(stop);
    return {
      available: false,
      why: 'the machine that runs it tells values one by one and shows no memory, so nothing says which objects there are',
    };
  };

  readonly idOf = async (stop: StopId, value: RawValue): Promise<number | undefined> => {
    this.check(stop);
    if (this.machine.heap !== undefined) return this.machine.heapId?.(value);
    return this.engine.traits.memory ? this.#inMemory.idOf(stop, value) : undefined;
  };
}
