// The places in the source that make objects: one table, read at once.

import { bounded, wordsAt, type RuntimeReads } from '@sonde/language';
import { sizes } from './layout.js';
import { perform, textsAt } from './memory-reads.js';

export interface AllocationSite {
  readonly file: string;
  readonly function: string;
  readonly line: number;
  readonly column: number;
}

/** More than any program has: a larger number is damage. */
const mostSites = 1 << 18;

/** By number; 0 is none. */
export async function readSites(
  reads: RuntimeReads,
  program: bigint,
): Promise<readonly (AllocationSite | undefined)[]> {
  const words = program === 0n ? undefined : await wordsAt(reads, program, sizes.program / 8);
  const count = words === undefined ? 0 : bounded(words.at(4) >> 32n, mostSites);
  const table = count === 0 ? undefined : await wordsAt(reads, words!.at(2), (count * sizes.site) / 8);
  if (table === undefined) return [];
  const [width, low] = [sizes.site / 8, 0xffffffffn];
  // Many sites share a file and a function.
  const names = new Set<bigint>();
  for (let nth = 1; nth < count; nth++) names.add(table.at(nth * width)).add(table.at(nth * width + 1));
  const places = [...names];
  const read = await perform(textsAt(places), reads.reader);
  const texts = new Map(places.map((at, nth) => [at, read[nth]]));
  return Array.from({ length: count }, (_, nth) => {
    const file = nth === 0 ? undefined : texts.get(table.at(nth * width));
    if (file === undefined) return undefined;
    const place = table.at(nth * width + 2);
    return {
      file,
      function: texts.get(table.at(nth * width + 1)) ?? '',
      line: Number(place & low),
      column: Number(place >> 32n),
    };
  });
}
