// `sonde/memoryMap`: the pieces of memory that mean something to the languages of the program, or to the machine.

import {
  Failure,
  formatAddress,
  notSupported,
  type Address,
  type EngineRegion,
  type RegionKind,
} from '@sonde/engine';
import type { MemoryRegion } from '@sonde/language';
import { serveCustom, type RequestEntry, type SessionContext } from '../request-table.js';

export interface MemoryMapBody {
  readonly regions: readonly RegionBody[];
  /** Bytes of all regions of a language's map, whatever was asked for; of the machine's, of those of type `heap`. */
  readonly totalHeapSize: number;
  /** When it was read, in milliseconds since 1970. */
  readonly timestamp: number;
  /** A sentence about each type that there can be. */
  readonly legend: Readonly<Record<string, string>>;
}

interface RegionBody {
  readonly start: string;
  readonly size: number;
  readonly type: string;
  readonly fragmentation: number;
  readonly objectCount: number;
  readonly name?: string;
  readonly permissions?: string;
}

interface MemoryMap {
  readonly regions: readonly MappedRegion[];
  readonly heapSize: number;
  readonly legend: Readonly<Record<string, string>>;
}

type MappedRegion = MemoryRegion & Pick<EngineRegion, 'name' | 'permissions'>;

export const memoryMapRequests: readonly RequestEntry[] = [
  serveCustom('sonde/memoryMap', { needs: 'stopped' }, async (context, args): Promise<MemoryMapBody> => {
    const map = await (wantsEngine(args['source'])
      ? engineMap(context)
      : languageMap(context).then(found => found ?? engineMap(context)));
    const filter = filterIn(args['filter'], Object.keys(map.legend));
    const wanted = map.regions.filter(({ type }) => filter === undefined || type === filter);
    return {
      regions: wanted.toSorted(byStart).map(regionBody),
      totalHeapSize: map.heapSize,
      timestamp: Date.now(),
      legend: map.legend,
    };
  }),
];

/** Undefined where no language of the program has one. Runtimes of others may be in it; those that are not tell of nothing. */
async function languageMap({ session }: SessionContext): Promise<MemoryMap | undefined> {
  const { reader } = session.stopped();
  const { runtimes } = await session.life.loaded();
  const told = await Promise.all(
    runtimes
      .withRegions(reader)
      .map(async ({ language, model }) => ({ language, regions: await model.regions!() })),
  );
  const maps = told.filter(({ language, regions }) => language === session.language || regions.length > 0);
  if (maps.length === 0) return undefined;
  const regions = maps.flatMap(map => map.regions);
  return {
    regions,
    heapSize: sizeOf(regions),
    legend: Object.assign(
      {},
      ...maps.map(({ language }) => language.runtime?.regionTypes),
    ) as MemoryMap['legend'],
  };
}

async function engineMap({ session, signal }: SessionContext): Promise<MemoryMap> {
  const engine = await session.engine();
  if (engine.regions === undefined || !engine.traits.memory) throw notSupported('a map of memory');
  const found = await engine.regions(session.stopped().stop.id, signal);
  const regions = found.map(({ kind, ...region }) => ({ ...region, type: kind }));
  return { regions, heapSize: sizeOf(regions.filter(({ type }) => type === 'heap')), legend: kindLegend };
}

const kindLegend: Readonly<Record<RegionKind, string>> = {
  code: 'Instructions of the program and its libraries.',
  data: 'Variables and constants of the program and its libraries.',
  heap: 'Where the program’s allocations begin.',
  stack: 'Calls and their variables, one for each thread.',
  mapped: 'Files and anonymous memory that were mapped while it ran; large allocations are there.',
  other: 'Gaps that nothing may touch, and what the kernel keeps there.',
};

const sizeOf = (regions: readonly { readonly size: number }[]): number =>
  regions.reduce((sum, { size }) => sum + size, 0);

function wantsEngine(source: unknown): boolean {
  if (source === undefined || source === null) return false;
  if (source === 'engine') return true;
  throw new Failure('bad-arguments', 'user', '"source" must be "engine", or be left out.');
}

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

const byStart = ({ start: a }: { start: Address }, { start: b }: { start: Address }): number =>
  a.space !== b.space ? (a.space < b.space ? -1 : 1) : a.offset < b.offset ? -1 : a.offset > b.offset ? 1 : 0;

const regionBody = ({
  start,
  size,
  type,
  fragmentation = 0,
  objectCount = 0,
  name,
  permissions,
}: MappedRegion): RegionBody => ({
  start: formatAddress(start),
  size,
  type,
  fragmentation,
  objectCount,
  ...(name === undefined ? {} : { name }),
  ...(permissions === undefined ? {} : { permissions }),
});
