// Members of a value by the names that lead to them, as far as its type has them.

import type { Address, RawValue, TypeDescription, TypeTable } from '@sonde/engine';
import { fieldOf, flatFields, scalarOf, type FlatField, type RenderContext } from '@sonde/lens';

const fieldsOf = (type: TypeDescription, types: TypeTable): readonly FlatField[] =>
  type.kind === 'struct' || type.kind === 'union' ? flatFields(type.fields, types) : [];

/** Names that lead from a value to a part of it. */
export type Path = readonly string[];

/** The type of what a path leads to; undefined where it leads nowhere. */
export function typeAt(type: TypeDescription, types: TypeTable, path: Path): TypeDescription | undefined {
  let found: TypeDescription = type;
  for (const name of path) {
    const field = fieldsOf(found, types).find(item => item.name === name);
    if (field === undefined) return undefined;
    found = types.resolve(field.type);
  }
  return found;
}

/** Where in a value of the type the member lies that a path leads to. */
export function fieldAt(type: TypeDescription, types: TypeTable, path: Path): FlatField | undefined {
  let found: FlatField | undefined;
  for (const name of path) {
    const whole: TypeDescription = found === undefined ? type : types.resolve(found.type);
    const field = fieldsOf(whole, types).find(item => item.name === name);
    if (field === undefined) return undefined;
    found = { ...field, bitOffset: (found?.bitOffset ?? 0) + field.bitOffset };
  }
  return found;
}

/** The member that a path leads to. The value has been read, or its member says that it was not. */
export function memberAt(value: RawValue, path: Path, context: RenderContext): RawValue | undefined {
  let found = value;
  for (const name of path) {
    const type = context.types.resolve(found.type);
    const field = fieldsOf(type, context.types).find(item => item.name === name);
    if (field === undefined) return undefined;
    found = fieldOf(found, field, context.types, context.littleEndian);
  }
  return found;
}

/** The whole number, or the address, that a member holds. */
export function numberAt(value: RawValue, path: Path, context: RenderContext): bigint | undefined {
  const member = memberAt(value, path, context);
  const found = member === undefined ? undefined : scalarOf(member, context.types, context.littleEndian);
  return typeof found === 'bigint' ? found : typeof found === 'boolean' ? BigInt(found) : undefined;
}

/** What a pointer leads to. */
export interface Target {
  readonly address: Address;
  readonly type: RawValue['type'];
}

/** Where a member that is a pointer leads. */
export function targetAt(value: RawValue, path: Path, context: RenderContext): Target | undefined {
  const member = memberAt(value, path, context);
  const pointer = member === undefined ? undefined : context.types.resolve(member.type);
  const offset = numberAt(value, path, context);
  if (pointer?.kind !== 'pointer' || offset === undefined) return undefined;
  return { address: { space: '', offset: BigInt.asUintN(64, offset) }, type: pointer.target };
}
