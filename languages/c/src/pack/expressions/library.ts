// What C++ and its libraries add to the expressions of C: values taken apart by looking, members without `this`, `::`.

import type { Expression, NameScope, TypeTable, VisibleName } from '@sonde/engine';
import { notHere, type Library, type LibraryFactory } from '@sonde/c-expressions';
import { build, flatFields } from '@sonde/lens';
import { LibraryLowering } from './library-lowering.js';

export const library: LibraryFactory = ({ names, types, numbers }): Library => {
  const lowering = new LibraryLowering(types, numbers);
  return {
    name: (name, found) => memberOfThis(name, names, types) ?? outermost(name, found, names),
    plain: value => lowering.plain(value),
    truth: value => lowering.truth(value),
    target: value => lowering.target(value),
    element: (value, at) => lowering.element(value, at),
    call: (value, name, args) => lowering.call(value, name, args),
    isText: (value, quoted) => lowering.isText(value, quoted),
  };
};

/** In a function of a class its members go by their names alone. */
function memberOfThis(name: string, names: NameScope, types: TypeTable): Expression | undefined {
  const object = names.lookup('this');
  const pointer = object === undefined ? undefined : types.resolve(object.type);
  if (object === undefined || pointer?.kind !== 'pointer') return undefined;
  const type = types.resolve(pointer.target);
  if (type.kind !== 'struct' && type.kind !== 'union') throw notHere(`a member of ${type.name}`);
  const field = flatFields(type.fields, types).find(candidate => candidate.name === name);
  return field && build.field(build.deref(build.read(object), pointer.target), name, field.type);
}

/** `::x` is listed as that only where another `x` hides it. */
function outermost(name: string, listed: VisibleName | undefined, names: NameScope): Expression | undefined {
  const found = listed === undefined && name.startsWith('::') ? names.lookup(name.slice(2)) : undefined;
  return found?.kind === 'global' ? build.read(found) : undefined;
}
