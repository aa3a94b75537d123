// What can be done with values of a type.

import type { EnumType, IntType, Type } from '../types.js';

/** Numbers, bools, addresses, hashes, and tuples and arrays of them are copied; everything else moves. */
export function isCopy(type: Type): boolean {
  switch (type.kind) {
    case 'unit':
    case 'never':
    case 'bool':
    case 'int':
    case 'address':
    case 'hash256':
      return true;
    case 'tuple':
      return type.fields.every(field => isCopy(field.type));
    case 'array':
      return isCopy(type.element);
    case 'enum':
      // An enum without payloads is a number; the language says nothing of them, and nobody could tell.
      return type.family === 'user' && type.variants.every(({ fields }) => fields.length === 0);
    case 'parameter':
      return type.copies;
    default:
      return false;
  }
}

/** What stands in a key of a map has one encoding. */
export const isKey = (type: Type): boolean =>
  /^(?:bool|int|address|hash256|string)$/.test(type.kind) ||
  (type.kind === 'enum' && isCopy(type)) ||
  (type.kind === 'parameter' && type.bounds.includes('Hash'));

/** What `{}` and `to_string` show. */
export const isDisplayable = (type: Type): boolean =>
  /^(?:bool|int|address|hash256|string)$/.test(type.kind) ||
  (type.kind === 'parameter' && type.bounds.includes('Display'));

export function isComparable(type: Type): boolean {
  switch (type.kind) {
    case 'map':
      return false;
    case 'parameter':
      return type.bounds.includes('Eq') || type.bounds.includes('Ord');
    case 'vector':
    case 'array':
      return isComparable(type.element);
    default:
      return partsOf(type).every(isComparable);
  }
}

export const isOrdered = (type: Type): boolean =>
  type.kind === 'int' || (type.kind === 'parameter' && type.bounds.includes('Ord'));

/** Maps are only in storage as they are: not in a part of a value. */
export function holdsMap(type: Type, seen: ReadonlySet<Type> = new Set()): boolean {
  if (type.kind === 'map') return true;
  if (seen.has(type)) return false;
  const inner = new Set([...seen, type]);
  if (type.kind === 'vector' || type.kind === 'array') return holdsMap(type.element, inner);
  return partsOf(type).some(part => holdsMap(part, inner));
}

export const partsOf = (type: Type): readonly Type[] =>
  type.kind === 'struct' || type.kind === 'tuple'
    ? type.fields.map(field => field.type)
    : type.kind === 'enum'
      ? type.variants.flatMap(({ fields }) => fields.map(field => field.type))
      : [];

export const lowest = ({ bits, signed }: IntType): bigint => (signed ? -(1n << BigInt(bits - 1)) : 0n);
export const highest = ({ bits, signed }: IntType): bigint => (1n << BigInt(signed ? bits - 1 : bits)) - 1n;
export const fits = (value: bigint, type: IntType): boolean =>
  value >= lowest(type) && value <= highest(type);

export const isOption = (type: Type): type is EnumType => type.kind === 'enum' && type.family === 'option';
export const isResult = (type: Type): type is EnumType => type.kind === 'enum' && type.family === 'result';

/** Of an Option what is in Some, of a Result what is in Ok. */
export const innerType = (type: EnumType): Type =>
  type.variants.find(({ name }) => name === 'Some' || name === 'Ok')!.fields[0]!.type;

export const errorType = (type: EnumType): Type =>
  type.variants.find(({ name }) => name === 'Err')!.fields[0]!.type;
