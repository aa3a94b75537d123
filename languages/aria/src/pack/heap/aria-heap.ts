// The object graph of Aria programs: the collected heap as its collector sees it, and wild memory by the pointers to it.

import { chunksOf, type HeapStop, type HeapWalk, type NativeHeap } from '@sonde/engine-native';
import { exact, weakest, type HeapUnavailable, type Label } from '@sonde/heap';
import { readWild } from '../runtime-model/aria-tables.js';
import { collectedObjects } from './collected-objects.js';
import { HeapWalker } from './heap-walker.js';
import { movingIds, readCollections } from './moving-ids.js';
import { heapSymbols, readGcTypes, readSlots, readSymbols, type HeapSymbols } from './tables.js';
import { wildId } from './wild-ids.js';

export const ariaHeap: NativeHeap = {
  symbols: [heapSymbols.version],
  open: async stop => {
    const symbols = await readSymbols(stop);
    if (symbols === undefined) return missing('its runtime is of before this debugger; compile it again');
    const { isRunning } = await readCollections(stop, symbols.statistics);
    if (isRunning) return missing('a collection is under way: objects are between two places');
    return openWalk(stop, symbols);
  },
};

const missing = (why: string): HeapUnavailable => ({ available: false, why });

const searched: Label = {
  exactness: 'approximate',
  why: 'pointers to wild memory are found by looking for them in variables and objects',
};

const noSites: Label = {
  exactness: 'unavailable',
  why: 'the collector does not record where objects are made',
};

const openWalk = (stop: HeapStop, symbols: HeapSymbols): HeapWalk => {
  const collected = async (signal: AbortSignal) => {
    const collections = await readCollections(stop, symbols.statistics);
    const objects = await collectedObjects(stop, symbols, signal);
    return { objects, ids: await movingIds(stop, collections, objects, signal) };
  };
  return {
    available: true,
    async *read(reading) {
      const { signal, progress } = reading;
      const { objects, ids } = await collected(signal);
      progress({ step: 'reading roots', done: objects.length });
      const walker = new HeapWalker(stop, reading, objects, ids, await readGcTypes(stop, symbols.types));
      const wild = (await readWild(stop, symbols.wild)) ?? new Map();
      await walker.addWild(wild);
      await walker.hold(await readSlots(stop, symbols));
      const cut = yield* chunksOf(walker.records(), reading.mostNodes);
      const found = wild.size === 0 ? exact : searched;
      return {
        nodes: cut ?? exact,
        edges: weakest([found, cut ?? exact]),
        roots: weakest([found, cut ?? exact]),
        sizes: exact,
        sites:
          objects.length === 0 ? exact : wild.size === 0 ? noSites : { ...noSites, exactness: 'approximate' },
        owners: { exactness: 'unavailable', why: 'the runtime does not record which coroutine allocates' },
      };
    },
    idAt: async address => {
      const at = Number(address);
      const wild = await readWild(stop, symbols.wild);
      for (const [base, { size, scope }] of wild ?? [])
        if (at >= Number(base) && at < Number(base) + Number(size)) return wildId(stop, scope);
      const { ids } = await collected(new AbortController().signal);
      return ids.get(at);
    },
  };
};
