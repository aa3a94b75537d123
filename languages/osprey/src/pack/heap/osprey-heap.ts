// The object graph of Osprey programs: which memory managers can be walked, and how exact what they tell is.

import type { HeapStop, HeapWalk, NativeHeap } from '@sonde/engine-native';
import { chunksOf } from '@sonde/engine-native';
import { exact, weakest, type HeapUnavailable, type Label, type SnapshotLabels } from '@sonde/heap';
import { wordsAt } from '@sonde/language';
import type { Manager } from '../inspection/facts.js';
import { headerIn, recordIn } from '../inspection/headers.js';
import { entrySymbol, sizes, staticRecord } from '../inspection/layout.js';
import { ObjectWalk } from '../inspection/object-walk.js';
import { HeapWalker } from './heap-walker.js';
import { objectId, staticId } from './object-ids.js';

export const ospreyHeap: NativeHeap = {
  symbols: [entrySymbol],
  open: async stop => {
    const walk = await ObjectWalk.open(stop);
    if (walk === undefined) return { available: false, why: 'the tables of its runtime cannot be read' };
    const { manager } = walk.facts;
    if (!manager.hasRecords || !manager.hasHeaders) return withoutRecords(stop, walk);
    if (!walk.debugging && manager.provenance !== 'gc')
      return {
        available: false,
        why: `an optimised program with the memory manager ${manager.provenance} keeps no list of its objects; compile it with --debug`,
      };
    return openWalk(stop, walk);
  },
};

async function withoutRecords(stop: HeapStop, { entry }: ObjectWalk): Promise<HeapUnavailable> {
  const words = await wordsAt(stop, entry.memory, sizes.manager / 8);
  const { bytes } = await stop.reader.memory({ space: '', offset: words?.at(2) ?? 0n }, 64);
  const name = new TextDecoder().decode(bytes.subarray(0, Math.max(0, bytes.indexOf(0))));
  return {
    available: false,
    why: `its custom memory manager${name === '' ? '' : ` "${name}"`} keeps no list of objects; one that calls osp_place does`,
  };
}

const openWalk = (stop: HeapStop, walk: ObjectWalk): HeapWalk => ({
  available: true,
  internalKinds: ['list inner', 'list leaf', 'list words', 'map node', 'cell'],
  async *read(reading) {
    const { signal, progress } = reading;
    const walker = new HeapWalker(stop, walk, reading);
    for await (const objects of walk.objects(signal)) {
      walker.add(objects);
      progress({ step: 'reading objects', done: walker.count });
    }
    await walker.finish();
    const cut = yield* chunksOf(walker.records(), reading.mostNodes);
    const labels = labelsOf(walk.facts.manager);
    return cut === undefined
      ? labels
      : { ...labels, nodes: cut, edges: cut, roots: weakest([labels.roots, cut]) };
  },
  idAt: address => idAt(stop, walk, address),
});

/** From its header, and the record that this names. */
async function idAt(stop: HeapStop, { facts }: ObjectWalk, at: bigint): Promise<number | undefined> {
  if (at < BigInt(sizes.header)) return undefined;
  const { reader, littleEndian } = stop;
  const before = await reader.memory({ space: '', offset: at - BigInt(sizes.header) }, sizes.header);
  const header = headerIn(before.bytes, littleEndian);
  const type = header === undefined ? undefined : facts.type(header.type);
  if (header === undefined || type?.mark !== header.mark) return undefined;
  if (header.record === staticRecord) return staticId(stop, Number(at));
  const place = facts.recordAt(header.record);
  const record =
    place === undefined
      ? undefined
      : recordIn((await reader.memory({ space: '', offset: place }, sizes.record)).bytes, littleEndian);
  return record?.object === at ? objectId(stop, record) : undefined;
}

const unnamed: Label = {
  exactness: 'approximate',
  why: 'what expressions are just computing with has no name, and this memory manager counts no owners',
};
const guessed: Label = {
  exactness: 'approximate',
  why: 'this collector takes every word on the stack that may be an address for one',
};

/** Counts of owners tell of everything that holds an object, also where nothing has a name for it. */
const labelsOf = ({ hasCounts, isConservative }: Manager): SnapshotLabels => ({
  nodes: exact,
  edges: exact,
  roots: hasCounts ? exact : isConservative ? guessed : unnamed,
  sizes: exact,
  sites: exact,
  owners: exact,
});
