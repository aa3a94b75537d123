// Expressions.

import type { Expression } from '../../toolchain/checker/typed-program.js';
import type { Part } from './activity.js';
import { arithmetic, compared, converted, negated, spaceship, textOf } from './arithmetic.js';
import { evaluateAwait, evaluateCall, evaluateIndirect, evaluateSpawn } from './calls.js';
import { evaluateBuiltin } from './builtins.js';
import { concatenated, convertedPointer, identity } from './conversions.js';
import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import { indexWithin, isPlace, placeOf, slotAt, slotsOf } from './places.js';
import { Failing } from './signals.js';
import {
  Address,
  Composite,
  copyOf,
  fromBytes,
  FunctionValue,
  Outcome,
  store,
  zeroOf,
  type Slot,
  type Value,
} from './values.js';

export function* evaluate(machine: Machine, frame: Frame, expression: Expression): Part {
  const of = (part: Expression): Part => evaluate(machine, frame, part);
  const { type, at } = expression;
  switch (expression.kind) {
    case 'integer':
    case 'float':
    case 'bool':
      return expression.value;
    case 'string':
      return fromBytes(expression.bytes);
    case 'null':
      return null;
    case 'function':
      return new FunctionValue(expression.function);
    case 'variable':
    case 'dereference':
      return copyOf(slotAt(yield* placeOf(machine, frame, expression)).value);
    case 'field':
      if (isPlace(expression)) return copyOf(slotAt(yield* placeOf(machine, frame, expression)).value);
      return slotsOf(yield* of(expression.object))[expression.index]!.value;
    case 'element': {
      if (isPlace(expression)) return copyOf(slotAt(yield* placeOf(machine, frame, expression)).value);
      const slots = slotsOf(yield* of(expression.array));
      const index = (yield* of(expression.index)) as bigint;
      return slots[indexWithin(index, slots.length, at)]!.value;
    }
    case 'string-byte': {
      const text = (yield* of(expression.string)) as string;
      const index = (yield* of(expression.index)) as bigint;
      return BigInt(text.charCodeAt(indexWithin(index, text.length, at)));
    }
    case 'offset': {
      const pointer = (yield* of(expression.pointer)) as Address | null;
      return moved(pointer, (yield* of(expression.count)) as bigint);
    }
    case 'address':
      return yield* placeOf(machine, frame, expression.place);
    case 'pin':
      return yield* of(expression.operand);
    case 'gc-new': {
      const value = expression.value
        ? yield* of(expression.value)
        : zeroOf(expression.type.target, machine.program);
      return new Address([{ value }], 0);
    }
    case 'wild-new': {
      const value = expression.value
        ? yield* of(expression.value)
        : zeroOf(expression.type.target, machine.program);
      return new Address([{ value }], 0, { freed: false, scope: frame.wildScope() });
    }
    case 'struct-literal': {
      const struct = zeroOf(type, machine.program) as Composite;
      for (const { index, value } of expression.fields) struct.slots[index]!.value = yield* of(value);
      return struct;
    }
    case 'array-literal': {
      const slots: Slot[] = [];
      for (const element of expression.elements) slots.push({ value: yield* of(element) });
      return new Composite(slots);
    }
    case 'binary': {
      const left = (yield* of(expression.left)) as bigint;
      const right = (yield* of(expression.right)) as bigint;
      return arithmetic(expression.operator, left, right, type, at);
    }
    case 'compare': {
      const left = identity(yield* of(expression.left));
      const right = identity(yield* of(expression.right));
      return expression.operator === '<=>'
        ? spaceship(left, right)
        : compared(expression.operator, left, right);
    }
    case 'logic': {
      const left = (yield* of(expression.left)) as boolean;
      return left === (expression.operator === '||') ? left : yield* of(expression.right);
    }
    case 'negate':
      return negated((yield* of(expression.operand)) as bigint, type, at);
    case 'not':
      return !((yield* of(expression.operand)) as boolean);
    case 'complement': {
      const value = (yield* of(expression.operand)) as bigint;
      return arithmetic('^', value, -1n, type, at);
    }
    case 'conditional':
      return yield* of((yield* of(expression.condition)) ? expression.then : expression.otherwise);
    case 'coalesce':
      return (yield* of(expression.pointer)) ?? (yield* of(expression.fallback));
    case 'safe-member':
      return safeMember(yield* of(expression.object), expression, machine);
    case 'convert': {
      const value = yield* of(expression.operand);
      const from = expression.operand.type;
      const scalar = typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean';
      return scalar && type.kind !== 'pointer'
        ? converted(value, from, type)
        : convertedPointer(value, type, at);
    }
    case 'text': {
      const value = (yield* of(expression.operand)) as bigint;
      return textOf(value, expression.operand.type);
    }
    case 'concatenate': {
      const parts: string[] = [];
      for (const part of expression.parts) parts.push((yield* of(part)) as string);
      return concatenated(parts, at);
    }
    case 'assign': {
      const place = yield* placeOf(machine, frame, expression.target);
      const value = yield* of(expression.value);
      store(slotAt(place), value);
      return copyOf(value);
    }
    case 'compound-assign': {
      const place = slotAt(yield* placeOf(machine, frame, expression.target));
      const value = yield* of(expression.value);
      place.value = combined(expression, place.value, value);
      return place.value;
    }
    case 'increment': {
      const place = slotAt(yield* placeOf(machine, frame, expression.target));
      const old = place.value as bigint;
      const by = type.kind === 'float' ? expression.by : BigInt(expression.by);
      place.value = arithmetic(expression.by === 1 ? '+' : '-', old, by < 0 ? -by : by, type, at);
      return expression.gives === 'old' ? old : place.value;
    }
    case 'call':
      return yield* evaluateCall(machine, frame, expression);
    case 'call-indirect':
      return yield* evaluateIndirect(machine, frame, expression);
    case 'builtin':
      return yield* evaluateBuiltin(machine, frame, expression);
    case 'spawn':
      return yield* evaluateSpawn(machine, frame, expression);
    case 'await':
      return yield* evaluateAwait(machine, frame, expression);
    case 'unwrap': {
      const { err, value } = (yield* of(expression.operand)) as Outcome;
      if (err !== 0n) throw new Failing(err);
      return value;
    }
    case 'unwrap-or': {
      const { err, value } = (yield* of(expression.operand)) as Outcome;
      return err === 0n ? value : yield* of(expression.fallback);
    }
    case 'result-part': {
      const { err, value } = (yield* of(expression.operand)) as Outcome;
      return expression.part === 'err' ? err : value;
    }
  }
}

const moved = (pointer: Address | null, count: bigint): Address | null =>
  pointer && new Address(pointer.list, pointer.index + Number(BigInt.asIntN(48, count)), pointer.allocation);

function combined(
  { operator, type, at }: Extract<Expression, { kind: 'compound-assign' }>,
  old: Value,
  value: Value,
): Value {
  if (type.kind === 'string') return concatenated([old as string, value as string], at);
  if (type.kind === 'pointer' || type.kind === 'wild') {
    return moved(old as Address | null, operator === '+' ? (value as bigint) : -(value as bigint));
  }
  return arithmetic(operator, old as bigint, value as bigint, type, at);
}

/** `a?.b`: a failure, or NULL, where there is nothing to read from. */
function safeMember(
  object: Value,
  { index, type, object: { type: from } }: Extract<Expression, { kind: 'safe-member' }>,
  machine: Machine,
): Value {
  const failed = object instanceof Outcome ? object.err : object === null ? 1n : 0n;
  if (failed !== 0n) {
    return type.kind === 'result' ? new Outcome(failed, zeroOf(type.value, machine.program)) : null;
  }
  const struct = from.kind === 'result' ? (object as Outcome).value : slotAt(object as Address).value;
  const value = copyOf(slotsOf(struct)[index]!.value);
  return type.kind === 'result' ? new Outcome(0n, value) : value;
}
