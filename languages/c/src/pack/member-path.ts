// How C and C++ write the way to a part of a value.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { hasMember, partOf } from '@sonde/c-expressions';
import { owner } from './way.js';
import { heldBy, heldName } from './renderers/standard-library/holders.js';

/** Containers whose elements are found by their number, as an array's are. */
const byNumber = /^std::(?:__\w+::)?(?:(?:vector|array|deque|span|bitset)<|(?:basic_|\w*)string)/;

/** Those whose elements are found by walking there. */
const byWalking = /^std::(?:__\w+::)?(?:(?:forward_)?list|(?:unordered_)?(?:multi)?set)</;
const tuple = /^std::(?:__\w+::)?tuple</;

/** What it leads to has no name as long as nobody has locked it. */
const weak = /^std::(?:__\w+::)?weak_ptr</;

/** `*` stands for what a pointer leads to; a number for an element. Undefined for what cannot be written. */
export function memberPath(
  parent: string,
  child: string | number,
  parentType: TypeId,
  types: TypeTable,
): string | undefined {
  const whole = isName(parent) ? parent : `(${parent})`;
  const declared = types.resolve(parentType);
  const isReference = declared.kind === 'pointer' && declared.reference === true;
  const isPointer = declared.kind === 'pointer' && !isReference;
  // Who asks for a part of what a pointer or a reference leads to asks by the pointer.
  const type = declared.kind === 'pointer' ? types.resolve(declared.target) : declared;
  // A smart pointer has the parts of what it leads to.
  const held = isPointer ? undefined : heldBy(type, types);
  const shown = held === undefined ? type : types.resolve(held);
  const way = typeof child === 'number' && shown.kind === 'struct' ? wayTo(child, shown) : child;
  if (typeof way === 'string' && way.includes(owner)) {
    if (weak.test(type.name)) return undefined;
    return way.replace(owner, () => (isPointer || held !== undefined ? `(*${whole})` : whole));
  }
  if (child === heldName && /^std::(?:__\w+::)?optional</.test(type.name)) return `*${whole}`;
  if (typeof child === 'string' && /^[A-Za-z_]\w*$/.test(child) && type.kind !== 'variant') {
    if (held !== undefined)
      return hasMember(types.resolve(held), child, types) ? `${whole}->${child}` : undefined;
    if (isStandard(type)) return isPlain(type) ? `${whole}${isPointer ? '->' : '.'}${child}` : undefined;
  }
  return partOf({ parent, whole }, child, parentType, types);
}

function wayTo(nth: number, { name }: TypeDescription): string | undefined {
  if (byNumber.test(name)) return `${owner}[${nth}]`;
  if (tuple.test(name)) return `std::get<${nth}>(${owner})`;
  return byWalking.test(name) ? `*std::next(${owner}.begin(), ${nth})` : undefined;
}

/** C++'s library, and what in Rust's has members that are not what it is shown by. */
const isStandard = (type: TypeDescription): boolean =>
  /^(?:std|__gnu_cxx|core::cell|alloc::(?:rc|sync))::/.test(type.name);

/** Members of these are meant to be named; those of the others are the library's own affair. */
const isPlain = (type: TypeDescription): boolean => /^std::(?:__\w+::)?pair</.test(type.name);

/** A name or a path of postfix operators binds tighter than anything that is put before or behind it. */
const isName = (path: string): boolean => {
  // Asked for every element of a page.
  if (path !== lastPath) [lastPath, lastIsName] = [path, bound.test(path)];
  return lastIsName;
};
const bound =
  /^(?:[A-Za-z_]\w*|\(\*[^()]*\)|std::get<\d+>\(\w+\))(?:\.at\((?:-?\d+|"[^"]*")\)|\.\w+|->\w+|\[\d+\])*$/;
let [lastPath, lastIsName] = ['', false];
