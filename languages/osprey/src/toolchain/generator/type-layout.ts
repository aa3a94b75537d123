// Where values lie: the machine types of Osprey's types, and the blocks that records, variants and Results are.

import { double, i1, i64, i8, ptr, structType, type IrType, type StructType } from '@sonde/llvm-ir';
import { recordFields, variantFields, type FieldPlace } from '../checker/fields.js';
import { substitute } from '../checker/instantiate.js';
import type { TypedProgram, Variant } from '../checker/typed-program.js';
import {
  argumentsOf,
  isNamed,
  prune,
  unitType,
  type NamedType,
  type Type,
  type TypeVariable,
} from '../checker/types.js';

/** What the type parameters of a generic function are in one of its instances. */
export type Substitution = ReadonlyMap<TypeVariable, Type>;

/** Without variables: what nothing decides is never looked at, and takes the place of a Unit. */
export function concrete(type: Type, substitution: Substitution): Type {
  const whole = substitute(type, substitution);
  switch (whole.kind) {
    case 'variable':
      return unitType;
    case 'named':
      if (whole.args.length === 0) return whole;
      return {
        kind: 'named',
        // An iterator that is kept is the list of what it goes through.
        name: whole.name === 'Iterator' ? 'List' : whole.name,
        args: whole.args.map(argument => concrete(argument, substitution)),
      };
    case 'function':
      return {
        ...whole,
        parameters: whole.parameters.map(parameter => concrete(parameter, substitution)),
        result: concrete(whole.result, substitution),
      };
  }
}

export function irType(type: Type): IrType {
  const whole = prune(type);
  if (whole.kind !== 'named') return ptr;
  switch (whole.name) {
    case 'int':
    case 'Unit':
      return i64;
    case 'float':
      return double;
    case 'bool':
      return i1;
    default:
      return ptr;
  }
}

/** Its values are objects of the runtime: with a header, and owned. */
export const isManaged = (type: Type): boolean => irType(type).kind === 'ptr' && !isNamed(type, 'Ptr');

/** `{ tag, fields… }` */
export const blockOf = (fields: readonly FieldPlace[]): StructType =>
  structType([i64, ...fields.map(({ type }) => irType(type))]);

/** `{ value, disc, message }` */
export const resultBlock = (value: Type): StructType => structType([irType(value), i8, ptr]);

export const resultValue = (type: Type): Type => argumentsOf(type, 'Result')[0] ?? type;

/** The fields of a record, or of one variant of a union. */
export function fieldsOf(
  { types }: Pick<TypedProgram, 'types'>,
  type: Type,
  variant?: Variant,
): readonly FieldPlace[] {
  const whole = prune(type);
  const named: NamedType = whole.kind === 'named' ? whole : unitType;
  if (variant !== undefined) return variantFields(variant, named.args);
  return recordFields({ types }, named) ?? [];
}
