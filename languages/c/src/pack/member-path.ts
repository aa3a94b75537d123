// How C writes the way to a part of a value.

import type { TypeId, TypeTable } from '@sonde/engine';

/** `*` stands for what a pointer leads to; a number for an element. */
export function memberPath(
  parent: string,
  child: string | number,
  parentType: TypeId,
  types: TypeTable,
): string | undefined {
  const whole = isName(parent) ? parent : `(${parent})`;
  if (typeof child === 'number') return `${whole}[${child}]`;
  if (child === '*') return `*${whole}`;
  if (!/^[A-Za-z_]\w*$/.test(child)) return undefined;
  return `${whole}${types.resolve(parentType).kind === 'pointer' ? '->' : '.'}${child}`;
}

/** A name or a path of postfix operators binds tighter than anything that is put before or behind it. */
const isName = (path: string): boolean => /^[A-Za-z_]\w*(?:\.\w+|->\w+|\[\d+\])*$/.test(path);
