// Values that live in memory: structs, arrays, and results that hold one. They are written where they are wanted, or copied.

import { i32, i8, intConstant } from '@sonde/llvm-ir';
import type { Value } from '@sonde/llvm-ir';
import type { Expression } from '../checker/typed-program.js';
import { emitCallInto } from './emit-calls.js';
import { emitAwait } from './emit-coroutines.js';
import { emitPlace, isPlace } from './emit-places.js';
import { emitSafeMemberInto, requireSuccess } from './emit-results.js';
import { emitCondition, emitValue } from './emit-values.js';
import type { FunctionContext } from './function-context.js';
import { mayCollect } from './traits.js';

/** A value into memory that nothing of the expression can see. */
export function emitInto(fc: FunctionContext, expression: Expression, to: Value): void {
  const { code } = fc;
  switch (expression.kind) {
    case 'struct-literal': {
      const struct = fc.home.layout.struct(expression.type);
      fc.zero(to, struct);
      for (const { index, value } of expression.fields)
        store(fc, value, () => code.member(struct, to, index));
      return;
    }
    case 'array-literal':
      expression.elements.forEach((value, index) => {
        store(fc, value, () => code.element(fc.ir(value.type), to, intConstant(i32, index)));
      });
      return;
    case 'conditional':
      return twoWays(
        fc,
        emitCondition(fc, expression.condition),
        () => emitInto(fc, expression.then, to),
        () => emitInto(fc, expression.otherwise, to),
      );
    case 'unwrap-or': {
      const result = emitMemory(fc, expression.operand);
      const struct = fc.home.layout.struct(expression.operand.type);
      const failed = code.icmp('ne', code.load(struct.fields[0]!, result), intConstant(i8, 0));
      return twoWays(
        fc,
        failed,
        () => emitInto(fc, expression.fallback, to),
        () => fc.copy(to, code.member(struct, result, 1), expression.type),
      );
    }
    case 'call':
    case 'call-indirect':
      return emitCallInto(fc, expression, to);
    case 'safe-member':
      return emitSafeMemberInto(fc, expression, to);
    default:
      fc.copy(to, readable(fc, expression), expression.type);
  }
}

/** A value of any type into a part of memory. */
function store(fc: FunctionContext, value: Expression, to: () => Value): void {
  if (fc.home.layout.inMemory(value.type)) emitInto(fc, value, to());
  else {
    const made = emitValue(fc, value);
    fc.code.store(made, to());
  }
}

function twoWays(fc: FunctionContext, condition: Value, yes: () => void, no: () => void): void {
  const { code, builder } = fc;
  const [first, second, after] = [builder.block('yes'), builder.block('no'), builder.block('after')];
  code.condBr(condition, first, second);
  for (const [block, way] of [
    [first, yes],
    [second, no],
  ] as const) {
    code.moveTo(block);
    way();
    code.br(after);
  }
  code.moveTo(after);
}

/** The address of the value, which stays until the end of the statement. */
export function emitMemory(fc: FunctionContext, expression: Expression): Value {
  if (!isPlace(expression)) return readable(fc, expression);
  const slot = fc.temporary(expression.type);
  emitInto(fc, expression, slot);
  return slot;
}

/** The address of the value as it is now: of the place itself, where there is one. */
function readable(fc: FunctionContext, expression: Expression): Value {
  const { code } = fc;
  if (isPlace(expression)) return emitPlace(fc, expression, false).address();
  switch (expression.kind) {
    case 'field':
    case 'element':
      return emitPlace(fc, expression, false).address();
    case 'convert':
      return readable(fc, expression.operand);
    case 'unwrap': {
      const result = emitMemory(fc, expression.operand);
      const struct = fc.home.layout.struct(expression.operand.type);
      requireSuccess(fc, code.load(struct.fields[0]!, result));
      return code.member(struct, result, 1);
    }
    case 'result-part': {
      const result = emitMemory(fc, expression.operand);
      return code.member(fc.home.layout.struct(expression.operand.type), result, 1);
    }
    case 'assign': {
      const place = emitPlace(fc, expression.target, mayCollect(expression.value));
      // By way of a copy: the value may be made of what is in the place.
      const value = emitMemory(fc, expression.value);
      fc.copy(place.address(), value, expression.type);
      return value;
    }
    case 'await':
      return emitAwait(fc, expression);
    case 'struct-literal':
    case 'array-literal':
    case 'conditional':
    case 'unwrap-or':
    case 'call':
    case 'call-indirect':
    case 'safe-member': {
      const slot = fc.temporary(expression.type);
      emitInto(fc, expression, slot);
      return slot;
    }
    default:
      throw new Error(`no ${expression.kind} gives a ${expression.type.name}`);
  }
}
