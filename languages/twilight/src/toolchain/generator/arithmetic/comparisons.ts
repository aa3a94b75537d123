// Comparisons: order of numbers, equality of everything.

import type { TypedExpression } from '../../checker/typed-expressions.js';
import { shapeOf } from '../../layout/layout.js';
import { emit, emitDropped, emitOperandAddress } from '../expressions.js';
import type { FunctionContext } from '../function-context.js';
import { equality } from '../by-type/equality.js';
import { wideCompare } from '../runtime/wide-basics.js';
import { limbsOf } from './ranges.js';

export function emitComparison(g: FunctionContext, e: Extract<TypedExpression, { kind: 'compare' }>): void {
  const { code } = g;
  const { operator, operand } = e;
  const shape = shapeOf(operand);
  if (shape === 'none') {
    emitDropped(g, e.left);
    emitDropped(g, e.right);
    return void code.i32(operator === 'eq' ? 1 : 0);
  }
  if (shape !== 'memory') {
    emit(g, e.left);
    emit(g, e.right);
    const sign = operand.kind === 'int' && operand.signed ? 's' : 'u';
    return void code.op(
      operator === 'eq' || operator === 'ne' ? `${shape}.${operator}` : `${shape}.${operator}_${sign}`,
    );
  }
  emitOperandAddress(g, e.left, [e.right]);
  emitOperandAddress(g, e.right, []);
  if (operand.kind === 'int' && operator !== 'eq' && operator !== 'ne') {
    code
      .i32(limbsOf(operand))
      .i32(operand.signed ? 1 : 0)
      .call(wideCompare(g.module));
    return void code.i32(0).op(`i32.${operator}_s`);
  }
  code.call(equality(g.module, operand));
  if (operator === 'ne') code.op('i32.eqz');
}
