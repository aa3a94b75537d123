// How C writes the way to a part of a value.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import type { ExpressionLanguage } from '@sonde/language';
import { flatFields } from '@sonde/lens';

/** `*` stands for what a pointer leads to; a number for an element. Undefined for what cannot be written. */
export const memberPath: NonNullable<ExpressionLanguage['memberPath']> = (parent, child, parentType, types) =>
  partOf({ parent, whole: isPostfix(parent) ? parent : `(${parent})` }, child, parentType, types);

/** A name or a path of postfix operators binds tighter than anything that is put before or behind it. */
const isPostfix = (path: string): boolean => postfix.test(path);
const postfix = /^(?:[A-Za-z_$][\w$]*|\(\*[^()]*\))(?:\.\w+|->\w+|\[\d+\])*$/;

/** The same for a parent that is put into parentheses where it needs them. */
export function partOf(
  { parent, whole }: { readonly parent: string; readonly whole: string },
  child: string | number,
  parentType: TypeId,
  types: TypeTable,
): string | undefined {
  const declared = types.resolve(parentType);
  const isReference = declared.kind === 'pointer' && declared.reference === true;
  // Who asks for a part of what a pointer or a reference leads to asks by the pointer.
  const type = declared.kind === 'pointer' ? types.resolve(declared.target) : declared;
  if (typeof child === 'number') return type.kind === 'struct' ? undefined : `${whole}[${child}]`;
  if (child === '*') return isReference ? parent : `*${whole}`;
  // Which variant it is, no expression asks.
  if (!/^[A-Za-z_]\w*$/.test(child) || type.kind === 'variant') return undefined;
  if (!hasMember(type, child, types)) return undefined;
  return `${whole}${declared.kind === 'pointer' && !isReference ? '->' : '.'}${child}`;
}

/** An object that is shown as what it really is has members that its declared type does not know. */
export const hasMember = (type: TypeDescription, name: string, types: TypeTable): boolean =>
  (type.kind !== 'struct' && type.kind !== 'union') ||
  // The parts of a complex number are no members of it.
  (!/\b_Complex\b/.test(type.name) && flatFields(type.fields, types).some(field => field.name === name));
