// The object graph of programs that keep everything in bytes of memory: variables and allocated blocks, by their types.

import type {
  HeapChunk,
  HeapReading,
  HeapSource,
  HeapUnavailable,
  Label,
  NodeRecord,
  SnapshotLabels,
} from '@sonde/heap';
import { formatAddress } from '../../address.js';
import type { Engine } from '../../contract.js';
import type { StopId } from '../../ids.js';
import type { SymbolIndex } from '../../symbols.js';
import type { RawValue } from '../../value.js';
import { withinLimit } from '../heap-limit.js';
import type { Allocations } from './allocations.js';
import type { MemoryObject } from './memory-objects.js';
import type { LooseWord } from './memory-variables.js';
import { countIn, MemoryWalk, type WalkedMemory } from './memory-walk.js';

const chunkSize = 5_000;

/** What an engine that knows more than variables and registers adds. */
export interface MemoryGraphExtras {
  /** Words outside of variables that are the beginning of a block: of stacks and of data that nobody described. */
  words?(
    stop: StopId,
    allocations: Allocations | undefined,
    signal?: AbortSignal,
  ): Promise<readonly LooseWord[]>;
  /** Why roots are approximate all the same. */
  readonly roots?: string;
  /** Numbers that outlive the graph. */
  readonly number?: (key: string) => number;
}

export class MemoryGraph {
  /** Kept for good, so that a number never means another object. */
  readonly #numbers = new Map<string, number>();

  constructor(
    private readonly engine: Engine,
    /** Undefined where the engine itself finds variables. */
    private readonly symbols: SymbolIndex | undefined,
    /** Undefined where nobody knows the allocator. */
    private readonly allocations: (stop: StopId) => Promise<Allocations | undefined>,
    private readonly extras: MemoryGraphExtras = {},
  ) {}

  source(stop: StopId): HeapSource | HeapUnavailable {
    if (!this.#hasVariables())
      return {
        available: false,
        why: 'no debug information tells where its variables are, so nothing in its memory is known to be a pointer',
      };
    return {
      available: true,
      moment: { kind: 'stop', stop: String(stop), cause: 'request' },
      read: reading => this.#read(stop, reading),
    };
  }

  async idOf(stop: StopId, value: RawValue): Promise<number | undefined> {
    const found = await (await this.#walk(stop)).find(value);
    return found === undefined ? undefined : this.#number(found.key);
  }

  #hasVariables(): boolean {
    if (this.symbols === undefined) return true;
    const { globals, functions } = this.symbols.data;
    return globals.length > 0 || functions.some(({ locals }) => locals.length > 0);
  }

  async *#read(
    stop: StopId,
    { signal, progress, addresses, mostNodes }: HeapReading,
  ): AsyncGenerator<HeapChunk, SnapshotLabels, undefined> {
    const allocations = await this.allocations(stop);
    const walked = await (await this.#walk(stop, allocations, { signal, progress })).walk();
    const told = withinLimit(walked, mostNodes, ({ key }) => this.#number(key));
    for (const objects of pieces(told.objects))
      yield { kind: 'nodes', nodes: objects.map(each => this.#node(each, walked, addresses)) };
    for (const edges of pieces(told.edges)) yield { kind: 'edges', edges };
    for (const roots of pieces(told.roots)) yield { kind: 'roots', roots };
    return labelsOf(allocations, walked, this.extras.roots, told.cut);
  }

  async #walk(
    stop: StopId,
    known?: Allocations,
    reading: Partial<Pick<HeapReading, 'signal' | 'progress'>> = {},
  ): Promise<MemoryWalk> {
    const { engine } = this;
    const allocations = known ?? (await this.allocations(stop));
    const moreWords = await this.extras.words?.(stop, allocations, reading.signal);
    return new MemoryWalk({
      ...{ engine, stop, allocations, number: key => this.#number(key) },
      ...(moreWords === undefined ? {} : { moreWords }),
      ...reading,
    });
  }

  #node(object: MemoryObject, { texts }: WalkedMemory, addresses: boolean): NodeRecord {
    const { types } = this.engine;
    const type = object.type === undefined ? undefined : types.get(object.type);
    const count = object.kind === 'block' ? countIn(object, types) : 1;
    const text = texts.get(object);
    const where = addresses
      ? formatAddress({ space: object.space, offset: BigInt(object.start) })
      : undefined;
    const summary = [object.name, text, where].filter(part => part !== undefined).join(' ');
    return {
      id: this.#number(object.key),
      type: (type?.name ?? (text === undefined ? 'block' : 'text')) + (count > 1 ? `[${count}]` : ''),
      kind: object.kind === 'element' ? 'element of an array' : object.kind,
      size: object.size - (object.inElements ?? 0),
      provenance: object.provenance,
      ...(summary === '' ? {} : { summary }),
      ...(object.kind === 'freed' ? { validity: 'collected' as const } : {}),
    };
  }

  #number(key: string): number {
    if (this.extras.number !== undefined) return this.extras.number(key);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return number;
  }
}

function* pieces<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunkSize) yield items.slice(start, start + chunkSize);
}

const approximate = (...why: readonly (string | undefined)[]): Label => ({
  exactness: 'approximate',
  why: why.filter(reason => reason !== undefined).join('; '),
});

const unknownBounds =
  'no allocator is known, so a block is as long as the type of a pointer to it, and blocks without a pointer are not seen';

const labelsOf = (
  allocations: Allocations | undefined,
  { unseenFrames }: WalkedMemory,
  roots = 'variables and registers are known, other words on the stack are not',
  cut?: string,
): SnapshotLabels => ({
  nodes: approximate(
    cut,
    allocations === undefined
      ? unknownBounds
      : (allocations.trouble ?? 'a block that was freed and allocated anew in its place counts as the same'),
  ),
  edges: approximate(cut, 'pointers are known by their types, and in blocks without a type by their looks'),
  roots: approximate(
    cut,
    roots + (unseenFrames === 0 ? '' : `, nor the variables of ${unseenFrames} frames further down`),
  ),
  sizes:
    allocations === undefined
      ? approximate(unknownBounds)
      : allocations.trouble === undefined
        ? { exactness: 'exact' }
        : approximate(allocations.trouble),
  sites: { exactness: 'unavailable', why: 'the allocator does not record who asks it for memory' },
  owners: { exactness: 'unavailable', why: 'the allocator does not record which task asks it for memory' },
});
