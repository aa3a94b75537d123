// The runtime's list of strands: who there is, and what each waits for (`osp_strand` of runtime/scheduling.h).

import { textAt, wordsAt, type RuntimeReads } from '@sonde/language';
import { strands as table } from './strands.js';

export interface Strand {
  readonly address: bigint;
  readonly name: string;
  readonly wait: number;
  readonly waitsFor: bigint;
  /** The innermost of its handlers; 0 for none. */
  readonly handlers: bigint;
}

/** `osp_wait` */
export const waits = { sends: 2, receives: 3 } as const;

const handlersWord = 8;
const most = 20_000;

/** All that can be read, the newest first. A list that leads back to itself ends there. */
export async function readStrands(reads: RuntimeReads, first: bigint): Promise<readonly Strand[]> {
  const found: Strand[] = [];
  const seen = new Set<bigint>();
  let at = (await wordsAt(reads, first, 1))?.at(0) ?? 0n;
  while (at !== 0n && !seen.has(at) && found.length < most) {
    seen.add(at);
    const words = await wordsAt(reads, at, handlersWord + 1);
    if (words === undefined) break;
    const { offsets, nameSize } = table;
    found.push({
      address: at,
      name: (await textAt(reads, at + BigInt(offsets.name), nameSize)) ?? '?',
      // The upper half of its word; the lower is the kind.
      wait: Number(words.at(offsets.wait >> 3) >> 32n),
      waitsFor: words.at(offsets.waitsFor >> 3),
      handlers: words.at(handlersWord),
    });
    at = words.at(offsets.next >> 3);
  }
  return found;
}
