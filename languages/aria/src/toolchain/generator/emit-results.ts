// Results: taking them apart, handing failures on, and reading through what may be missing.

import { i8, intConstant, nullPointer, zeroConstant } from '@sonde/llvm-ir';
import type { Value } from '@sonde/llvm-ir';
import type { Expression } from '../checker/typed-program.js';
import { emitMemory } from './emit-memory.js';
import { checkedWild } from './emit-places.js';
import { emitValue } from './emit-values.js';
import type { FunctionContext } from './function-context.js';

const success = intConstant(i8, 0);
/** What `?.` says of NULL. */
const missing = intConstant(i8, 1);

/** Goes on when nothing failed; else the function fails with the same code. */
export function requireSuccess(fc: FunctionContext, err: Value): void {
  fc.require(fc.code.icmp('eq', err, success), () => fc.fail(err));
}

/** The value of a result that stays in registers; that of another is in memory. */
export function emitUnwrap(
  fc: FunctionContext,
  { operand, type }: Extract<Expression, { kind: 'unwrap' }>,
): Value {
  if (fc.home.layout.inMemory(operand.type)) throw new Error(`${type.name} is in memory`);
  const result = emitValue(fc, operand);
  requireSuccess(fc, fc.code.extractValue(result, 0));
  return fc.code.extractValue(result, 1);
}

export function emitUnwrapOr(
  fc: FunctionContext,
  { operand, fallback, type }: Extract<Expression, { kind: 'unwrap-or' }>,
): Value {
  const { code } = fc;
  const result = emitValue(fc, operand);
  const failed = code.icmp('ne', code.extractValue(result, 0), success);
  return fc.choose(
    failed,
    type,
    () => emitValue(fc, fallback),
    () => (type.kind === 'void' ? success : code.extractValue(result, 1)),
  );
}

export function emitResultPart(
  fc: FunctionContext,
  { operand, part }: Extract<Expression, { kind: 'result-part' }>,
): Value {
  const index = part === 'err' ? 0 : 1;
  if (!fc.home.layout.inMemory(operand.type)) return fc.code.extractValue(emitValue(fc, operand), index);
  const struct = fc.home.layout.struct(operand.type);
  return fc.code.load(struct.fields[index]!, fc.code.member(struct, emitMemory(fc, operand), index));
}

type SafeMember = Extract<Expression, { kind: 'safe-member' }>;

/** Why there is nothing to read from (0: there is), and where the field is if there is. */
function emitReach(fc: FunctionContext, { object, index, at }: SafeMember) {
  const { code } = fc;
  const { layout } = fc.home;
  if (object.type.kind === 'result') {
    const result = layout.struct(object.type);
    const held = emitMemory(fc, object);
    return {
      err: code.load(i8, held),
      field: (): Value => code.member(layout.struct(valueOf(object)), code.member(result, held, 1), index),
    };
  }
  const value = emitValue(fc, object);
  const fat = object.type.kind === 'wild' && layout.fatPointers;
  const address = fat ? code.extractValue(value, 0) : value;
  const target = valueOf(object);
  const err = code.select(code.icmp('eq', address, nullPointer), missing, success);
  return {
    err,
    field: (): Value => {
      const checked = fat ? checkedWild(fc, value, layout.size(target), at) : address;
      return code.member(layout.struct(target), checked, index);
    },
  };
}

function valueOf({ type }: Expression) {
  if (type.kind === 'result') return type.value;
  if ('target' in type) return type.target;
  throw new Error(`${type.name} leads nowhere`);
}

/** `a?.b` of a field that stays in registers. */
export function emitSafeMember(fc: FunctionContext, expression: SafeMember): Value {
  const { code } = fc;
  const { type } = expression;
  const { err, field } = emitReach(fc, expression);
  const ir = fc.ir(type);
  return fc.choose(
    code.icmp('eq', err, success),
    type,
    () => {
      if (type.kind !== 'result') return code.load(ir, field());
      return code.insertValue(zeroConstant(ir), code.load(fc.ir(type.value), field()), 1);
    },
    () => (type.kind === 'result' ? code.insertValue(zeroConstant(ir), err, 0) : zeroConstant(ir)),
  );
}

/** The same of one that is in memory, as a result. */
export function emitSafeMemberInto(fc: FunctionContext, expression: SafeMember, to: Value): void {
  const { code, builder } = fc;
  const { type } = expression;
  if (type.kind !== 'result') throw new Error(`${type.name} is no result`);
  const { err, field } = emitReach(fc, expression);
  const struct = fc.home.layout.struct(type);
  fc.zero(to, struct);
  code.store(err, to);
  const [found, after] = [builder.block('found'), builder.block('after')];
  code.condBr(code.icmp('eq', err, success), found, after);
  code.moveTo(found);
  fc.copy(code.member(struct, to, 1), field(), type.value);
  code.br(after);
  code.moveTo(after);
}
