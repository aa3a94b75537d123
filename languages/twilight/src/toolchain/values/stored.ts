// Values in storage: keys that can be read back, and bytes that are those of memory where the type has a fixed size.

import type { MetaTypes } from '../meta/schema.js';
import { decodeMemory, text } from './decode.js';
import { encodeMemory } from './encode.js';
import {
  isFixedType,
  readInt,
  typeNamed,
  writeInt,
  ValueProblem,
  zeroValue,
  type NamedValue,
  type TwilightValue,
} from './value.js';

const separator = 0;

/** No Buffer: its slices share memory. */
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));

/** The key of a variable, or of an entry of a map; a map in a map has several. */
export function storageKey(
  types: MetaTypes,
  variable: string,
  type: string,
  keys: readonly TwilightValue[] = [],
): Uint8Array {
  const parts: Uint8Array[] = [new TextEncoder().encode(variable)];
  let inner = type;
  for (const key of keys) {
    const map = typeNamed(types, inner);
    if (map.k !== 'map') throw new ValueProblem(variable, `${inner} has no keys`);
    parts.push(Uint8Array.of(separator), encodeKey(types, map.key, key));
    inner = map.value;
  }
  return joined(...parts);
}

/** Of a vector, whose own key is given. */
export const lengthKey = (key: Uint8Array): Uint8Array => joined(key, Buffer.from('\0len'));
export const elementKey = (key: Uint8Array, index: bigint): Uint8Array =>
  joined(key, Uint8Array.of(separator), writeInt(index, 8));

const encodeKey = (types: MetaTypes, type: string, key: TwilightValue): Uint8Array =>
  encodeStored(types, type, key, 'variable');

/** The key of an entry, from what stands behind the variable's name. Undefined where it is none of this map. */
export function decodeKey(
  types: MetaTypes,
  mapType: string,
  rest: Uint8Array,
): readonly TwilightValue[] | undefined {
  const map = typeNamed(types, mapType);
  if (map.k !== 'map' || rest[0] !== separator) return undefined;
  const inner = typeNamed(types, map.value);
  const bytes = rest.subarray(1);
  if (inner.k !== 'map') {
    const key = decodeStored(types, map.key, bytes, 'variable');
    return key.kind === 'unreadable' ? undefined : [key];
  }
  const key = typeNamed(types, map.key);
  // Of a string it is not known where it ends: at the first separator that lets the rest be a key.
  const ends = isFixedType(types, map.key)
    ? [key.size]
    : [...bytes.keys()].filter(at => bytes[at] === separator);
  for (const end of ends) {
    const outer = decodeStored(types, map.key, bytes.subarray(0, end), 'variable');
    const further =
      outer.kind === 'unreadable' ? undefined : decodeKey(types, map.value, bytes.subarray(end));
    if (further !== undefined) return [outer, ...further];
  }
  return undefined;
}

/** `variable`: under its own name, where a string is only its bytes. `entry`: of a map or vector, where empty means removed. */
export type StoredAs = 'variable' | 'entry';

export function encodeStored(types: MetaTypes, name: string, value: TwilightValue, as: StoredAs): Uint8Array {
  const type = typeNamed(types, name);
  if (type.k === 'string' && as === 'variable') {
    if (value.kind !== 'string') throw new ValueProblem('', 'this is no string');
    return new TextEncoder().encode(value.text);
  }
  const bytes = joined(...encodeParts(types, name, value));
  return bytes.length === 0 && as === 'entry' ? Uint8Array.of(0) : bytes;
}

const noHeap = {
  allocate: (): number => {
    throw new ValueProblem('', 'this value has no fixed size');
  },
  write: (): void => undefined,
};

function* encodeParts(types: MetaTypes, name: string, value: TwilightValue): Generator<Uint8Array, void> {
  if (isFixedType(types, name)) {
    yield encodeMemory(types, name, value, noHeap);
    return;
  }
  const type = typeNamed(types, name);
  const wrong = (): never => {
    throw new ValueProblem('', `this is no ${name}`);
  };
  const fields = function* (
    given: readonly NamedValue[],
    declared: readonly { readonly type: string }[],
  ): Generator<Uint8Array, void> {
    if (given.length !== declared.length) wrong();
    for (const [nth, field] of declared.entries()) yield* encodeParts(types, field.type, given[nth]!.value);
  };
  switch (type.k) {
    case 'string': {
      if (value.kind !== 'string') return wrong();
      const utf8 = new TextEncoder().encode(value.text);
      yield writeInt(BigInt(utf8.length), 4);
      yield utf8;
      return;
    }
    case 'struct':
    case 'tuple':
      if (value.kind !== 'product') return wrong();
      yield* fields(value.fields, type.fields);
      return;
    case 'enum': {
      const variant =
        value.kind === 'variant' ? type.variants.find(each => each.name === value.name) : undefined;
      if (value.kind !== 'variant' || variant === undefined) return wrong();
      yield writeInt(BigInt(variant.index), type.tag.size);
      yield* fields(value.fields, variant.fields);
      return;
    }
    case 'array':
    case 'vector':
      if (value.kind !== 'list') return wrong();
      if (type.k === 'vector') yield writeInt(BigInt(value.items.length), 4);
      for (const item of value.items) yield* encodeParts(types, type.elem, item);
      return;
    default:
      return wrong();
  }
}

/** Undefined bytes, and empty ones of an entry, are the zero value. */
export function decodeStored(
  types: MetaTypes,
  name: string,
  bytes: Uint8Array | undefined,
  as: StoredAs,
): TwilightValue {
  const type = typeNamed(types, name);
  if (bytes === undefined) return zeroValue(types, name);
  if (type.k === 'string' && as === 'variable') return text(bytes);
  if (bytes.length === 0) return zeroValue(types, name);
  if (isFixedType(types, name)) {
    if (type.size === 0) return zeroValue(types, name);
    if (bytes.length !== type.size)
      return { kind: 'unreadable', reason: `${name} takes ${type.size} bytes, here are ${bytes.length}` };
    return decodeMemory(types, name, (at, length) => slice(bytes, at, length), 0);
  }
  const cursor = { at: 0 };
  const value = decodeParts(types, name, bytes, cursor);
  if (cursor.at !== bytes.length && value.kind !== 'unreadable')
    return { kind: 'unreadable', reason: `${bytes.length - cursor.at} bytes are left over` };
  return value;
}

const slice = (bytes: Uint8Array, at: number, length: number): Uint8Array | undefined =>
  at + length > bytes.length ? undefined : bytes.subarray(at, at + length);

function decodeParts(
  types: MetaTypes,
  name: string,
  bytes: Uint8Array,
  cursor: { at: number },
): TwilightValue {
  const type = typeNamed(types, name);
  const take = (length: number): Uint8Array | undefined => {
    const found = slice(bytes, cursor.at, length);
    cursor.at = found === undefined ? bytes.length : cursor.at + length;
    return found;
  };
  const short: TwilightValue = { kind: 'unreadable', reason: `the bytes of ${name} end too early` };
  if (isFixedType(types, name)) {
    const found = take(type.size);
    return found === undefined
      ? short
      : decodeMemory(types, name, (at, length) => slice(found, at, length), 0);
  }
  const number = (size: number): number | undefined => {
    const found = take(size);
    return found === undefined ? undefined : Number(readInt(found, false));
  };
  const fields = (
    declared: readonly { readonly name: string; readonly type: string }[],
  ): readonly NamedValue[] =>
    declared.map(field => ({ name: field.name, value: decodeParts(types, field.type, bytes, cursor) }));
  switch (type.k) {
    case 'string': {
      const length = number(4);
      const found = length === undefined ? undefined : take(length);
      return found === undefined ? short : text(found);
    }
    case 'struct':
    case 'tuple':
      return { kind: 'product', fields: fields(type.fields) };
    case 'enum': {
      const tag = number(type.tag.size);
      const variant = type.variants.find(each => each.index === tag);
      if (variant === undefined)
        return tag === undefined ? short : { kind: 'unreadable', reason: `${tag} is no tag of ${name}` };
      return { kind: 'variant', name: variant.name, fields: fields(variant.fields) };
    }
    case 'array':
    case 'vector': {
      const length = type.k === 'array' ? type.length : number(4);
      if (length === undefined || length > bytes.length) return short;
      return {
        kind: 'list',
        items: Array.from({ length }, () => decodeParts(types, type.elem, bytes, cursor)),
      };
    }
    default:
      return { kind: 'unreadable', reason: `${name} cannot be stored` };
  }
}
