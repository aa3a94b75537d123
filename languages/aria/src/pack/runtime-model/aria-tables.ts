// The tables of the Aria runtime, as runtime/aria.h lays them out.

import { bounded, textAt, wordsAt, type Words, type RuntimeReads } from '@sonde/language';
import type { Nursery, Segment, WildAllocation } from './facts.js';
import { areBounds } from './heap-bounds.js';

/** What is read of a table at most: more would keep a person waiting. */
const most = { types: 4_096, scopes: 1 << 18, wild: 1 << 17, spans: 1 << 15, old: 1 << 20, exec: 1 << 14 };

/** A name that is longer is cut. */
const longestName = 128;

export interface Span {
  readonly start: bigint;
  readonly used: bigint;
  readonly end: bigint;
}

export interface NurseryTable {
  readonly first: bigint;
  readonly last: bigint;
  readonly spans: readonly Span[];
}

/** `{ entries, count }`, entries of so many words; undefined when it cannot be read, or is larger than that. */
async function table(
  reads: RuntimeReads,
  at: bigint,
  entryWords: number,
  largest: number,
): Promise<{ readonly entries: Words; readonly count: number } | undefined> {
  const head = await wordsAt(reads, at, 2);
  if (head === undefined || head.at(1) > BigInt(largest)) return undefined;
  const count = Number(head.at(1));
  const entries = await wordsAt(reads, head.at(0), count * entryWords);
  return entries === undefined ? undefined : { entries, count };
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, nth) => nth);

export async function readNursery(
  reads: RuntimeReads,
  at: { readonly start: bigint; readonly end: bigint; readonly table?: bigint },
  collecting: boolean,
): Promise<Nursery | undefined> {
  const [start, end] = await Promise.all([wordsAt(reads, at.start, 1), wordsAt(reads, at.end, 1)]);
  if (start === undefined || end === undefined || !areBounds(start.at(0), end.at(0))) return undefined;
  const bounds = { start: start.at(0), end: end.at(0) };
  const found = collecting || at.table === undefined ? undefined : await readNurseryTable(reads, at.table);
  return found === undefined ? bounds : { ...bounds, segments: segmentsOf(found) };
}

export async function readNurseryTable(reads: RuntimeReads, at: bigint): Promise<NurseryTable | undefined> {
  const head = await wordsAt(reads, at, 4);
  if (head === undefined || head.at(3) > BigInt(most.spans)) return undefined;
  const count = Number(head.at(3));
  const words = await wordsAt(reads, head.at(2), count * 3);
  if (words === undefined) return undefined;
  const spans = numbers(count).map(nth => ({
    start: words.at(3 * nth),
    used: words.at(3 * nth + 1),
    end: words.at(3 * nth + 2),
  }));
  return { first: head.at(0), last: head.at(1), spans };
}

/** Survivors up to a span, what was allocated in it, and so on; survivors behind the last. */
export function segmentsOf({ first, last, spans }: NurseryTable): readonly Segment[] {
  const segments: Segment[] = [];
  let from = first;
  for (const span of spans) {
    segments.push({ from, to: span.start }, { from: span.start, to: span.used });
    from = span.end;
  }
  segments.push({ from, to: last });
  return segments.filter(segment => segment.from < segment.to);
}

/** By type id. They are those of the program's text and do not change. */
export async function readTypeNames(
  reads: RuntimeReads,
  at: bigint,
): Promise<readonly (string | undefined)[] | undefined> {
  const head = await wordsAt(reads, at, 2);
  if (head === undefined) return undefined;
  const count = bounded(head.at(1), most.types);
  const words = await wordsAt(reads, head.at(0), count * 4);
  if (words === undefined) return undefined;
  return Promise.all(numbers(count).map(nth => textAt(reads, words.at(4 * nth), longestName)));
}

export async function readScopes(reads: RuntimeReads, at: bigint): Promise<ReadonlySet<bigint> | undefined> {
  const found = await table(reads, at, 1, most.scopes);
  return found && new Set(numbers(found.count).map(nth => found.entries.at(nth)));
}

export async function readWild(
  reads: RuntimeReads,
  at: bigint,
): Promise<ReadonlyMap<bigint, WildAllocation> | undefined> {
  const found = await table(reads, at, 5, most.wild);
  if (found === undefined) return undefined;
  const { entries } = found;
  return new Map(
    numbers(found.count).map(nth => [
      entries.at(5 * nth),
      {
        size: entries.at(5 * nth + 1),
        scope: entries.at(5 * nth + 2),
        file: entries.at(5 * nth + 3),
        line: Number(entries.at(5 * nth + 4)),
      },
    ]),
  );
}

export interface Block {
  readonly start: bigint;
  readonly size: bigint;
}

/** Blocks of the old generation, headers included. */
export async function readOldObjects(reads: RuntimeReads, at: bigint): Promise<readonly Block[]> {
  const found = await table(reads, at, 2, most.old);
  if (found === undefined) return [];
  const { entries } = found;
  return numbers(found.count).map(nth => ({
    start: entries.at(2 * nth) - 8n,
    size: entries.at(2 * nth + 1) + 8n,
  }));
}

/** Executable memory, as much as is mapped for it. */
export async function readExecutable(reads: RuntimeReads, at: bigint): Promise<readonly Block[]> {
  const found = await table(reads, at, 5, most.exec);
  if (found === undefined) return [];
  const { entries } = found;
  return numbers(found.count).map(nth => ({ start: entries.at(5 * nth), size: entries.at(5 * nth + 2) }));
}

/** `__aria_gc_statistics.collecting` */
export async function readCollecting(reads: RuntimeReads, at: bigint): Promise<boolean> {
  const words = await wordsAt(reads, at, 12);
  return words !== undefined && words.at(11) !== 0n;
}
