// Values from and to JSON: what people write in launch configurations and on command lines.

import type { MetaTypes } from '../meta/schema.js';
import { intRange, typeNamed, ValueProblem, type NamedValue, type TwilightValue } from './value.js';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Numbers as numbers or decimal (or 0x) strings, addresses and hashes as 0x…, structs as objects, tuples, arrays and vectors as
 * arrays, enums as `{ "tag": "Gold", "values": [5] }` or as the variant's name alone, maps as arrays of pairs.
 * An Option may be null or the value itself. Throws a `ValueProblem` with the path.
 */
export function valueFromJson(types: MetaTypes, name: string, json: unknown, path = ''): TwilightValue {
  const type = typeNamed(types, name);
  const wrong = (wanted: string): never => {
    throw new ValueProblem(path, `${shown(json)} is no ${name}: ${wanted}`);
  };
  switch (type.k) {
    case 'unit':
      return json === null || (Array.isArray(json) && json.length === 0)
        ? { kind: 'unit' }
        : wrong('write null');
    case 'bool':
      return typeof json === 'boolean' ? { kind: 'bool', value: json } : wrong('write true or false');
    case 'int': {
      const value = integer(json);
      if (value === undefined) return wrong('write a whole number, or one as a string');
      const { least, most } = intRange(type.bits, type.signed);
      if (value < least || value > most) return wrong(`write a number from ${least} to ${most}`);
      return { kind: 'int', value };
    }
    case 'address':
    case 'hash256': {
      const digits = type.size * 2;
      if (typeof json !== 'string' || !new RegExp(`^0x[0-9a-fA-F]{${digits}}$`).test(json))
        return wrong(`write "0x" and ${digits} hexadecimal digits`);
      return { kind: 'bytes', bytes: new Uint8Array(Buffer.from(json.slice(2), 'hex')) };
    }
    case 'string':
      if (typeof json !== 'string') return wrong('write a string');
      return /\p{Surrogate}/u.test(json)
        ? wrong('it has half a surrogate pair')
        : { kind: 'string', text: json };
    case 'struct':
    case 'tuple':
      return { kind: 'product', fields: fieldsFromJson(types, name, type.fields, json, path) };
    case 'enum':
      return variantFromJson(types, name, type, json, path);
    case 'array':
    case 'vector': {
      if (
        type.k === 'vector' &&
        typeof json === 'string' &&
        /^0x(?:[0-9a-fA-F]{2})*$/.test(json) &&
        isByte(types, type.elem)
      )
        return bytesList(json);
      if (!Array.isArray(json)) return wrong('write an array');
      if (type.k === 'array' && json.length !== type.length) return wrong(`write ${type.length} elements`);
      return {
        kind: 'list',
        items: json.map((item, nth) => valueFromJson(types, type.elem, item, `${path}[${nth}]`)),
      };
    }
    case 'map': {
      if (!Array.isArray(json)) return wrong('write an array of pairs of a key and a value');
      return {
        kind: 'map',
        entries: json.map((pair: unknown, nth) => {
          const at = `${path}[${nth}]`;
          if (!Array.isArray(pair) || pair.length !== 2)
            throw new ValueProblem(at, `${shown(pair)} is no pair of a key and a value`);
          return {
            key: valueFromJson(types, type.key, pair[0], `${at}[0]`),
            value: valueFromJson(types, type.value, pair[1], `${at}[1]`),
          };
        }),
      };
    }
  }
}

type Fields = readonly { readonly name: string; readonly type: string }[];

function fieldsFromJson(
  types: MetaTypes,
  owner: string,
  fields: Fields,
  json: unknown,
  path: string,
): readonly NamedValue[] {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(json)) {
    if (json.length !== fields.length)
      throw new ValueProblem(path, `${owner} has ${fields.length} fields, here are ${json.length}`);
    return fields.map(({ name, type }, nth) => ({
      name,
      value: valueFromJson(types, type, json[nth], `${path}[${nth}]`),
    }));
  }
  if (!isObject(json))
    throw new ValueProblem(path, `${shown(json)} is no ${owner}: write an object or an array`);
  const unknown = Object.keys(json).find(name => !fields.some(field => field.name === name));
  if (unknown !== undefined) throw new ValueProblem(at(unknown), `${owner} has no such field`);
  return fields.map(({ name, type }) => {
    if (!Object.hasOwn(json, name)) throw new ValueProblem(at(name), `this field of ${owner} is missing`);
    return { name, value: valueFromJson(types, type, json[name], at(name)) };
  });
}

function variantFromJson(
  types: MetaTypes,
  name: string,
  type: Extract<MetaTypes[string], { k: 'enum' }>,
  json: unknown,
  path: string,
): TwilightValue {
  const made = (called: string, values: unknown): TwilightValue => {
    const variant = type.variants.find(each => each.name === called);
    if (variant === undefined)
      throw new ValueProblem(
        path,
        `${name} has no variant ${called}; it has ${type.variants.map(each => each.name).join(', ')}`,
      );
    return {
      kind: 'variant',
      name: called,
      fields: fieldsFromJson(types, `${name}::${called}`, variant.fields, values, path),
    };
  };
  if (isObject(json) && typeof json['tag'] === 'string') return made(json['tag'], json['values'] ?? []);
  if (type.family === 'option') return json === null ? made('None', []) : made('Some', [json]);
  if (typeof json === 'string') return made(json, []);
  throw new ValueProblem(path, `${shown(json)} is no ${name}: write { "tag": …, "values": […] }`);
}

/** Numbers as decimal strings, so that none is too large for JSON. */
export function valueToJson(value: TwilightValue): Json {
  switch (value.kind) {
    case 'unit':
      return null;
    case 'bool':
      return value.value;
    case 'int':
      return String(value.value);
    case 'bytes':
      return `0x${Buffer.from(value.bytes).toString('hex')}`;
    case 'string':
      return value.text;
    case 'product':
      return isPositional(value.fields)
        ? value.fields.map(field => valueToJson(field.value))
        : Object.fromEntries(value.fields.map(field => [field.name, valueToJson(field.value)]));
    case 'variant':
      return { tag: value.name, values: value.fields.map(field => valueToJson(field.value)) };
    case 'list':
      return value.items.map(valueToJson);
    case 'map':
      return value.entries.map(({ key, value: held }) => [valueToJson(key), valueToJson(held)]);
    case 'unreadable':
      return { unreadable: value.reason };
  }
}

export const isPositional = (fields: readonly NamedValue[]): boolean =>
  fields.length > 0 && fields.every(({ name }, nth) => name === String(nth));

function integer(json: unknown): bigint | undefined {
  if (typeof json === 'bigint') return json;
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : undefined;
  if (typeof json !== 'string' || !/^-?(?:\d[\d_]*|0x[0-9a-fA-F][0-9a-fA-F_]*)$/.test(json)) return undefined;
  const digits = json.replaceAll('_', '');
  return digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits);
}

const isByte = (types: MetaTypes, name: string): boolean => {
  const type = typeNamed(types, name);
  return type.k === 'int' && type.bits === 8 && !type.signed;
};

const bytesList = (hex: string): TwilightValue => ({
  kind: 'list',
  items: [...Buffer.from(hex.slice(2), 'hex')].map(byte => ({ kind: 'int', value: BigInt(byte) })),
});

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

function shown(json: unknown): string {
  const text = json === undefined || typeof json === 'bigint' ? String(json) : JSON.stringify(json);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
