// Events as contracts emit them: topics and ABI words back to values.

import type { Meta, MetaTypes } from '../meta/schema.js';
import { text } from './decode.js';
import { decodeStored } from './stored.js';
import { intRange, typeNamed, type NamedValue, type TwilightValue } from './value.js';

const word = 32;

export interface DecodedEvent {
  readonly name: string;
  /** In the order of the declaration. Of a topic that is a hash only the hash is known. */
  readonly parameters: readonly (NamedValue & { readonly indexed: boolean })[];
}

/** Undefined where the contract has no such event. What makes no sense is unreadable; nothing throws. */
export function decodeEvent(
  meta: Meta,
  topics: readonly Uint8Array[],
  data: Uint8Array,
): DecodedEvent | undefined {
  const [first, ...further] = topics;
  const hash = first === undefined ? undefined : hex(first);
  const event = Object.values(meta.events).find(each => each.signature_hash === hash);
  if (event === undefined) return undefined;
  const types: MetaTypes = { ...meta.types, ...meta.debug_info?.variable_info.types };
  const rest = event.parameters.filter(({ indexed }) => !indexed);
  const values = decodeWords(
    types,
    rest.map(each => each.internal_type),
    data,
  );
  let topic = 0;
  let plain = 0;
  return {
    name: event.human_name,
    parameters: event.parameters.map(({ name, internal_type: type, indexed }) => ({
      name,
      indexed,
      value: indexed ? decodeTopic(types, type, further[topic++]) : values[plain++]!,
    })),
  };
}

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

function decodeTopic(types: MetaTypes, name: string, topic: Uint8Array | undefined): TwilightValue {
  if (topic === undefined) return { kind: 'unreadable', reason: 'the topic is missing' };
  if (!isDynamic(types, name) && headSize(types, name) === word) return decodeOne(types, name, topic, 0, 0);
  return { kind: 'unreadable', reason: `only its hash is known: ${hex(topic)}` };
}

/** Values one behind the other, as in the data of an event. */
export function decodeWords(
  types: MetaTypes,
  names: readonly string[],
  data: Uint8Array,
): readonly TwilightValue[] {
  return decodeMany(types, names, data, 0, 0);
}

function decodeMany(
  types: MetaTypes,
  names: readonly string[],
  data: Uint8Array,
  base: number,
  depth: number,
): readonly TwilightValue[] {
  let at = base;
  return names.map(name => {
    const head = at;
    at += headSize(types, name);
    if (!isDynamic(types, name)) return decodeOne(types, name, data, head, depth);
    const offset = small(data, head);
    return offset === undefined ? short : decodeOne(types, name, data, base + offset, depth);
  });
}

const short: TwilightValue = { kind: 'unreadable', reason: 'the data ends too early' };
const deepest = 40;

function isDynamic(types: MetaTypes, name: string): boolean {
  const type = typeNamed(types, name);
  switch (type.k) {
    case 'string':
    case 'vector':
      return true;
    case 'struct':
    case 'tuple':
      return type.fields.some(field => isDynamic(types, field.type));
    case 'array':
      return isDynamic(types, type.elem);
    case 'enum':
      return type.variants.some(({ fields }) => fields.length > 0);
    default:
      return false;
  }
}

function headSize(types: MetaTypes, name: string): number {
  if (isDynamic(types, name)) return word;
  const type = typeNamed(types, name);
  if (type.k === 'struct' || type.k === 'tuple')
    return type.fields.reduce((sum, field) => sum + headSize(types, field.type), 0);
  if (type.k === 'array') return type.length * headSize(types, type.elem);
  return type.k === 'unit' ? 0 : word;
}

/** `at` is where the value is, not its head. */
function decodeOne(
  types: MetaTypes,
  name: string,
  data: Uint8Array,
  at: number,
  depth: number,
): TwilightValue {
  if (depth > deepest) return { kind: 'unreadable', reason: 'values are nested too deeply' };
  const type = typeNamed(types, name);
  switch (type.k) {
    case 'unit':
      return { kind: 'unit' };
    case 'struct':
    case 'tuple': {
      const values = decodeMany(
        types,
        type.fields.map(field => field.type),
        data,
        at,
        depth + 1,
      );
      return {
        kind: 'product',
        fields: type.fields.map((field, nth) => ({ name: field.name, value: values[nth]! })),
      };
    }
    case 'array':
      return {
        kind: 'list',
        items: decodeMany(
          types,
          Array.from({ length: type.length }, () => type.elem),
          data,
          at,
          depth + 1,
        ),
      };
    case 'vector': {
      const length = small(data, at);
      if (length === undefined || length > data.length) return short;
      const element = typeNamed(types, type.elem);
      if (element.k === 'int' && element.bits === 8 && !element.signed) {
        const bytes = part(data, at + word, length);
        return bytes === undefined
          ? short
          : { kind: 'list', items: [...bytes].map(byte => ({ kind: 'int', value: BigInt(byte) })) };
      }
      return {
        kind: 'list',
        items: decodeMany(
          types,
          Array.from({ length }, () => type.elem),
          data,
          at + word,
          depth + 1,
        ),
      };
    }
    case 'string': {
      const bytes = sized(data, at);
      return bytes === undefined ? short : text(bytes);
    }
    case 'enum': {
      if (isDynamic(types, name)) {
        const bytes = sized(data, at);
        return bytes === undefined ? short : decodeStored(types, name, bytes, 'entry');
      }
      const tag = small(data, at);
      const variant = type.variants.find(({ index }) => index === tag);
      return variant === undefined
        ? { kind: 'unreadable', reason: `${tag} is no tag of ${name}` }
        : { kind: 'variant', name: variant.name, fields: [] };
    }
    case 'map':
      return { kind: 'unreadable', reason: 'maps are in no event' };
    default: {
      const bytes = part(data, at, word);
      return bytes === undefined ? short : scalarWord(type, bytes);
    }
  }
}

function scalarWord(
  type: Extract<MetaTypes[string], { k: 'int' | 'bool' | 'address' | 'hash256' }>,
  bytes: Uint8Array,
): TwilightValue {
  if (type.k === 'address' || type.k === 'hash256')
    return { kind: 'bytes', bytes: Uint8Array.from(bytes.subarray(word - type.size)) };
  const raw = BigInt(hex(bytes));
  if (type.k === 'bool') return { kind: 'bool', value: raw !== 0n };
  const value = type.signed ? BigInt.asIntN(256, raw) : raw;
  const { least, most } = intRange(type.bits, type.signed);
  return value < least || value > most
    ? { kind: 'unreadable', reason: `${value} is no number of ${type.bits} bits` }
    : { kind: 'int', value };
}

/** A length or an offset: never more than there are bytes. */
function small(data: Uint8Array, at: number): number | undefined {
  const bytes = part(data, at, word);
  if (bytes === undefined) return undefined;
  const value = BigInt(hex(bytes));
  return value > BigInt(data.length) ? undefined : Number(value);
}

function sized(data: Uint8Array, at: number): Uint8Array | undefined {
  const length = small(data, at);
  return length === undefined ? undefined : part(data, at + word, length);
}

const part = (data: Uint8Array, at: number, length: number): Uint8Array | undefined =>
  at + length > data.length ? undefined : data.subarray(at, at + length);
