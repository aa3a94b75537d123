// Fields of records by name, with the type arguments of the record put in.

import { substitute } from './instantiate.js';
import type { DeclaredType, Variant } from './typed-program.js';
import { anonymousFields, type NamedType, type Type } from './types.js';

export interface TypeFields {
  readonly types: ReadonlyMap<string, DeclaredType>;
}

export interface FieldPlace {
  readonly nth: number;
  readonly name: string;
  readonly type: Type;
}

/** Those of a record, in their order; undefined for other types. */
export function recordFields({ types }: TypeFields, type: NamedType): readonly FieldPlace[] | undefined {
  const anonymous = anonymousFields(type.name);
  if (anonymous !== undefined) return anonymous.map((name, nth) => ({ nth, name, type: type.args[nth]! }));
  const declared = types.get(type.name);
  if (declared?.shape !== 'record') return undefined;
  return variantFields(declared.variants[0]!, type.args);
}

export function variantFields(variant: Variant, args: readonly Type[]): readonly FieldPlace[] {
  const put = new Map(variant.type.parameters.map((parameter, nth) => [parameter, args[nth]!]));
  return variant.fields.map(({ name, type }, nth) => ({ nth, name, type: substitute(type, put) }));
}

export const fieldTypeOf = (declared: TypeFields, type: NamedType, name: string): Type | undefined =>
  recordFields(declared, type)?.find(field => field.name === name)?.type;
