// Data ids: the text by which a client names what a data breakpoint watches.

import { formatAddress, frameId, objectId, parseAddress, type Place } from '@sonde/engine';

/** The id holds all that is needed to find the place again, so that a client may keep it across sessions. */
export function dataIdOf(place: Place, size: number, mode?: string): string {
  const plain = place.kind === 'memory' ? { ...place, address: formatAddress(place.address) } : place;
  return JSON.stringify({ size, place: plain, mode });
}

/** What a data breakpoint watches, and the mode that was chosen when it was asked about. */
export interface Watched {
  readonly place: Place;
  readonly size: number;
  readonly mode?: string;
}

export function watchedByDataId(text: string): Watched | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(given) || typeof given['size'] !== 'number' || !isRecord(given['place'])) return undefined;
  const place = placeOf(given['place']);
  const { mode } = given;
  if (place === undefined) return undefined;
  return { place, size: given['size'], ...(typeof mode === 'string' ? { mode } : {}) };
}

function placeOf(given: Readonly<Record<string, unknown>>): Place | undefined {
  const { kind, frame, slot, name, index, object, key, address, size, bits } = given;
  switch (kind) {
    case 'slot':
      return typeof frame === 'string' && typeof slot === 'number'
        ? { kind, frame: frameId(frame), slot }
        : undefined;
    case 'register':
      return typeof frame === 'string' && typeof name === 'string'
        ? { kind, frame: frameId(frame), name }
        : undefined;
    case 'global':
      return typeof index === 'number'
        ? { kind, index, ...(typeof frame === 'string' ? { frame: frameId(frame) } : {}) }
        : undefined;
    case 'field':
      return typeof object === 'string' && (typeof key === 'string' || typeof key === 'number')
        ? { kind, object: objectId(object), key }
        : undefined;
    case 'storage':
      return typeof key === 'string' ? { kind, key } : undefined;
    case 'memory': {
      const parsed = typeof address === 'string' ? parseAddress(address) : undefined;
      if (parsed === undefined) return undefined;
      const range = isRecord(bits) && typeof bits['offset'] === 'number' && typeof bits['size'] === 'number';
      return {
        kind,
        address: parsed,
        ...(typeof size === 'number' ? { size } : {}),
        ...(range ? { bits: { offset: Number(bits['offset']), size: Number(bits['size']) } } : {}),
      };
    }
    default:
      return undefined;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
