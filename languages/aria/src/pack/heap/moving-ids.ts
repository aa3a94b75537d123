// Ids of collected objects, which move: they follow an object as far as the collector's own leftovers tell where it went.

import type { HeapStop, ObjectIds } from '@sonde/engine-native';
import { wordsAt } from '@sonde/language';
import { decodeHeader, headerLayouts } from '../runtime-model/header-layouts.js';
import type { CollectedObject } from './collected-objects.js';

const { layout } = headerLayouts[0]!;

interface Looked {
  /** How many collections there had been. */
  readonly collections: bigint;
  /** How many objects had ever been made. */
  readonly allocated: bigint;
  /** Objects of the nursery, by address. */
  readonly young: ReadonlyMap<number, number>;
  readonly old: ReadonlyMap<number, number>;
}

/** What was told at the last look at a program. */
const looks = new WeakMap<ObjectIds, Looked>();

/**
 * By address. One collection after the last look, or several with nothing new in between, objects that have moved are found by
 * the address that they left behind, and keep their number. Otherwise the nursery was used again, and what has moved gets a
 * new one.
 */
export async function movingIds(
  stop: HeapStop,
  { count: collections, allocated }: Counts,
  objects: readonly CollectedObject[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const last = looks.get(stop.ids);
  const known =
    last === undefined
      ? new Map<number, number>()
      : await carried(stop, last, { count: collections, allocated }, signal);
  const [young, old] = [new Map<number, number>(), new Map<number, number>()];
  for (const { at, isOld } of objects) {
    const id = known.get(at) ?? stop.ids.number(`collected ${collections} ${at}`);
    (isOld ? old : young).set(at, id);
  }
  looks.set(stop.ids, { collections, allocated, young, old });
  return new Map([...young, ...old]);
}

async function carried(
  stop: HeapStop,
  { collections, allocated, young, old }: Looked,
  now: Counts,
  signal: AbortSignal,
): Promise<Map<number, number>> {
  const known = new Map(old);
  if (now.count === collections) for (const [at, id] of young) known.set(at, id);
  const isTelling = now.count === collections + 1n || now.allocated === allocated;
  if (now.count === collections || !isTelling) return known;
  const image = await stop.image(
    [...young.keys()].map(at => ({ at: at - 8, size: 16 })),
    signal,
  );
  for (const [at, id] of young) {
    const bytes = image.bytes(at - 8, 16);
    if (bytes === undefined) continue;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const { forwarded, pinned } = decodeHeader(view.getBigUint64(0, stop.littleEndian), layout);
    if (forwarded) known.set(Number(view.getBigUint64(8, stop.littleEndian)), id);
    else if (pinned) known.set(at, id);
  }
  return known;
}

interface Counts {
  readonly count: bigint;
  readonly allocated: bigint;
}

export interface Collections extends Counts {
  readonly isRunning: boolean;
}

/** `__aria_gc_statistics`: every collection is also one of the nursery. */
export async function readCollections(stop: HeapStop, at: bigint): Promise<Collections> {
  const words = await wordsAt(stop, at, 12);
  const isRunning = words !== undefined && words.at(11) !== 0n;
  return { count: words?.at(0) ?? 0n, allocated: words?.at(2) ?? 0n, isRunning };
}
