// Values that a place had before, for people: as the type that was asked about, and without what only the present knows.

import type { PastValue, Place, RawValue, TypeId, TypeTable } from '@sonde/engine';

export interface PastText {
  readonly value: string;
  /** The text says only what it was; its parts are to be seen by going there. */
  readonly parts?: true;
}

/** An engine that compares bytes has to know how many are meant. */
export function wholePlace(place: Place, type: TypeId, types: TypeTable): Place {
  const { size } = types.resolve(type);
  if (place.kind !== 'memory' || place.size !== undefined || place.bits !== undefined) return place;
  return size === undefined ? place : { ...place, size };
}

/** What has parts would be read as it is now, so that only its newest value can be shown whole. */
export function pastTexts(
  values: readonly PastValue[],
  type: TypeId,
  types: TypeTable,
  text: (value: RawValue) => Promise<string>,
): Promise<readonly PastText[]> {
  return Promise.all(
    values.map(async ({ value }, nth): Promise<PastText> => {
      const past = typedAs(value, type, types);
      const isNewest = nth === values.length - 1;
      const address = addressOf(past, types);
      if (isNewest || address === 0n || (!hasParts(past) && !leadsElsewhere(past.type, types)))
        return { value: await text(withoutPlace(past)) };
      return {
        value: address === undefined ? types.get(past.type).name : `0x${address.toString(16)}`,
        parts: true,
      };
    }),
  );
}

/** Who compares bytes knows nothing of their type; a local may be wider than what is kept in it. */
function typedAs(value: RawValue, type: TypeId, types: TypeTable): RawValue {
  const { content, place } = value;
  const { size = 0 } = types.resolve(type);
  if (content.kind !== 'bytes' || size === 0) return value;
  if (place?.kind === 'memory' && place.bits !== undefined) return value;
  const fits = place?.kind === 'slot' ? content.bytes.length >= size : content.bytes.length === size;
  return fits ? { ...value, type, content: { kind: 'bytes', bytes: content.bytes.slice(0, size) } } : value;
}

const hasParts = ({ content }: RawValue): boolean => content.kind === 'object' || content.kind === 'deferred';

/** Whether its text would read memory, which holds something else by now. */
function leadsElsewhere(id: TypeId, types: TypeTable): boolean {
  const type = types.resolve(id);
  switch (type.kind) {
    case 'pointer':
      return true;
    case 'array':
      return leadsElsewhere(type.element, types);
    case 'struct':
    case 'union':
      return type.fields.some(field => leadsElsewhere(field.type, types));
    case 'variant':
      return type.variants.some(variant => leadsElsewhere(variant.type, types));
    default:
      return false;
  }
}

/** Of a pointer: where it led to. */
function addressOf({ type, content }: RawValue, types: TypeTable): bigint | undefined {
  if (types.resolve(type).kind !== 'pointer' || content.kind !== 'bytes') return undefined;
  return content.bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** What is at its place now is another value; an object that was not read yet is known by its place only. */
const withoutPlace = (value: RawValue): RawValue => {
  if (hasParts(value)) return value;
  const { place: _, ...rest } = value;
  return rest;
};
