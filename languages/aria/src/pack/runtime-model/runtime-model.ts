// The runtime model of Aria: which runtime a program has, and what its tables say at a stop.

import { address, Failure } from '@sonde/engine';
import { textAt, wordsAt, type MemoryRegion, type RuntimeModel, type RuntimeReads } from '@sonde/language';
import {
  readCollecting,
  readExecutable,
  readNursery,
  readNurseryTable,
  readOldObjects,
  readScopes,
  readTypeNames,
  readWild,
  segmentsOf,
} from './aria-tables.js';
import { blocksIn } from './block-walk.js';
import { RuntimeFacts, type Segment } from './facts.js';
import { headerLayouts, type HeaderLayout } from './header-layouts.js';
import { nitpickState, readNitpickHeap, readNitpickOld } from './nitpick-tables.js';
import { blockRegions, nurseryRegion } from './regions.js';

/** Of `runtime/aria.h`. */
const layoutVersion = 2;

const symbolNames = {
  version: '__aria_layout_version',
  nurseryStart: '__aria_gc_nursery_start',
  nurseryEnd: '__aria_gc_nursery_end',
  nursery: '__aria_gc_nursery',
  old: '__aria_gc_old_objects',
  statistics: '__aria_gc_statistics',
  types: '__aria_gc_type_table',
  scopes: '__aria_scopes',
  wild: '__aria_wild_table',
  exec: '__aria_exec_table',
  trap: '__aria_trap_message',
  nitpick: nitpickState,
} as const;

type Symbols = Readonly<Partial<Record<keyof typeof symbolNames, bigint>>>;

interface Detected {
  readonly symbols: Symbols;
  readonly layout: HeaderLayout | undefined;
}

/** How much of a nursery is looked through to count its objects. */
const mostWalked = 32n << 20n;
/** Old objects that are nearer than that to each other are one region: they lie among others of the same allocator. */
const oldNeighbours = 1n << 16n;
const longestMessage = 1_024;

export function ariaRuntime(reads: RuntimeReads): RuntimeModel {
  let detected: Promise<Detected> | undefined;
  const runtime = (): Promise<Detected> => (detected ??= detect(reads));
  return {
    facts: async () => readFacts(reads, await runtime()),
    regions: async () => readRegions(reads, await runtime()),
    explainStop: async () => {
      const { trap } = (await runtime()).symbols;
      const pointer = trap === undefined ? undefined : await wordsAt(reads, trap, 1);
      return pointer === undefined ? undefined : textAt(reads, pointer.at(0), longestMessage);
    },
  };
}

async function detect(reads: RuntimeReads): Promise<Detected> {
  const names = Object.entries(symbolNames);
  const found = await reads.symbols([
    ...names.map(([, name]) => name),
    ...headerLayouts.map(({ symbol }) => symbol),
  ]);
  const symbols: Symbols = Object.fromEntries(
    names.flatMap(([key], nth) => (found[nth] === undefined ? [] : [[key, found[nth].offset]])),
  );
  await checkVersion(reads, symbols.version);
  const layout = headerLayouts.find((_, nth) => found[names.length + nth] !== undefined)?.layout;
  return { symbols, layout };
}

async function checkVersion(reads: RuntimeReads, at: bigint | undefined): Promise<void> {
  if (at === undefined) return;
  const { bytes } = await reads.reader.memory(address(at), 4);
  if (bytes.length < 4) return;
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, reads.littleEndian);
  if (version !== layoutVersion)
    throw new Failure(
      'not-supported',
      'environment',
      `its tables are of version ${version}, and version ${layoutVersion} is the one that is known`,
    );
}

async function readFacts(reads: RuntimeReads, { symbols, layout }: Detected): Promise<RuntimeFacts> {
  const { nurseryStart, nurseryEnd, statistics, scopes, wild, types, nitpick } = symbols;
  if (nitpick !== undefined && nurseryStart === undefined) {
    const heap = await readNitpickHeap(reads, nitpick);
    return new RuntimeFacts({
      ...(layout && { layout }),
      ...(heap && { nursery: heap.nursery, collecting: heap.collecting }),
    });
  }
  const collecting = statistics !== undefined && (await readCollecting(reads, statistics));
  const bounds =
    nurseryStart === undefined || nurseryEnd === undefined
      ? undefined
      : {
          start: nurseryStart,
          end: nurseryEnd,
          ...(symbols.nursery === undefined ? {} : { table: symbols.nursery }),
        };
  const [nursery, activeScopes, allocations, typeNames] = await Promise.all([
    bounds && readNursery(reads, bounds, collecting),
    scopes === undefined ? undefined : readScopes(reads, scopes),
    wild === undefined ? undefined : readWild(reads, wild),
    types === undefined ? undefined : readTypeNames(reads, types),
  ]);
  return new RuntimeFacts({
    collecting,
    ...(layout && { layout }),
    ...(nursery && { nursery }),
    ...(activeScopes && { scopes: activeScopes }),
    ...(allocations && { wild: allocations }),
    ...(typeNames && { typeNames }),
  });
}

async function readRegions(reads: RuntimeReads, detected: Detected): Promise<readonly MemoryRegion[]> {
  const { symbols, layout } = detected;
  if (layout === undefined) return [];
  if (symbols.nitpick !== undefined && symbols.nurseryStart === undefined)
    return nitpickRegions(reads, symbols.nitpick, layout);
  const { old, wild, exec } = symbols;
  const [nursery, oldBlocks, allocations, executable] = await Promise.all([
    nurseryRegions(reads, symbols, layout),
    old === undefined ? [] : readOldObjects(reads, old),
    wild === undefined ? undefined : readWild(reads, wild),
    exec === undefined ? [] : readExecutable(reads, exec),
  ]);
  const wildBlocks = [...(allocations ?? [])].map(([start, { size }]) => ({ start, size }));
  return [
    ...nursery,
    ...blockRegions(oldBlocks, 'gc_old_gen', oldNeighbours),
    ...blockRegions(wildBlocks, 'wild', 0n),
    ...blockRegions(executable, 'wildx', 0n),
  ];
}

async function nurseryRegions(
  reads: RuntimeReads,
  { nurseryStart, nurseryEnd, nursery }: Symbols,
  layout: HeaderLayout,
): Promise<readonly MemoryRegion[]> {
  if (nurseryStart === undefined || nurseryEnd === undefined) return [];
  const bounds = await readNursery(reads, { start: nurseryStart, end: nurseryEnd }, true);
  if (bounds === undefined) return [];
  const found = nursery === undefined ? undefined : await readNurseryTable(reads, nursery);
  const free = (found?.spans ?? []).map(({ used, end }) => ({ from: used, to: end }));
  const count = found === undefined ? 0 : await countObjects(reads, segmentsOf(found), layout);
  return [nurseryRegion(bounds, free, count)];
}

async function nitpickRegions(
  reads: RuntimeReads,
  at: bigint,
  layout: HeaderLayout,
): Promise<readonly MemoryRegion[]> {
  const heap = await readNitpickHeap(reads, at);
  if (heap === undefined) return [];
  const [count, old] = await Promise.all([
    countObjects(reads, [heap.used], layout),
    readNitpickOld(reads, heap.oldGeneration, layout),
  ]);
  return [nurseryRegion(heap.nursery, heap.holes, count), ...blockRegions(old, 'gc_old_gen', oldNeighbours)];
}

/** Objects that are still there: one that was forwarded lives elsewhere. */
async function countObjects(
  reads: RuntimeReads,
  segments: readonly Segment[],
  layout: HeaderLayout,
): Promise<number> {
  const first = segments[0]?.from ?? 0n;
  const whole = (segments.at(-1)?.to ?? 0n) - first;
  if (whole <= 0n) return 0;
  const { bytes } = await reads.reader.memory(
    address(first),
    Number(whole < mostWalked ? whole : mostWalked),
  );
  let count = 0;
  for (const { from, to } of segments) {
    const part = bytes.subarray(Number(from - first), Number(to - first));
    for (const { header } of blocksIn(from, part, layout, reads.littleEndian)) if (!header.forwarded) count++;
  }
  return count;
}
