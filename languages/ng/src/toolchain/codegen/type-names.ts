// What types are called in tables and instructions, and which parameter is a receiver.

import type { Parameter, TypeNode } from '../ast.js';

/** `Box` of `Box<i32>`: what a type is called when its arguments are gone. */
export function bareName(text: string): string {
  const at = text.indexOf('<');
  return at < 0 ? text : text.slice(0, at);
}

const isSelf = (type: TypeNode): boolean =>
  type.kind === 'named' && type.name === 'Self' && type.args.length === 0;

/** `self: Self` or `self: ref<Self>`, under whatever name. */
export function isReceiver(parameter: Parameter | undefined): boolean {
  const type = parameter?.type;
  if (type === undefined) return false;
  return isSelf(type) || (type.kind === 'reference' && isSelf(type.target));
}
