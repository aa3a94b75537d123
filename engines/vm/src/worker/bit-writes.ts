// Writes into bit fields: the bytes that hold one, with its bits replaced.

import type { Place, RawValue, TypeTable } from '@sonde/engine';
import { bytesToWrite, decodeInteger, integerBytes } from '@sonde/lens/bytes';

type BitPlace = Place & { readonly kind: 'memory' };

export const bytesHolding = ({ bits }: BitPlace): number =>
  bits === undefined ? 0 : Math.ceil((bits.offset + bits.size) / 8);

/** `held` are the bytes that are there now. Throws a Failure for what does not fit. */
export function withBits(place: BitPlace, held: Uint8Array, value: RawValue, types: TypeTable): Uint8Array {
  const { offset, size } = place.bits ?? { offset: 0, size: held.length * 8 };
  const given = decodeInteger(bytesToWrite(place, value, types, true), false, true);
  const mask = ((1n << BigInt(size)) - 1n) << BigInt(offset);
  const kept = decodeInteger(held, false, true) & ~mask;
  return integerBytes(kept | (given << BigInt(offset)), held.length, true);
}
