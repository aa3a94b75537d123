// Structs of debug information: what the fields of an object are called, and a line about its numbers.

import type { HeapStop } from '@sonde/engine-native';
import type { TypeId } from '@sonde/engine';
import { fieldOf, flatFields, scalarOf, type FlatField } from '@sonde/lens';

export interface StructFields {
  /** The name of the field that lies so many bytes behind the start. */
  nameAt(offset: number): string | undefined;
  summary(bytes: Uint8Array): string | undefined;
}

const mostShown = 4;

/** By name; those that debug information does not describe are missing. */
export async function structFields(
  stop: HeapStop,
  names: readonly string[],
): Promise<ReadonlyMap<string, StructFields>> {
  const ids = await stop.typesNamed(names);
  return new Map(
    names.flatMap((name, nth): readonly [string, StructFields][] => {
      const id = ids[nth];
      const type = id === undefined ? undefined : stop.types.resolve(id);
      if (id === undefined || type?.kind !== 'struct') return [];
      const fields = flatFields(type.fields, stop.types);
      return [[name, fieldsOf(stop, id, type.size ?? 0, fields)]];
    }),
  );
}

function fieldsOf(
  { types, littleEndian }: HeapStop,
  type: TypeId,
  size: number,
  fields: readonly FlatField[],
): StructFields {
  const byOffset = new Map(fields.map(({ name, bitOffset }) => [bitOffset / 8, name]));
  return {
    nameAt: offset => byOffset.get(offset),
    summary: bytes => {
      if (bytes.length < size) return undefined;
      const whole = { type, content: { kind: 'bytes', bytes: bytes.subarray(0, size) } } as const;
      const shown = fields.flatMap(field => {
        if (types.resolve(field.type).kind === 'pointer') return [];
        const scalar = scalarOf(fieldOf(whole, field, types, littleEndian), types, littleEndian);
        return scalar === undefined ? [] : [`${field.name}: ${scalar}`];
      });
      return shown.length === 0 ? undefined : shown.slice(0, mostShown).join(', ');
    },
  };
}
