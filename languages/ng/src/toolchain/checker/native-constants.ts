// Constants that every program knows: questions about types, answered here. `is_ref<T>`, `tuple_size<(i32, bool)>`.

import type { ConstantDeclaration, Node } from '../ast.js';
import type { ConstantValue } from '../checked.js';
import { nowhere } from '../source.js';
import { failAt } from './problems.js';
import { plain, type Type } from './types.js';

const node: Node = { span: { start: nowhere, end: nowhere }, at: nowhere };

function declared(name: string, type: 'bool' | 'u32'): readonly [string, readonly ConstantDeclaration[]] {
  const declaration: ConstantDeclaration = {
    ...node,
    kind: 'constant',
    name: { ...node, text: name },
    generics: [],
    args: [],
    where: [],
    type: { ...node, kind: 'named', name: type, args: [] },
    value: 'native',
    exported: true,
  };
  return [name, [declaration]];
}

export const nativeConstants: ReadonlyMap<string, readonly ConstantDeclaration[]> = new Map([
  declared('is_ref', 'bool'),
  declared('is_trait', 'bool'),
  declared('is_abstract', 'bool'),
  declared('is_tuple', 'bool'),
  declared('tuple_size', 'u32'),
  declared('sizeof_pack', 'u32'),
]);

/** Undefined for a name that only the program knows as native. */
export function nativeConstant(name: string, types: readonly Type[], where: Node): ConstantValue | undefined {
  if (name === 'sizeof_pack') return BigInt(types.length);
  const [type, ...more] = types;
  if (type === undefined || more.length > 0) return undefined;
  const seen = plain(type);
  switch (name) {
    case 'is_ref':
      return seen.kind === 'reference';
    case 'is_trait':
      return seen.kind === 'trait';
    case 'is_abstract':
      return seen.kind === 'trait' || (seen.kind === 'record' && seen.shape === 'abstract');
    case 'is_tuple':
      return seen.kind === 'tuple';
    case 'tuple_size':
      if (seen.kind === 'tuple') return BigInt(seen.items.length);
      return failAt(`Const predicate is deleted: ${name}`, node, where);
    default:
      return undefined;
  }
}
