// The objects of one program: finds the runtime that lists them, and keeps its walk for as long as the program stands.

import type { RawValue, StopId, TypeTable } from '@sonde/engine';
import type { HeapSource, HeapUnavailable, ObjectId } from '@sonde/heap';
import { scalarOf } from '@sonde/lens';
import type { HeapStop, HeapWalk, NativeHeap } from './native-heap.js';
import { ObjectIds } from './object-ids.js';

const unknown: HeapUnavailable = {
  available: false,
  why: 'no runtime that lists its objects is known in this program',
};

export class ProgramHeap {
  readonly #ids = new ObjectIds();
  #latest: { readonly stop: StopId; readonly walk: Promise<HeapWalk | HeapUnavailable> } | undefined;

  constructor(
    private readonly heaps: () => readonly NativeHeap[],
    private readonly at: (stop: StopId, ids: ObjectIds) => HeapStop,
  ) {}

  async source(stop: StopId): Promise<HeapSource | HeapUnavailable> {
    // What is in memory may have been changed since the last one, while the program stood.
    this.#latest = undefined;
    const walk = await this.#walk(stop);
    if (!walk.available) return walk;
    return {
      available: true,
      moment: { kind: 'stop', stop: String(stop), cause: 'request' },
      internalKinds: walk.internalKinds ?? [],
      read: reading => walk.read(reading),
    };
  }

  /** Of what a pointer points to, or of what holds the value. */
  async idOf(stop: StopId, value: RawValue, types: TypeTable): Promise<ObjectId | undefined> {
    const walk = await this.#walk(stop);
    if (!walk.available) return undefined;
    if (walk.idOf !== undefined) return walk.idOf(value);
    const pointer = types.resolve(value.type).kind === 'pointer' ? scalarOf(value, types) : undefined;
    const target = typeof pointer === 'bigint' ? BigInt.asUintN(64, pointer) : undefined;
    const pointed = target === undefined ? undefined : await walk.idAt?.(target);
    if (pointed !== undefined || value.place?.kind !== 'memory') return pointed;
    return walk.idAt?.(value.place.address.offset);
  }

  #walk(stop: StopId): Promise<HeapWalk | HeapUnavailable> {
    if (this.#latest?.stop !== stop) this.#latest = { stop, walk: this.#open(this.at(stop, this.#ids)) };
    return this.#latest.walk;
  }

  async #open(stop: HeapStop): Promise<HeapWalk | HeapUnavailable> {
    const ordered = this.heaps().toSorted(
      (one, other) => Number(one.lastResort ?? false) - Number(other.lastResort ?? false),
    );
    for (const heap of ordered) {
      const places = await stop.symbols(heap.symbols);
      if (places.every(place => place !== undefined)) return heap.open(stop);
    }
    return unknown;
  }
}
