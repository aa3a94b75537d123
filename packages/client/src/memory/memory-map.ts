// The map of memory as the session tells it (`sonde/memoryMap`), and words for its facts.
import type { SessionModel } from '../session-model.js';
import { parseAddress, type Address } from './address.js';
import { TypeLooks } from './type-looks.js';

export interface Region {
  /** As the protocol wrote it: a reference for the hex view. */
  readonly reference: string;
  readonly start: Address;
  readonly size: number;
  readonly type: string;
  readonly name?: string;
  readonly permissions?: string;
  readonly objectCount?: number;
  /** 0 to 1: how much of what is free lies outside of the largest free piece. */
  readonly fragmentation?: number;
}

export interface MemoryMap {
  readonly regions: readonly Region[];
  /** Types in the order of the legend, each with its colour and pattern, and a sentence where the session has one. */
  readonly types: readonly { readonly type: string; readonly look: number; readonly about?: string }[];
}

/** Regions of the language's runtime, or of the machine. */
export type MapSource = 'language' | 'engine';

export async function readMap(model: SessionModel, source: MapSource, looks?: TypeLooks): Promise<MemoryMap> {
  const body = await model.client.customRequest('sonde/memoryMap', source === 'engine' ? { source } : {});
  return mapOf(body, looks);
}

/** Bears whatever the answer holds: a region without place or size is none. */
export function mapOf(body: unknown, looks = new TypeLooks()): MemoryMap {
  const { regions, legend } = (typeof body === 'object' && body !== null ? body : {}) as {
    readonly regions?: unknown;
    readonly legend?: unknown;
  };
  const read = (Array.isArray(regions) ? regions : []).flatMap(regionOf).sort(byStart);
  const sentences = new Map(Object.entries(typeof legend === 'object' && legend !== null ? legend : {}));
  const seen = new Set(read.map(({ type }) => type));
  const types = [
    ...[...sentences.keys()].filter(type => seen.has(type)),
    ...[...seen].filter(type => !sentences.has(type)),
  ];
  const given = looks.of(types);
  return {
    regions: read,
    types: types.map((type, nth) => {
      const about: unknown = sentences.get(type);
      return { type, look: given[nth]!, ...(typeof about === 'string' ? { about } : {}) };
    }),
  };
}

function regionOf(value: unknown): readonly Region[] {
  if (typeof value !== 'object' || value === null) return [];
  const { start, size, type, name, permissions, objectCount, fragmentation } = value as Readonly<
    Record<string, unknown>
  >;
  if (typeof start !== 'string' || typeof size !== 'number' || !(size > 0)) return [];
  const address = parseAddress(start);
  if (address === undefined) return [];
  return [
    {
      reference: start,
      start: address,
      size,
      type: typeof type === 'string' ? type : 'other',
      ...(typeof name === 'string' && name !== '' ? { name } : {}),
      ...(typeof permissions === 'string' && permissions !== '' ? { permissions } : {}),
      ...(typeof objectCount === 'number' ? { objectCount } : {}),
      ...(typeof fragmentation === 'number'
        ? { fragmentation: Math.min(1, Math.max(0, fragmentation)) }
        : {}),
    },
  ];
}

const byStart = ({ start: a }: Region, { start: b }: Region): number =>
  a.space !== b.space ? (a.space < b.space ? -1 : 1) : a.offset < b.offset ? -1 : a.offset > b.offset ? 1 : 0;

/** Regions of the machine and the pieces of them that the language knows, as one list: what both tell is told once. */
export function joinedRegions(machine: readonly Region[], language: readonly Region[]): readonly Region[] {
  const told = new Set(language.map(placeKey));
  const regions = [...machine.filter(region => !told.has(placeKey(region))), ...language];
  // What lies in another region comes behind it.
  return regions.sort((a, b) => byStart(a, b) || b.size - a.size);
}

const placeKey = ({ start: { space, offset }, size }: Region): string => `${space} ${offset} ${size}`;

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;

export function sizeText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < units.length - 1) [amount, unit] = [amount / 1024, unit + 1];
  const rounded = Number(amount.toFixed(amount >= 100 ? 0 : 1));
  return `${rounded} ${unit === 0 && bytes === 1 ? 'byte' : units[unit]!}`;
}

export const shareText = (share: number): string => `${Math.round(share * 100)} %`;

/** All that is known of a region, in one line: what the canvas shows, for those who do not see it. */
export const factsOf = (region: Region): string =>
  [
    `${region.type} at ${region.reference}`,
    ...(region.name === undefined ? [] : [region.name]),
    sizeText(region.size),
    ...(region.permissions === undefined ? [] : [region.permissions]),
    ...(region.objectCount === undefined ? [] : [objectsText(region.objectCount)]),
    ...(region.fragmentation === undefined ? [] : [`fragmentation ${shareText(region.fragmentation)}`]),
  ].join(', ');

const objectsText = (count: number): string => `${count} ${count === 1 ? 'object' : 'objects'}`;
