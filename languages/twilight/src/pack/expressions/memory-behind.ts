// What showing a value reads besides the value itself, for log messages whose program has gone on meanwhile.

import type { Expression, MemoryBehind, TypeId, TypeTable } from '@sonde/engine';
import { build } from '@sonde/lens';
import { blockSuffix } from '../values/type-descriptions.js';

const deepest = 16;

/** Undefined where that is not known beforehand: vectors and maps. */
export function memoryBehind(program: Expression, types: TypeTable): readonly MemoryBehind[] | undefined {
  if (isInline(program.type, types)) return [];
  const type = types.resolve(program.type);
  if (type.kind !== 'pointer' || type.name !== 'string') return undefined;
  const block = types.resolve(type.target);
  if (block.kind !== 'struct' || block.name !== `string${blockSuffix}`) return undefined;
  const length = block.fields.find(({ name }) => name === 'length');
  if (length === undefined) return undefined;
  const bytes = build.field(build.deref(program, type.target), 'length', length.type);
  const { add } = build.integers({ bits: 32, signed: false, overflow: 'fail' }, length.type);
  const head = build.constant(BigInt(block.size ?? 0), length.type);
  return [{ address: program, length: add(bytes, head) }];
}

/** Values that are shown by their bytes alone: they hold no handles. */
function isInline(id: TypeId, types: TypeTable, depth = 0): boolean {
  const type = types.resolve(id);
  if (depth > deepest) return false;
  switch (type.kind) {
    case 'integer':
    case 'boolean':
    case 'unit':
      return true;
    case 'array':
      return type.count !== undefined && isInline(type.element, types, depth + 1);
    case 'struct':
      return type.fields.every(field => isInline(field.type, types, depth + 1));
    case 'variant':
      return type.variants.every(variant => isInline(variant.type, types, depth + 1));
    default:
      return false;
  }
}
