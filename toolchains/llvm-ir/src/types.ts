// The types of LLVM IR, as data. Pointers are opaque, so no type needs to refer to itself.

import { misuse } from './misuse.js';
import { spelledName } from './spelling.js';

export interface IntType {
  readonly kind: 'int';
  readonly bits: number;
}

export interface FloatingType {
  readonly kind: 'float' | 'double';
}

export interface PointerType {
  readonly kind: 'ptr';
}

export interface VoidType {
  readonly kind: 'void';
}

export interface ArrayType {
  readonly kind: 'array';
  readonly element: IrType;
  readonly count: number;
}

export interface StructType {
  readonly kind: 'struct';
  /** Without one the type is literal: equal fields make equal types. */
  readonly name?: string;
  readonly fields: readonly IrType[];
  /** Without padding. */
  readonly packed: boolean;
}

export interface FunctionType {
  readonly kind: 'function';
  readonly result: IrType;
  readonly parameters: readonly IrType[];
  readonly varargs: boolean;
}

export type IrType = IntType | FloatingType | PointerType | VoidType | ArrayType | StructType | FunctionType;

/** LLVM's own limit on the width of integers. */
const widestInt = 2 ** 23;

export const i1: IntType = { kind: 'int', bits: 1 };
export const i8: IntType = { kind: 'int', bits: 8 };
export const i16: IntType = { kind: 'int', bits: 16 };
export const i32: IntType = { kind: 'int', bits: 32 };
export const i64: IntType = { kind: 'int', bits: 64 };
export const i128: IntType = { kind: 'int', bits: 128 };
export const float: FloatingType = { kind: 'float' };
export const double: FloatingType = { kind: 'double' };
export const ptr: PointerType = { kind: 'ptr' };
export const voidType: VoidType = { kind: 'void' };

export function intType(bits: number): IntType {
  if (!Number.isInteger(bits) || bits < 1 || bits > widestInt) misuse(`no integer has ${bits} bits`);
  return { kind: 'int', bits };
}

export function arrayType(element: IrType, count: number): ArrayType {
  requireStorable(element, 'an element of an array');
  if (!Number.isSafeInteger(count) || count < 0) misuse(`no array has ${count} elements`);
  return { kind: 'array', element, count };
}

/** A literal struct. Named ones belong to a module: see `IrModule.struct`. */
export function structType(
  fields: readonly IrType[],
  options: { readonly packed?: boolean } = {},
): StructType {
  for (const field of fields) requireStorable(field, 'a field of a struct');
  return { kind: 'struct', fields: [...fields], packed: options.packed ?? false };
}

export function functionType(
  result: IrType,
  parameters: readonly IrType[],
  options: { readonly varargs?: boolean } = {},
): FunctionType {
  if (result.kind === 'function') misuse('a function returns a pointer to a function, not a function');
  for (const parameter of parameters) requireStorable(parameter, 'a parameter');
  return { kind: 'function', result, parameters: [...parameters], varargs: options.varargs ?? false };
}

/** What can lie in memory: everything but void and functions. */
export function requireStorable(type: IrType, what: string): void {
  if (type.kind === 'void' || type.kind === 'function') misuse(`${what} cannot be ${typeText(type)}`);
}

export function typeText(type: IrType): string {
  switch (type.kind) {
    case 'int':
      return `i${type.bits}`;
    case 'float':
    case 'double':
    case 'ptr':
    case 'void':
      return type.kind;
    case 'array':
      return `[${type.count} x ${typeText(type.element)}]`;
    case 'struct':
      return type.name === undefined ? structBodyText(type) : `%${spelledName(type.name)}`;
    case 'function':
      return `${typeText(type.result)} ${parametersText(type)}`;
  }
}

/** The fields, also of a named struct. */
export function structBodyText({ fields, packed }: StructType): string {
  const body = fields.length === 0 ? '{}' : `{ ${fields.map(typeText).join(', ')} }`;
  return packed ? `<${body}>` : body;
}

export function parametersText({ parameters, varargs }: FunctionType): string {
  return `(${[...parameters.map(typeText), ...(varargs ? ['...'] : [])].join(', ')})`;
}

/** LLVM compares literal types by their shape and named ones by their name, and so does the text. */
export const sameType = (a: IrType, b: IrType): boolean => a === b || typeText(a) === typeText(b);

/** The type that a call names: the whole one with variable arguments, otherwise that of the result. */
export const calleeType = (signature: FunctionType): string =>
  typeText(signature.varargs ? signature : signature.result);

/** The type of a part of a struct or an array, by the indices that lead to it. */
export function partType(aggregate: IrType, path: readonly number[]): IrType {
  if (path.length === 0) misuse('a part needs an index');
  return path.reduce<IrType>((type, index) => {
    const inside = Number.isInteger(index) && index >= 0;
    const part =
      type.kind === 'struct'
        ? type.fields[index]
        : type.kind === 'array' && inside && index < type.count
          ? type.element
          : undefined;
    return part ?? misuse(`${typeText(type)} has no part ${index}`);
  }, aggregate);
}
