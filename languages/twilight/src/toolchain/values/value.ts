// A value of Twilight as data: what is decoded from memory, locals and storage, and encoded for calls.

import type { MetaType, MetaTypes } from '../meta/schema.js';

export interface NamedValue {
  readonly name: string;
  readonly value: TwilightValue;
}

export type TwilightValue =
  | { readonly kind: 'unit' }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: bigint }
  /** Of an address or a hash. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'string'; readonly text: string }
  /** A struct or a tuple. */
  | { readonly kind: 'product'; readonly fields: readonly NamedValue[] }
  | { readonly kind: 'variant'; readonly name: string; readonly fields: readonly NamedValue[] }
  /** An array or a vector; `left` elements were not read. */
  | { readonly kind: 'list'; readonly items: readonly TwilightValue[]; readonly left?: number }
  | {
      readonly kind: 'map';
      readonly entries: readonly { readonly key: TwilightValue; readonly value: TwilightValue }[];
      readonly left?: number;
    }
  /** What is there is no value of its type. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** What a value cannot be: told with the path to the part that is wrong. */
export class ValueProblem extends Error {
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(path === '' ? message : `${path}: ${message}`);
  }
}

export function typeNamed(types: MetaTypes, name: string): MetaType {
  const found = Object.hasOwn(types, name) ? types[name] : undefined;
  if (found === undefined) throw new ValueProblem('', `the type ${name} is not described`);
  return found;
}

/** Whether a value is all in its own bytes, without handles. */
export function isFixedType(types: MetaTypes, name: string): boolean {
  const type = typeNamed(types, name);
  switch (type.k) {
    case 'string':
    case 'vector':
    case 'map':
      return false;
    case 'struct':
    case 'tuple':
      return type.fields.every(field => isFixedType(types, field.type));
    case 'enum':
      return type.variants.every(({ fields }) => fields.every(field => isFixedType(types, field.type)));
    case 'array':
      return isFixedType(types, type.elem);
    default:
      return true;
  }
}

/** How a value of the type travels in WebAssembly. */
export function shapeOfType(type: MetaType): 'none' | 'i32' | 'i64' | 'memory' {
  if (type.k === 'unit') return 'none';
  if (type.k === 'bool') return 'i32';
  if (type.k !== 'int' || type.size > 8) return 'memory';
  return type.size === 8 ? 'i64' : 'i32';
}

export function zeroValue(types: MetaTypes, name: string): TwilightValue {
  const type = typeNamed(types, name);
  switch (type.k) {
    case 'unit':
      return { kind: 'unit' };
    case 'bool':
      return { kind: 'bool', value: false };
    case 'int':
      return { kind: 'int', value: 0n };
    case 'address':
    case 'hash256':
      return { kind: 'bytes', bytes: new Uint8Array(type.size) };
    case 'string':
      return { kind: 'string', text: '' };
    case 'struct':
    case 'tuple':
      return { kind: 'product', fields: zeroFields(types, type.fields) };
    case 'enum': {
      const first = type.variants.find(({ index }) => index === 0);
      if (first === undefined) return { kind: 'unreadable', reason: `${name} has no variants` };
      return { kind: 'variant', name: first.name, fields: zeroFields(types, first.fields) };
    }
    case 'array':
      return { kind: 'list', items: Array.from({ length: type.length }, () => zeroValue(types, type.elem)) };
    case 'vector':
      return { kind: 'list', items: [] };
    case 'map':
      return { kind: 'map', entries: [] };
  }
}

const zeroFields = (
  types: MetaTypes,
  fields: readonly { readonly name: string; readonly type: string }[],
): readonly NamedValue[] => fields.map(({ name, type }) => ({ name, value: zeroValue(types, type) }));

/** Little-endian, two's complement if signed. */
export function readInt(bytes: Uint8Array, signed: boolean): bigint {
  let value = 0n;
  for (let at = bytes.length - 1; at >= 0; at--) value = (value << 8n) | BigInt(bytes[at]!);
  return signed ? BigInt.asIntN(bytes.length * 8, value) : value;
}

export function writeInt(value: bigint, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let rest = BigInt.asUintN(size * 8, value);
  for (let at = 0; at < size; at++) {
    bytes[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

export const intRange = (
  bits: number,
  signed: boolean,
): { readonly least: bigint; readonly most: bigint } => ({
  least: signed ? -(1n << BigInt(bits - 1)) : 0n,
  most: (1n << BigInt(signed ? bits - 1 : bits)) - 1n,
});
