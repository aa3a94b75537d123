// The runtime model of Osprey: what its tables say of objects, and why a program ends before its last line.

import { textAt, wordsAt, type RuntimeModel, type RuntimeReads } from '@sonde/language';

import { readFacts } from './inspection/facts.js';

/** Longer ones are cut; the runtime makes none. */
const longest = 512;

export const ospreyRuntime = (reads: RuntimeReads): RuntimeModel => ({
  facts: () => readFacts(reads),
  explainStop: async () => {
    const [at] = await reads.symbols(['osp_last_words']);
    const pointer = at === undefined ? undefined : await wordsAt(reads, at.offset, 1);
    return pointer === undefined ? undefined : textAt(reads, pointer.at(0), longest);
  },
});
