// The object graph of C, C++ and Rust programs: malloc's blocks, by the types of the pointers that lead to them.

import { typeId, type Address } from '@sonde/engine';
import { MemoryGraph, type Allocations, type LooseWord } from '@sonde/engine/machine';
import { BlockIndex, eachPointer, type HeapStop, type NativeHeap, type Span } from '@sonde/engine-native';
import { readArenas, type Arenas } from './glibc-arenas.js';

/** Regions beyond this size that no allocator is known for are not searched: files, and arenas of others. */
const largestSearched = 16 << 20;

export const mallocHeap: NativeHeap = {
  symbols: ['malloc', 'gnu_get_libc_version'],
  lastResort: true,
  open: async stop => {
    if (stop.pointerSize !== 8)
      return { available: false, why: 'the chunks of malloc are known for 64 bits only' };
    const other = await otherAllocator(stop);
    if (other !== undefined) return { available: false, why: other };
    let read: Promise<Arenas> | undefined;
    const arenas = (): Promise<Arenas> => (read ??= readArenas(stop, new AbortController().signal));
    const graph = new MemoryGraph(stop.engine, undefined, arenas, {
      number: key => stop.ids.number(key),
      roots: 'words on stacks, in registers and in data that may be pointers count as such',
      words: async (_, allocations, signal = new AbortController().signal) =>
        looseWords(stop, allocations, await arenas(), signal),
    });
    const source = graph.source(stop.stop);
    if (!source.available) return source;
    return {
      available: true,
      read: reading => source.read(reading),
      idOf: value => graph.idOf(stop.stop, value),
    };
  },
};

/** The linker takes the first `malloc`: of the program, of what is preloaded, of the C library. Only the last is known. */
async function otherAllocator(stop: HeapStop): Promise<string | undefined> {
  const [used, own, version] = await stop.symbols(['malloc', '__libc_malloc', 'gnu_get_libc_version']);
  if (used === undefined || used.offset === own?.offset) return undefined;
  const regions = await stop.regions(new AbortController().signal);
  const moduleOf = (place: Address | undefined): string | undefined =>
    regions.find(
      ({ start, size }) =>
        place !== undefined && place.offset >= start.offset && place.offset < start.offset + BigInt(size),
    )?.name;
  const module = moduleOf(used);
  // Older linkers have a malloc for themselves. Where the library keeps no second name, its module must do.
  const isDynamicLinker = /(?:^|\/)ld[-.]/.test(module ?? '');
  if (isDynamicLinker || (own === undefined && module === moduleOf(version))) return undefined;
  const name = module?.replace(/^.*\//, '') ?? '';
  return (
    `the program uses another allocator: its malloc is ${name === '' ? 'not that of the C library' : `in ${name}`}, ` +
    'and only the blocks of glibc’s own can be listed'
  );
}

interface Place {
  readonly at: number;
  readonly name: string;
  readonly owner: string;
}

/** The first word for each block, on stacks before those in data. */
async function looseWords(
  stop: HeapStop,
  allocations: Allocations | undefined,
  { others, tables }: Arenas,
  signal: AbortSignal,
): Promise<readonly LooseWord[]> {
  const blocks = new BlockIndex((allocations?.used ?? []).map(({ start, size }) => ({ at: start, size })));
  const found = new Map<number, Place>();
  const note = (word: number, place: Place): void => {
    if (tables.some(({ at, size }) => place.at >= at && place.at < at + size)) return;
    const block = blocks.at(word);
    if (block !== undefined && !found.has(block.at)) found.set(block.at, place);
  };
  const stacks = await stop.stacks(signal);
  for (const { thread, registers } of stacks)
    for (const { name, value } of registers) note(value, { at: 0, name: `register ${name}`, owner: thread });
  await search(
    stop,
    stacks.map(({ low, high, thread }) => ({
      at: low,
      size: high - low,
      name: 'a word on the stack',
      owner: thread,
    })),
    note,
    signal,
  );
  const data = others.filter(({ kind, size }) => kind !== 'stack' && size <= largestSearched);
  await search(
    stop,
    data.map(({ start, size, name = '' }) => ({
      ...{ at: Number(start.offset), size, owner: '' },
      name: name === '' ? 'thread-local or mapped memory' : `data of ${name.replace(/^.*\//, '')}`,
    })),
    note,
    signal,
  );
  return named(stop, found, signal);
}

async function search(
  stop: HeapStop,
  areas: readonly (Span & Place)[],
  note: (word: number, place: Place) => void,
  signal: AbortSignal,
): Promise<void> {
  const image = await stop.image(areas, signal);
  for (const { at, size, name, owner } of areas) {
    const bytes = image.bytes(at, size);
    if (bytes !== undefined)
      eachPointer(bytes, at, stop.littleEndian, (word, offset) =>
        note(word, { at: at + offset, name, owner }),
      );
  }
}

/** Data has names, where the linker kept them. */
async function named(
  stop: HeapStop,
  found: ReadonlyMap<number, Place>,
  signal: AbortSignal,
): Promise<readonly LooseWord[]> {
  const inData = [...found].filter(([, { at, owner }]) => at !== 0 && owner === '');
  const symbols = await stop.placesAt(
    inData.map(([, { at }]) => at),
    signal,
  );
  const names = new Map(inData.map(([block], nth) => [block, symbols[nth]?.name]));
  return [...found].map(([block, { name, owner }]): LooseWord => {
    const symbol = names.get(block);
    return {
      key: `word ${block} ${owner}`,
      name: symbol === undefined ? name : `${symbol}, ${name}`,
      space: '',
      owner: owner === '' ? 'the program' : owner,
      value: { type: typeId(0), content: { kind: 'scalar', value: block } },
    };
  });
}
