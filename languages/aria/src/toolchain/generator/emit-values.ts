// Expressions whose values stay in registers. Those of structs and arrays are in emit-memory.ts.

import {
  boolConstant,
  floatConstant,
  i1,
  i32,
  i64,
  i8,
  intConstant,
  nullPointer,
  structConstant,
  zeroConstant,
} from '@sonde/llvm-ir';
import type { Constant, FloatingType, IntType, Value } from '@sonde/llvm-ir';
import type { Expression, PointerType } from '../checker/typed-program.js';
import {
  arithmetic,
  asBool,
  asCondition,
  compared,
  negated,
  not,
  spaceship,
  stepped,
} from './emit-arithmetic.js';
import { emitBuiltin } from './emit-builtins.js';
import { emitCall } from './emit-calls.js';
import { converted, textOf } from './emit-conversions.js';
import { emitAwait, emitSpawn } from './emit-coroutines.js';
import { emitMemory } from './emit-memory.js';
import { emitAddress, emitIndex, emitPlace } from './emit-places.js';
import { emitResultPart, emitSafeMember, emitUnwrap, emitUnwrapOr } from './emit-results.js';
import { lineConstant, wordConstant, type FunctionContext } from './function-context.js';
import { mayCollect } from './traits.js';
import { fatLayout, stringLayout } from './type-layout.js';

/** The value, or for one that lives in memory its address until the end of the statement. */
export function emitValue(fc: FunctionContext, expression: Expression): Value {
  const { code } = fc;
  const { type, at } = expression;
  if (type.kind !== 'void' && fc.home.layout.inMemory(type)) return emitMemory(fc, expression);
  const of = (part: Expression): Value => emitValue(fc, part);
  switch (expression.kind) {
    case 'integer':
      return intConstant(fc.ir(type) as IntType, expression.value);
    case 'float':
      return floatConstant(fc.ir(type) as FloatingType, expression.value);
    case 'bool':
      return intConstant(i8, expression.value ? 1 : 0);
    case 'string':
      return stringValue(fc, expression.bytes);
    case 'null':
      return zeroConstant(fc.ir(type));
    case 'function':
      return fc.home.callable(expression.function).value;
    case 'variable':
    case 'dereference':
    case 'field':
    case 'element':
      return code.load(fc.ir(type), emitPlace(fc, expression, false).address());
    case 'string-byte': {
      const string = of(expression.string);
      const index = emitIndex(fc, expression.index, code.extractValue(string, 1), at);
      return code.load(i8, code.element(i8, code.extractValue(string, 0), index));
    }
    case 'offset': {
      const pointer = of(expression.pointer);
      return moved(fc, pointer, of(expression.count), expression.pointer.type as PointerType);
    }
    case 'address':
      return emitAddress(fc, expression);
    case 'pin': {
      const object = of(expression.operand);
      fc.call('__aria_gc_pin', object);
      return object;
    }
    case 'gc-new':
      return emitGcNew(fc, expression);
    case 'wild-new':
      return emitWildNew(fc, expression);
    case 'binary': {
      const left = of(expression.left);
      return arithmetic(fc, expression.operator, left, of(expression.right), type, at);
    }
    case 'compare':
    case 'logic':
    case 'not':
      if (expression.kind !== 'compare' || expression.operator !== '<=>')
        return asBool(fc, emitCondition(fc, expression));
      return emitOrder(fc, expression);
    case 'negate':
      return negated(fc, of(expression.operand), type);
    case 'complement': {
      const value = of(expression.operand);
      return code.binary('xor', value, intConstant(value.type as IntType, -1));
    }
    case 'conditional': {
      const condition = emitCondition(fc, expression.condition);
      return fc.choose(
        condition,
        type,
        () => of(expression.then),
        () => of(expression.otherwise),
      );
    }
    case 'coalesce': {
      const pointer = of(expression.pointer);
      const isNull = code.icmp('eq', addressIn(fc, pointer), nullPointer);
      return fc.choose(
        isNull,
        type,
        () => of(expression.fallback),
        () => pointer,
      );
    }
    case 'safe-member':
      return emitSafeMember(fc, expression);
    case 'convert':
      return converted(fc, of(expression.operand), expression.operand.type, type);
    case 'text':
      return textOf(fc, of(expression.operand), expression.operand.type);
    case 'concatenate':
      return expression.parts.map(of).reduce((left, right) => fc.call('__aria_string_concat', left, right));
    case 'assign': {
      const place = emitPlace(fc, expression.target, mayCollect(expression.value));
      const value = of(expression.value);
      code.store(value, place.address());
      return value;
    }
    case 'compound-assign':
      return emitCompound(fc, expression);
    case 'increment': {
      const address = emitPlace(fc, expression.target, false).address();
      const old = code.load(fc.ir(type), address);
      const made = stepped(fc, old, expression.by, type, at);
      code.store(made, address);
      return expression.gives === 'old' ? old : made;
    }
    case 'call':
    case 'call-indirect':
      return emitCall(fc, expression);
    case 'builtin':
      return emitBuiltin(fc, expression);
    case 'spawn':
      return emitSpawn(fc, expression);
    case 'await':
      return code.load(fc.ir(type), emitAwait(fc, expression));
    case 'unwrap':
      if (fc.home.layout.inMemory(expression.operand.type)) throw new Error(`${type.name} is in memory`);
      return emitUnwrap(fc, expression);
    case 'unwrap-or':
      return emitUnwrapOr(fc, expression);
    case 'result-part':
      return emitResultPart(fc, expression);
    case 'struct-literal':
    case 'array-literal':
      throw new Error(`${type.name} is in memory`);
  }
}

/** A bool as an i1, for branches. */
export function emitCondition(fc: FunctionContext, expression: Expression): Value {
  const { code } = fc;
  switch (expression.kind) {
    case 'bool':
      return boolConstant(expression.value);
    case 'not':
      return not(fc, emitCondition(fc, expression.operand));
    case 'compare': {
      const { operator, left, right } = expression;
      if (operator === '<=>') break;
      const first = hold(fc, left, [right]);
      const second = emitValue(fc, right);
      return compared(fc, operator, first(), second, left.type);
    }
    case 'logic': {
      const left = emitCondition(fc, expression.left);
      const [more, after] = [fc.builder.block('more'), fc.builder.block('after')];
      const from = code.block;
      const and = expression.operator === '&&';
      if (and) code.condBr(left, more, after);
      else code.condBr(left, after, more);
      code.moveTo(more);
      const right = emitCondition(fc, expression.right);
      const end = code.block;
      code.br(after);
      code.moveTo(after);
      return code.phi(i1, [
        [boolConstant(!and), from],
        [right, end],
      ]);
    }
    default:
  }
  return asCondition(fc, emitValue(fc, expression));
}

/** Evaluates now what is to be taken after other expressions: a gc pointer may move meanwhile. */
export function hold(fc: FunctionContext, expression: Expression, later: readonly Expression[]): () => Value {
  const value = emitValue(fc, expression);
  const { type } = expression;
  if (type.kind === 'void') return () => value;
  const { layout } = fc.home;
  if (layout.inMemory(type) || !layout.holdsGc(type) || !later.some(mayCollect)) return () => value;
  const slot = fc.temporary(type);
  fc.code.store(value, slot);
  return () => fc.code.load(fc.ir(type), slot);
}

function emitOrder(
  fc: FunctionContext,
  { left, right, type }: Extract<Expression, { kind: 'compare' }>,
): Value {
  const first = emitValue(fc, left);
  return spaceship(fc, first, emitValue(fc, right), left.type, type);
}

export function stringValue(fc: FunctionContext, bytes: Uint8Array): Constant {
  return structConstant(stringLayout, [fc.home.module.string(bytes), intConstant(i64, bytes.length)]);
}

/** The address in a pointer of any kind. */
const addressIn = (fc: FunctionContext, pointer: Value): Value =>
  pointer.type.kind === 'struct' ? fc.code.extractValue(pointer, 0) : pointer;

/** So many elements on; a fat pointer keeps its bounds. */
export function moved(fc: FunctionContext, pointer: Value, count: Value, { target }: PointerType): Value {
  const { code } = fc;
  const address = code.getElementPtr(fc.ir(target), addressIn(fc, pointer), [count], 'moved', {
    inbounds: false,
  });
  return pointer.type.kind === 'struct' ? code.insertValue(pointer, address, 0) : address;
}

function emitGcNew(fc: FunctionContext, { type, value }: Extract<Expression, { kind: 'gc-new' }>): Value {
  const { target } = type;
  const initial = value && emitMemory(fc, value);
  const size = wordConstant(fc.home.layout.size(target));
  const object = fc.call('__aria_gc_alloc', size, intConstant(i32, fc.home.gcTypes.id(target)));
  if (initial !== undefined) fc.copy(object, initial, target);
  return object;
}

function emitWildNew(
  fc: FunctionContext,
  { type, value, at }: Extract<Expression, { kind: 'wild-new' }>,
): Value {
  const { target } = type;
  const initial = value && emitValue(fc, value);
  const pointer = allocateWild(fc, wordConstant(fc.home.layout.size(target)), at);
  if (initial === undefined) return pointer;
  if (fc.home.layout.inMemory(target)) fc.copy(addressIn(fc, pointer), initial, target);
  else fc.code.store(initial, addressIn(fc, pointer));
  return pointer;
}

/** Zeroed memory in the current scope. */
export function allocateWild(fc: FunctionContext, size: Value, at: Expression['at']): Value {
  if (!fc.home.layout.fatPointers) return fc.call('__aria_wild_alloc_plain', size);
  const held = fc.scratch(fatLayout);
  fc.call('__aria_wild_alloc_at', held, size, fc.home.file, lineConstant(at));
  return fc.code.load(fatLayout, held);
}

function emitCompound(
  fc: FunctionContext,
  { operator, target, value, type, at }: Extract<Expression, { kind: 'compound-assign' }>,
): Value {
  const { code } = fc;
  const place = emitPlace(fc, target, mayCollect(value));
  const right = emitValue(fc, value);
  const address = place.address();
  const old = code.load(fc.ir(type), address);
  let made: Value;
  if (type.kind === 'string') made = fc.call('__aria_string_concat', old, right);
  else if (type.kind === 'pointer' || type.kind === 'wild') {
    const count = operator === '+' ? right : code.binary('sub', wordConstant(0), right);
    made = moved(fc, old, count, type);
  } else made = arithmetic(fc, operator, old, right, type, at);
  code.store(made, address);
  return made;
}
