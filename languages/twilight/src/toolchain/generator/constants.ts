// Constants: numbers in the code, everything longer among the module's literals.

import type { ConstantValue } from '../checker/typed-expressions.js';
import type { Type } from '../checker/types.js';
import { layoutOf, shapeOf } from '../layout/layout.js';
import { writeInt } from '../values/value.js';
import type { DataPool } from './data-pool.js';
import { needed } from './expressions.js';
import type { Destination, FunctionContext } from './function-context.js';
import { copyBytes } from './memory.js';

export function emitConstant(
  g: FunctionContext,
  type: Type,
  value: ConstantValue,
  to: Destination | undefined,
): void {
  const shape = shapeOf(type);
  if (shape === 'none') return;
  if (shape === 'i64') return void g.code.i64(value as bigint);
  if (shape === 'i32') return void g.code.i32(Number(value));
  if (type.kind === 'string') {
    const { base, offset } = needed(to);
    return void g.code
      .get(base)
      .i32(g.module.data.string(value as string))
      .store('i32.store', { offset });
  }
  g.code.i32(constantAddress(g.module.data, type, value as bigint));
  copyBytes(g, type, needed(to));
}

/** Of a wide number, an address or a hash. */
export function constantAddress(data: DataPool, type: Type, value: bigint): number {
  const { size } = layoutOf(type);
  if (type.kind === 'int' && value === 0n) return 0;
  return type.kind === 'int'
    ? data.bytes(writeInt(value, size), 8)
    : data.bytes(writeInt(value, size).reverse());
}
