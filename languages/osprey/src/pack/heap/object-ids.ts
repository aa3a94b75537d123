// Ids of Osprey objects: the fiber that made one and its number there, so that they are the same in every run.

import type { HeapStop } from '@sonde/engine-native';

/** Decimal, so that a person sees both: 3000000017 is the 17th object of fiber 3. */
const perFiber = 1_000_000_000;
/** From here on ids are of what no fiber made. */
const others = perFiber / 2;
const mostFibers = 4_000_000;

export function objectId(
  stop: HeapStop,
  { fiber, number }: { readonly fiber: number; readonly number: bigint },
): number {
  if (fiber < mostFibers && number < BigInt(others)) return fiber * perFiber + Number(number);
  return otherId(stop, `object ${fiber}.${number}`);
}

/** Of roots and of what no fiber made. */
export const otherId = (stop: HeapStop, key: string): number => stop.ids.number(key, others);

/** Objects that are part of the program never move. */
export const staticId = (stop: HeapStop, at: number): number => otherId(stop, `static ${at}`);
