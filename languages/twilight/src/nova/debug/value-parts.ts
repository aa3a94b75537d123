// What is inside a value of Twilight: fields, elements and entries, each with its name and type.

import type { MetaTypes } from '../../toolchain/meta/schema.js';
import { valueToJson } from '../../toolchain/values/json.js';
import type { ShownValue } from './session.js';

/** Empty for what has nothing inside. */
export function partsOf(types: MetaTypes, { type: name, value }: ShownValue): readonly ShownValue[] {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) return [];
  switch (value.kind) {
    case 'product':
    case 'variant': {
      const fields =
        value.kind === 'product'
          ? type.k === 'struct' || type.k === 'tuple'
            ? type.fields
            : []
          : type.k === 'enum'
            ? (type.variants.find(variant => variant.name === value.name)?.fields ?? [])
            : [];
      return value.fields.map((field, nth) => ({
        name: field.name,
        type: fields[nth]?.type ?? '?',
        value: field.value,
      }));
    }
    case 'list': {
      const element = type.k === 'array' || type.k === 'vector' ? type.elem : '?';
      return value.items.map((item, nth) => ({ name: `[${nth}]`, type: element, value: item }));
    }
    case 'map': {
      const held = type.k === 'map' ? type.value : '?';
      return value.entries.map(entry => ({
        name: `[${JSON.stringify(valueToJson(entry.key))}]`,
        type: held,
        value: entry.value,
      }));
    }
    default:
      return [];
  }
}
