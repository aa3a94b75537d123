// The tables of the Aria runtime that an object graph is made from (runtime/aria.h).

import { textAt, wordsAt, type RuntimeReads } from '@sonde/language';

export const heapSymbols = {
  version: '__aria_layout_version',
  nursery: '__aria_gc_nursery',
  old: '__aria_gc_old_objects',
  statistics: '__aria_gc_statistics',
  types: '__aria_gc_type_table',
  roots: '__aria_gc_roots',
  globals: '__aria_gc_globals',
  wild: '__aria_wild_table',
  coroutines: '__aria_coroutines',
} as const;
export type HeapSymbols = Readonly<Record<keyof typeof heapSymbols, bigint>>;

/** Undefined where the program lacks one: another runtime, or one of before. */
export async function readSymbols(reads: RuntimeReads): Promise<HeapSymbols | undefined> {
  const found = await reads.symbols(Object.values(heapSymbols));
  if (found.some(place => place === undefined)) return undefined;
  const entries = Object.keys(heapSymbols).map((key, nth) => [key, found[nth]!.offset]);
  return Object.fromEntries(entries) as HeapSymbols;
}

export interface GcType {
  readonly name: string;
  /** Of one element, in bytes. */
  readonly size: number;
  /** Where its gc pointers are. */
  readonly pointers: readonly number[];
}

const most = { types: 4_096, pointers: 65_536, list: 100_000, name: 128 };

/** By type id. */
export async function readGcTypes(reads: RuntimeReads, at: bigint): Promise<readonly GcType[]> {
  const head = await wordsAt(reads, at, 2);
  const count = head === undefined || head.at(1) > BigInt(most.types) ? 0 : Number(head.at(1));
  const words = count === 0 ? undefined : await wordsAt(reads, head!.at(0), count * 4);
  if (words === undefined) return [];
  return Promise.all(
    Array.from({ length: count }, async (_, nth): Promise<GcType> => {
      const [name, size] = [words.at(4 * nth), words.at(4 * nth + 1)];
      return {
        name: (await textAt(reads, name, most.name)) ?? '?',
        size: Number(size),
        pointers: await readOffsets(reads, words.at(4 * nth + 3), words.at(4 * nth + 2)),
      };
    }),
  );
}

/** Numbers of 32 bits. */
export async function readOffsets(
  reads: RuntimeReads,
  at: bigint,
  counted: bigint,
): Promise<readonly number[]> {
  const count = Number(counted & 0xffffffffn);
  if (at === 0n || count === 0 || count > most.pointers) return [];
  const { bytes } = await reads.reader.memory({ space: '', offset: at }, count * 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length >> 2 }, (_, nth) => view.getUint32(nth * 4, reads.littleEndian));
}

export interface Slot {
  /** Where the pointer is kept. */
  readonly place: number;
  readonly coroutine?: string;
  readonly kind: 'variable' | 'global' | 'argument' | 'result';
  readonly isRunning?: boolean;
}

/** Everything that the collector takes for a root. */
export async function readSlots(reads: RuntimeReads, symbols: HeapSymbols): Promise<readonly Slot[]> {
  const head = await wordsAt(reads, symbols.roots, 1);
  const coroutines = await wordsAt(reads, symbols.coroutines, 5);
  const globals = await readGlobals(reads, symbols.globals);
  const running = await chain(reads, head?.at(0) ?? 0n);
  const current = coroutines?.at(4) ?? 0n;
  const lists = await Promise.all(
    [coroutines?.at(0) ?? 0n, coroutines?.at(2) ?? 0n].map(first => coroutineSlots(reads, first, current)),
  );
  return [
    ...running.map((place): Slot => ({ place, kind: 'variable', isRunning: true })),
    ...globals.map((place): Slot => ({ place, kind: 'global' })),
    ...lists.flat(),
  ];
}

async function readGlobals(reads: RuntimeReads, at: bigint): Promise<readonly number[]> {
  const head = await wordsAt(reads, at, 2);
  if (head === undefined || head.at(1) === 0n || head.at(1) > BigInt(most.list)) return [];
  const words = await wordsAt(reads, head.at(0), Number(head.at(1)));
  return Array.from({ length: words?.count ?? 0 }, (_, nth) => Number(words!.at(nth)));
}

/** `aria_roots`: the one before, a count, slots. */
async function chain(reads: RuntimeReads, first: bigint): Promise<readonly number[]> {
  const found: number[] = [];
  const seen = new Set<bigint>();
  for (let at = first; at !== 0n && !seen.has(at) && found.length < most.list;) {
    seen.add(at);
    const head = await wordsAt(reads, at, 2);
    const count = head === undefined || head.at(1) > BigInt(most.pointers) ? 0 : Number(head.at(1));
    const slots = count === 0 ? undefined : await wordsAt(reads, at + 16n, count);
    for (let nth = 0; nth < (slots?.count ?? 0); nth++)
      if (slots!.at(nth) !== 0n) found.push(Number(slots!.at(nth)));
    at = head?.at(0) ?? 0n;
  }
  return found;
}

/** Words of `CoroutineFrame`. */
const frame = {
  ...{ name: 5, id: 9, promise: 10, next: 15, roots: 18, args: 19, argsPointers: 21, promisePointers: 22 },
  ...{ counts: 23, words: 24 },
} as const;

async function coroutineSlots(reads: RuntimeReads, first: bigint, current: bigint): Promise<readonly Slot[]> {
  const found: Slot[] = [];
  const seen = new Set<bigint>();
  for (let at = first; at !== 0n && !seen.has(at) && seen.size < most.list;) {
    seen.add(at);
    const words = await wordsAt(reads, at, frame.words);
    if (words === undefined) break;
    const name = (await textAt(reads, words.at(frame.name), most.name)) ?? '?';
    const coroutine = `${name} ${words.at(frame.id)}`;
    const isRunning = at === current;
    const slots = isRunning ? [] : await chain(reads, words.at(frame.roots));
    found.push(...slots.map((place): Slot => ({ place, coroutine, kind: 'variable' })));
    const counts = words.at(frame.counts);
    for (const [kind, memory, table, count] of [
      ['argument', words.at(frame.args), words.at(frame.argsPointers), counts],
      ['result', words.at(frame.promise), words.at(frame.promisePointers), counts >> 32n],
    ] as const) {
      if (memory === 0n) continue;
      for (const offset of await readOffsets(reads, table, count))
        found.push({ place: Number(memory) + offset, coroutine, kind, isRunning });
    }
    at = words.at(frame.next);
  }
  return found;
}
