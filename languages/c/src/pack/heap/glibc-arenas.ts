// What glibc's malloc has handed out, and what it took back: its arenas, found in the memory of the program.

import type { EngineRegion } from '@sonde/engine';
import type { Allocations, MemoryBlock } from '@sonde/engine/machine';
import type { HeapStop, Span } from '@sonde/engine-native';
import { chunksFrom, headerSize, mappedChunks, Memory, type Chunk } from './glibc-chunks.js';

/** Arenas of other threads lie in pieces of this size, at addresses that are multiples of it. */
const pieceSize = 64 << 20;
/** `malloc_state`: lists of small free chunks, then where the last chunk is. */
const arena = { fastBins: 16, fastBinCount: 10, top: 96, bins: 112, size: 0x898 } as const;
/** `tcache_perthread_struct`: what a thread took back and has not given to the arena. */
const cache = { chunk: 0x290, bins: 64, entries: 128 } as const;
const mostLinks = 100_000;

export interface Arenas extends Allocations {
  /** Memory that has no blocks: where pointers may be. */
  readonly others: readonly EngineRegion[];
  /** Tables of malloc's own within it, whose pointers hold nothing. */
  readonly tables: readonly Span[];
}

export async function readArenas(stop: HeapStop, signal: AbortSignal): Promise<Arenas> {
  const regions = (await stop.regions(signal)).filter(
    ({ permissions }) => permissions?.startsWith('rw') === true,
  );
  const spans = regions.map((region): Span => ({ at: Number(region.start.offset), size: region.size }));
  const heaps = regions.filter(({ kind }) => kind === 'heap');
  const anonymous = regions.filter(({ kind, name }) => kind === 'mapped' && (name ?? '') === '');
  // Pieces are mapped whole and made usable as they grow, so that a region begins where one does.
  const libraries = regions.filter(isLibraryData);
  const image = await stop.image([...heaps, ...anonymous, ...libraries].flatMap(pieces), signal);
  const memory = new Memory(image, stop.littleEndian);
  const found = new Found(memory);
  for (const heap of heaps) found.main(startOf(heap), endOf(heap), libraries);
  const taken = new Set(heaps);
  for (const region of anonymous) {
    // A core file has no names for its regions.
    if (taken.size === 0 && found.unnamedMain(startOf(region), endOf(region), libraries)) {
      taken.add(region);
      continue;
    }
    const isPiece = startOf(region) % pieceSize === 0 && found.piece(startOf(region), endOf(region), spans);
    if (isPiece || found.mapped(startOf(region), endOf(region))) taken.add(region);
  }
  found.takeCaches();
  const { used, freed } = found.blocks();
  const trouble = found.trouble;
  return {
    ...{ used, freed, others: regions.filter(region => !taken.has(region)) },
    tables: found.tables,
    ...(trouble === undefined ? {} : { trouble }),
  };
}

const startOf = ({ start }: EngineRegion): number => Number(start.offset);
const endOf = (region: EngineRegion): number => startOf(region) + region.size;
const isLibraryData = ({ kind, name }: EngineRegion): boolean =>
  kind === 'data' && /\blibc[.-]/.test(name ?? '');

/** A single read is not longer. */
const longest = 1 << 20;
const pieces = (region: EngineRegion): readonly Span[] =>
  Array.from({ length: Math.ceil(region.size / longest) }, (_, nth) => ({
    at: startOf(region) + nth * longest,
    size: Math.min(longest, region.size - nth * longest),
  }));

class Found {
  readonly #chunks = new Map<number, Chunk>();
  readonly #freed = new Set<number>();
  readonly #own = new Set<number>();
  readonly tables: Span[] = [];
  #trouble: string | undefined;

  constructor(private readonly memory: Memory) {}

  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** The arena that grows by moving the end of the data segment. */
  main(start: number, end: number, libraries: readonly EngineRegion[]): void {
    const { chunks, top } = chunksFrom(this.memory, start, end);
    this.#add(chunks);
    if (top === undefined) {
      this.#trouble = `the chunks of malloc lead nowhere behind the first ${chunks.length}: damaged, or of another allocator`;
      return;
    }
    const state = libraries.map(region => this.#arenaOf(top, region)).find(at => at !== undefined);
    if (state === undefined)
      this.#trouble =
        'malloc’s own table is not found, so that small blocks that were freed may count as used';
    else this.#takeFastBins(state);
  }

  /** Nothing but chunks, up to the last one that the arena of a library knows. */
  unnamedMain(start: number, end: number, libraries: readonly EngineRegion[]): boolean {
    const { chunks, top } = chunksFrom(this.memory, start, end);
    if (top === undefined || chunks.length === 0) return false;
    const state = libraries.map(region => this.#arenaOf(top, region)).find(at => at !== undefined);
    if (state === undefined) return false;
    this.#add(chunks);
    this.#takeFastBins(state);
    return true;
  }

  /** Its table is known by where it says that the last chunk is. */
  #arenaOf(top: number, region: EngineRegion): number | undefined {
    for (let at = startOf(region); at + arena.bins + 8 <= endOf(region); at += 8)
      if (this.memory.word(at) === top && (this.memory.word(at + arena.bins - arena.top) ?? 0) !== 0)
        return at - arena.top;
    return undefined;
  }

  /** A piece of another thread's arena: `heap_info`, which begins with a pointer to the arena. */
  piece(start: number, end: number, spans: readonly Span[]): boolean {
    const state = this.memory.word(start);
    if (state === undefined || !spans.some(({ at, size }) => state > at && state < at + size)) return false;
    const isFirst = state > start && state < end;
    // The size of this header differs between versions: the arena lies right behind it.
    const behind = isFirst ? state + arena.size : start + 32;
    const first = [behind, behind + 16, behind + 32]
      .map(at => Math.ceil(at / 16) * 16)
      .find(at => chunksFrom(this.memory, at, end).top !== undefined);
    if (first === undefined) return false;
    this.#add(chunksFrom(this.memory, first, end).chunks);
    if (isFirst) this.#takeFastBins(state);
    return true;
  }

  mapped(start: number, end: number): boolean {
    const chunks = mappedChunks(this.memory, start, end);
    this.#add(chunks);
    return chunks.length > 0;
  }

  /** Each thread has a table of what it took back, which is a chunk itself. */
  takeCaches(): void {
    for (const { at, size } of this.#chunks.values()) {
      if (size !== cache.chunk - 8) continue;
      const bins = Array.from({ length: cache.bins }, (_, bin) => ({
        count: this.memory.half(at + bin * 2) ?? 0,
        entry: this.memory.word(at + cache.entries + bin * 8) ?? 0,
      }));
      const isCache = bins.every(
        ({ count, entry }) => count <= 7 && (count === 0 || this.#chunks.has(entry)),
      );
      if (!isCache) continue;
      this.#own.add(at);
      for (const { count, entry } of bins) this.#take(count === 0 ? 0 : entry, at_ => at_, count);
    }
  }

  blocks(): { readonly used: readonly MemoryBlock[]; readonly freed: readonly MemoryBlock[] } {
    const [used, freed]: [MemoryBlock[], MemoryBlock[]] = [[], []];
    for (const { at, size, isFree } of this.#chunks.values())
      if (!this.#own.has(at))
        (isFree || this.#freed.has(at) ? freed : used).push({ space: '', start: at, size });
    return { used, freed };
  }

  #add(chunks: readonly Chunk[]): void {
    for (const chunk of chunks) this.#chunks.set(chunk.at, chunk);
  }

  #takeFastBins(state: number): void {
    this.tables.push({ at: state, size: arena.size });
    for (let bin = 0; bin < arena.fastBinCount; bin++) {
      const first = this.memory.word(state + arena.fastBins + bin * 8) ?? 0;
      this.#take(first === 0 ? 0 : first + headerSize, chunk => chunk + headerSize, mostLinks);
    }
  }

  /** A list of free chunks. `target`: what a link leads to, as the program knows it. */
  #take(first: number, target: (link: number) => number, most: number): void {
    const isChunk = (link: number): boolean => this.#chunks.has(target(link));
    for (let at = first, left = most; at !== 0 && left > 0 && this.#chunks.has(at); left--) {
      if (this.#freed.has(at)) return;
      this.#freed.add(at);
      const next = this.memory.link(at, isChunk);
      at = next === 0 ? 0 : target(next);
    }
  }
}
