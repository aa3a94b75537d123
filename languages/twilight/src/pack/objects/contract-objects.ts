// The object graph of a contract at a stop: storage, and what the variables of the call hold in memory.

import { cancelled, staleStop, type RawValue, type TypeTable } from '@sonde/engine';
import { frameIdOf, ObjectNumbers } from '@sonde/engine/machine';
import { symbolScopes } from '@sonde/engine-remote';
import type { HeapChunk, HeapSource, SnapshotLabels } from '@sonde/heap';
import { decodeMemory, isFixedType, moduleExports, typesOf } from '../../toolchain/toolchain.js';
import type { DebuggedContract } from '../driver/contract.js';
import type { StandingTransaction } from '../driver/standing.js';
import type { TransactionValues } from '../driver/values.js';
import { slotOfSpace } from '../values/storage-slots.js';
import { FoundObjects } from './found-objects.js';
import { MemoryValues } from './memory-objects.js';
import { ReadRanges } from './read-ranges.js';
import { addStored, storedKey } from './stored-objects.js';

/** A transaction that stands; `moved` is true once it does not any more. */
export interface StandingCall {
  readonly contract: DebuggedContract;
  readonly standing: StandingTransaction;
  readonly values: TransactionValues;
  readonly types: TypeTable;
  /** Names the call among all of the session. */
  readonly transaction: string;
  readonly moved: () => boolean;
}

const task = 1;
const manyItems = { most: 10_000, deepest: 40 };

export class ContractObjects {
  readonly #numbers = new ObjectNumbers();

  source(call: StandingCall): HeapSource {
    return {
      available: true,
      moment: { kind: 'stop', stop: call.transaction, cause: 'request' },
      read: ({ signal }) => this.#read(call, signal),
    };
  }

  /** Storage is known by its key, a variable of the call by where it lies. */
  async idOf(call: StandingCall, { place }: RawValue): Promise<number | undefined> {
    if (place?.kind !== 'memory') return undefined;
    const slot = slotOfSpace(call.contract.meta, place.address.space);
    if (slot !== undefined) return this.#numbers.of(storedKey(slot.name));
    const { variables } = await this.#collect(call);
    const key = variables.get(String(place.address.offset));
    return key === undefined ? undefined : this.#numbers.of(key);
  }

  async *#read(
    call: StandingCall,
    signal: AbortSignal,
  ): AsyncGenerator<HeapChunk, SnapshotLabels, undefined> {
    const { found } = await this.#collect(call, signal);
    // What was read while it moved is of no moment.
    if (call.moved()) throw staleStop();
    yield { kind: 'nodes', nodes: found.nodes };
    yield { kind: 'edges', edges: found.edges };
    yield { kind: 'roots', roots: found.roots };
    return labels;
  }

  async #collect(call: StandingCall, signal?: AbortSignal) {
    const { contract, standing } = call;
    const found = new FoundObjects(this.#numbers);
    addStored(contract.meta, await standing.storage(), found);
    const memory = new MemoryValues(typesOf(contract.meta), found);
    const read = new ReadRanges();
    const variables = await this.#variables(call, memory, found, read, signal);
    const { start, end } = await heapOf(call);
    // A call never gives memory back, so what variables do not lead to is lost until its end.
    const lost = end - start - read.countWithin(start, end);
    if (lost > 0)
      found.add(`heap of ${call.transaction}`, {
        ...{ type: 'bytes', kind: 'heap', size: lost, provenance: 'unknown' },
        summary: 'memory of the call that no variable leads to',
      });
    return { found, variables };
  }

  /** The keys of variables that are objects, by their addresses. */
  async #variables(
    { contract, standing, values, types, transaction }: StandingCall,
    memory: MemoryValues,
    found: FoundObjects,
    ranges: ReadRanges,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<string, string>> {
    const described = typesOf(contract.meta);
    const byAddress = new Map<string, string>();
    const frames = await standing.frames();
    for (const [index, { serial, pc }] of frames.entries()) {
      if (signal?.aborted === true) throw cancelled();
      const frame = { task, serial, pc, index };
      const scopes = await symbolScopes(contract.index, frame, frameIdOf(task, serial), (place, type) =>
        values.value(place, type),
      );
      const inside = contract.index.functionAt(index === 0 ? pc : pc - 1)?.name ?? 'the call';
      const own = scopes.filter(({ kind }) => kind === 'arguments' || kind === 'locals');
      for (const { name, value } of own.flatMap(({ variables }) => variables)) {
        const type = types.get(value.type).name;
        if (value.place?.kind !== 'memory' || !Object.hasOwn(described, type)) continue;
        if (isFixedType(described, type)) continue;
        const at = Number(value.place.address.offset);
        const decoded = await standing.decoding(read => {
          const noted: typeof read = (address, length) => {
            ranges.add(address, length);
            return read(address, length);
          };
          return decodeMemory(described, type, noted, at, manyItems);
        });
        const key = memory.variable(`${transaction} ${serial} ${name}`, type, decoded);
        if (key === undefined) continue;
        byAddress.set(String(value.place.address.offset), key);
        found.root('stack', `${name} in ${inside}`, contract.name, key);
      }
    }
    return byAddress;
  }
}

/** What the call has taken of its heap, which begins where its pointer begins. */
async function heapOf({
  contract,
  standing,
}: StandingCall): Promise<{ readonly start: number; readonly end: number }> {
  const none = { start: 0, end: 0 };
  const [frame] = await standing.frames();
  if (frame === undefined) return none;
  const { globals } = await standing.state(frame.serial);
  const pointer = globals.find(({ name }) => name === moduleExports.heapPointer);
  if (pointer?.value === undefined || pointer.value === null) return none;
  const start = contract.initialGlobal(pointer.index);
  return start === undefined ? none : { start, end: Number(BigInt.asUintN(32, BigInt(pointer.value))) };
}

const labels: SnapshotLabels = {
  nodes: { exactness: 'exact' },
  edges: { exactness: 'exact' },
  roots: {
    exactness: 'approximate',
    why: 'values that a statement computes with are not seen before they are in a variable',
  },
  sizes: {
    exactness: 'approximate',
    why: 'storage counts with the bytes of keys and values, memory without the room that vectors keep for more',
  },
  sites: { exactness: 'unavailable', why: 'a call does not record where it takes memory' },
};
