// Bytes of a watch as a number and as text, by the type that C gives them.

import type { TypeId, TypeTable } from '@sonde/engine';
import { decodeScalar, floatText, hexText, quoted } from '@sonde/lens';
import { hexOf } from '../request.js';

export interface ShownValue {
  /** A JSON number where it is exact; null for what is no number. */
  readonly value: number | boolean | string | null;
  readonly formatted: string;
}

/** Without a type it is an unsigned number of its size. */
export function shownValue(
  bytes: Uint8Array,
  type: TypeId | undefined,
  types: TypeTable | undefined,
): ShownValue {
  const description =
    type === undefined || types === undefined
      ? ({ kind: 'integer', name: '', signed: false } as const)
      : types.resolve(type);
  const scalar =
    (type === undefined && bytes.length > 8) || types === undefined
      ? plainNumber(bytes)
      : decodeScalar(bytes, description, types, true);
  if (scalar === undefined) return { value: null, formatted: hexOf(bytes) };
  if (typeof scalar === 'string') return { value: scalar, formatted: quoted(scalar) };
  if (typeof scalar === 'boolean') return { value: scalar, formatted: String(scalar) };
  if (typeof scalar === 'number') return { value: scalar, formatted: floatText(scalar, bytes.length) };
  // What a JSON number cannot hold exactly is a text.
  const value =
    BigInt(Number(scalar)) === scalar && Number.isSafeInteger(Number(scalar)) ? Number(scalar) : `${scalar}`;
  if (description.kind === 'pointer') return { value, formatted: hexText(scalar, bytes.length) };
  if (description.kind === 'enum') {
    const named = description.enumerators.find(each => each.value === scalar);
    if (named !== undefined) return { value, formatted: named.name };
  }
  if (description.kind === 'character' && scalar >= 0x20n && scalar < 0x7fn)
    return { value, formatted: `${quoted(String.fromCharCode(Number(scalar)), "'")} ${scalar}` };
  return { value, formatted: `${scalar}` };
}

function plainNumber(bytes: Uint8Array): bigint | undefined {
  if (bytes.length > 8) return undefined;
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}
