// Calls of functions: where the result is in memory, its address goes first.

import type { FunctionType, ValueType } from '@sonde/wasm';
import type { TypedExpression } from '../checker/typed-expressions.js';
import type { TypedFunction } from '../checker/typed-program.js';
import { shapeOf } from '../layout/layout.js';
import { emit, emitAddress, emitOwnAddress, needed, pushAddress } from './expressions.js';
import type { Destination, FunctionContext } from './function-context.js';

export function signatureOf({ parameters, result }: TypedFunction): FunctionType {
  const returned = shapeOf(result);
  const params: ValueType[] = returned === 'memory' ? ['i32'] : [];
  for (const { type, holds } of parameters) {
    const shape = shapeOf(type);
    if (shape === 'none') continue;
    params.push(holds === 'owned' && shape === 'i64' ? 'i64' : 'i32');
  }
  return { params, results: returned === 'i32' || returned === 'i64' ? [returned] : [] };
}

export function emitCall(
  g: FunctionContext,
  { target, args, type, at }: Extract<TypedExpression, { kind: 'call' }>,
  to: Destination | undefined,
): void {
  if (shapeOf(type) === 'memory') pushAddress(g, needed(to));
  for (const { value, passing } of args) {
    if (shapeOf(value.type) !== 'memory') emit(g, value);
    else if (passing === 'value') emitOwnAddress(g, value);
    else emitAddress(g, value);
  }
  g.row(at);
  g.code.call(g.module.function(target).reference);
}
