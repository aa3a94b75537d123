// `sonde/memoryMap`: the pieces of memory that mean something to the languages of the program.

import { Failure, formatAddress, notSupported } from '@sonde/engine';
import type { MemoryRegion } from '@sonde/language';
import { serveCustom, type RequestEntry } from '../request-table.js';

export interface MemoryMapBody {
  readonly regions: readonly RegionBody[];
  /** Bytes of all regions, whatever was asked for. */
  readonly totalHeapSize: number;
  /** When it was read, in milliseconds since 1970. */
  readonly timestamp: number;
}

interface RegionBody {
  readonly start: string;
  readonly size: number;
  readonly type: string;
  readonly fragmentation: number;
  readonly objectCount: number;
}

export const memoryMapRequests: readonly RequestEntry[] = [
  serveCustom('sonde/memoryMap', { needs: 'stopped' }, async ({ session }, args): Promise<MemoryMapBody> => {
    const { reader } = session.stopped();
    const { runtimes } = await session.life.loaded();
    const told = runtimes.withRegions(reader);
    if (told.length === 0) throw notSupported('a map of memory');
    const types = told.flatMap(({ language }) => Object.keys(language.regionTypes ?? {}));
    const filter = filterIn(args['filter'], types);
    const found = await Promise.all(told.map(({ model }) => model.regions!()));
    const regions = found.flat().toSorted(byStart);
    return {
      regions: regions.filter(({ type }) => filter === undefined || type === filter).map(regionBody),
      totalHeapSize: regions.reduce((sum, { size }) => sum + size, 0),
      timestamp: Date.now(),
    };
  }),
];

function filterIn(filter: unknown, types: readonly string[]): string | undefined {
  // Clients that have no filter chosen may say so with nothing in its place.
  if (filter === undefined || filter === null) return undefined;
  if (typeof filter === 'string' && types.includes(filter)) return filter;
  const given = typeof filter === 'string' ? `"${filter}"` : 'the filter';
  throw new Failure(
    'bad-arguments',
    'user',
    `${given} is no type of memory region;`,
    `they are ${types.join(', ')}.`,
  );
}

const byStart = ({ start: a }: MemoryRegion, { start: b }: MemoryRegion): number =>
  a.space !== b.space ? (a.space < b.space ? -1 : 1) : a.offset < b.offset ? -1 : a.offset > b.offset ? 1 : 0;

const regionBody = ({ start, size, type, fragmentation = 0, objectCount = 0 }: MemoryRegion): RegionBody => ({
  start: formatAddress(start),
  size,
  type,
  fragmentation,
  objectCount,
});
