// Which of its variants a value is.

import type { RawValue, TypeDescription, TypeTable, Variant } from '@sonde/engine';
import { scalarOf } from './decode.js';
import { fieldOf } from './parts.js';

type VariantType = Extract<TypeDescription, { kind: 'variant' }>;

export function tagOf(value: RawValue, type: VariantType, types: TypeTable, littleEndian: boolean): RawValue {
  const field = { ...type.discriminant, bitOffset: type.discriminant.bitOffset ?? 0 };
  return fieldOf(value, field, types, littleEndian);
}

/** The only one there is, which needs no tag. */
export const onlyVariant = ({ variants }: VariantType): Variant | undefined =>
  variants.length === 1 && variants[0]?.discriminant === undefined ? variants[0] : undefined;

/** The variant that the tag names, or why there is none. */
export function variantNamed(
  tag: RawValue,
  type: VariantType,
  types: TypeTable,
  littleEndian: boolean,
): Variant | string {
  const found = scalarOf(tag, types, littleEndian);
  const number = typeof found === 'boolean' ? BigInt(found) : found;
  // A tag that cannot be read means no variant, not the one that all others mean.
  if (typeof number !== 'bigint') return `the discriminant of ${type.name} cannot be read`;
  return (
    type.variants.find(variant => variant.discriminant === number) ??
    type.variants.find(variant => variant.discriminant === undefined) ??
    `no variant of ${type.name} has the discriminant ${String(number)}`
  );
}
