// Types as `.meta` describes them: by name, with their layouts.

import type { Field, Type } from '../checker/types.js';
import { entryLayout, enumLayout, fieldsLayout, layoutOf, strideOf } from '../layout/layout.js';
import type { MetaType } from './schema.js';

/** Adds a type and all that it is made of. */
export function describeType(type: Type, table: Record<string, MetaType>): string {
  if (Object.hasOwn(table, type.name)) return type.name;
  const { size, align } = layoutOf(type);
  const measured = { size, align };
  // Named before its parts are looked at: a type may hold itself in a vector.
  const named = (made: MetaType): void => void (table[type.name] = made);
  const fieldsOf = (fields: readonly Field[], offsets: readonly number[]) =>
    fields.map((field, nth) => ({ name: field.name, type: field.type.name, offset: offsets[nth]! }));
  switch (type.kind) {
    case 'unit':
    case 'never':
      named({ k: 'unit', ...measured });
      break;
    case 'bool':
    case 'address':
    case 'hash256':
    case 'string':
      named({ k: type.kind, ...measured });
      break;
    case 'int':
      named({ k: 'int', ...measured, bits: type.bits, signed: type.signed });
      break;
    case 'struct':
    case 'tuple': {
      const fields = fieldsOf(type.fields, fieldsLayout(type.fields).offsets);
      named(
        type.kind === 'struct'
          ? { k: 'struct', ...measured, shape: type.shape, fields }
          : { k: 'tuple', ...measured, fields },
      );
      for (const field of type.fields) describeType(field.type, table);
      break;
    }
    case 'enum': {
      const layout = enumLayout(type);
      named({
        k: 'enum',
        ...measured,
        family: type.family,
        tag: { offset: 0, size: layout.tagSize },
        payload_offset: layout.payloadOffset,
        variants: type.variants.map(variant => ({
          name: variant.name,
          index: variant.tag,
          shape: variant.shape,
          fields: fieldsOf(variant.fields, layout.offsetsOf(variant)),
        })),
      });
      for (const { fields } of type.variants) for (const field of fields) describeType(field.type, table);
      break;
    }
    case 'array':
      named({
        k: 'array',
        ...measured,
        elem: type.element.name,
        length: type.length,
        stride: strideOf(type.element),
      });
      describeType(type.element, table);
      break;
    case 'vector':
      named({ k: 'vector', ...measured, elem: type.element.name, stride: strideOf(type.element) });
      describeType(type.element, table);
      break;
    case 'map': {
      const entry = entryLayout(type);
      named({
        k: 'map',
        ...measured,
        key: type.key.name,
        value: type.value.name,
        stride: entry.size,
        value_offset: entry.offsets[1]!,
      });
      describeType(type.key, table);
      describeType(type.value, table);
      break;
    }
    case 'parameter':
      throw new Error(`the type parameter ${type.name} is still there`);
  }
  return type.name;
}
