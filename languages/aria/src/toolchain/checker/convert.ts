// From the type an expression has to the type that is wanted, and the casts that a program may ask for.

import type { Body } from './body.js';
import { CheckMistake } from './mistake.js';
import { convertNumber } from './number-conversions.js';
import { isInGc, isPlace } from './places.js';
import type { Expression } from './typed-program.js';
import {
  one,
  isNumber,
  isPointer,
  isWhole,
  sameType,
  type AriaType,
  type PointerType,
  type ResultType,
} from './types.js';

/** Where the value goes decides whether it may be borrowed from a gc object. */
export type Use = 'argument' | 'value';

/** The value as one of the wanted type: unwrapped, read through, allocated, widened or narrowed. Refuses what the language does not convert. */
export function convert(body: Body, value: Expression, wanted: AriaType, use: Use = 'value'): Expression {
  const { type, at } = value;
  if (sameType(type, wanted)) return value;
  if (wanted.kind === 'reference') return refer(body, value, wanted, use);
  if (type.kind === 'result') return convert(body, unwrap(body, value), wanted, use);
  if (type.kind === 'reference') return convert(body, dereference(value), wanted, use);
  // `x` of `wild T:x` stands for the T; where its pointer is wanted it stands for that.
  if (
    value.kind === 'dereference' &&
    value.pointer.kind === 'variable' &&
    sameType(value.pointer.type, wanted)
  ) {
    return value.pointer;
  }
  if (type.kind === 'wild' && wanted.kind === 'pointer' && sameType(type.target, wanted.target)) {
    return { kind: 'convert', operand: value, type: wanted, at };
  }
  if (type.kind === 'gc' && sameType(type.target, wanted)) return dereference(value);
  if (wanted.kind === 'gc' && sameType(type, wanted.target))
    return { kind: 'gc-new', type: wanted, value, at };
  const number = convertNumber(body, value, wanted);
  if (number) return number;
  throw mismatch(value, wanted);
}

export function mismatch({ type, at }: Expression, wanted: AriaType): CheckMistake {
  return new CheckMistake(at, `expected ${wanted.name}, found ${type.name}`, hintFor(type, wanted));
}

function hintFor(type: AriaType, wanted: AriaType): string | undefined {
  if ((isNumber(type) || type.kind === 'enum' || type.kind === 'bool') && isNumber(wanted)) {
    return `Convert it: (${wanted.name})….`;
  }
  if (wanted.kind === 'bool') return isWhole(type) ? 'Compare it: … != 0.' : undefined;
  if (wanted.kind === 'string') return 'A template makes a text of it: `&{…}`.';
  if (wanted.kind === 'pointer') {
    if (type.kind === 'gc') return 'Pin it: #….';
    if (sameType(type, wanted.target)) return 'Take its address: @….';
  }
  if (wanted.kind === 'wild' && sameType(type, wanted.target)) return 'A wild variable has one: @….';
  if (wanted.kind === 'future') return 'Start it: spawn ….';
  return undefined;
}

/** A place, or a pointer to one, as a reference. */
function refer(body: Body, value: Expression, wanted: PointerType, use: Use): Expression {
  const { type, at } = value;
  if ((type.kind === 'pointer' || type.kind === 'wild') && sameType(type.target, wanted.target)) {
    return { kind: 'convert', operand: value, type: wanted, at };
  }
  if (type.kind === 'gc' && sameType(type.target, wanted.target)) {
    return refer(body, dereference(value), wanted, use);
  }
  if (!sameType(type, wanted.target)) throw mismatch(value, wanted);
  if (!isPlace(value)) {
    throw new CheckMistake(at, `expected a place of type ${type.name}`, 'Put it into a variable first.');
  }
  const borrowed = isInGc(value);
  if (borrowed && use !== 'argument') {
    throw new CheckMistake(at, 'a reference cannot stay in a gc object, which may move', 'Pin it: #….');
  }
  return { kind: 'address', place: value, borrowed, type: wanted, at };
}

/** A result used as its value. */
export function unwrap(body: Body, value: Expression): Expression {
  const type = value.type as ResultType;
  if (type.value.kind === 'void') throw new CheckMistake(value.at, 'this call gives no value');
  if (body.defers > 0) {
    throw new CheckMistake(
      value.at,
      'a defer cannot fail, so a result cannot be unwrapped here',
      'Give a value for the failure: … ? 0.',
    );
  }
  return {
    kind: 'unwrap',
    operand: value as Expression & { type: ResultType },
    type: type.value,
    at: value.at,
  };
}

/** What a pointer of any kind points to. */
export function dereference(pointer: Expression): Expression {
  return { kind: 'dereference', pointer, type: (pointer.type as PointerType).target, at: pointer.at };
}

/** The value itself: results unwrapped, references read through. */
export function plainValue(body: Body, value: Expression): Expression {
  if (value.type.kind === 'result') return plainValue(body, unwrap(body, value));
  return value.type.kind === 'reference' ? dereference(value) : value;
}

/** The struct or array behind pointers, as a place where there is one. */
export function throughPointers(body: Body, value: Expression): Expression {
  let object = plainValue(body, value);
  for (let depth = 0; isPointer(object.type) && depth < 8; depth++) {
    const { target } = object.type;
    if (target.kind !== 'struct' && target.kind !== 'array' && !isPointer(target)) break;
    object = dereference(object);
  }
  return object;
}

/** `(T)x`. */
export function cast(body: Body, operand: Expression, wanted: AriaType, at: Expression['at']): Expression {
  const value = sameType(operand.type, wanted) ? operand : plainValue(body, operand);
  if (sameType(value.type, wanted)) return { ...value, at };
  if (!castable(value.type, wanted)) {
    const hint = wanted.kind === 'string' ? hintFor(value.type, wanted) : undefined;
    throw new CheckMistake(at, `${one(value.type)} cannot be converted to ${wanted.name}`, hint);
  }
  return { kind: 'convert', operand: value, type: wanted, at };
}

function castable(from: AriaType, to: AriaType): boolean {
  const scalar = (type: AriaType): boolean => isNumber(type) || type.kind === 'bool';
  if (scalar(from) && scalar(to)) return true;
  if (from.kind === 'enum') return to.kind === 'integer';
  if (to.kind === 'enum') return from.kind === 'integer';
  const address = (type: AriaType): boolean => type.kind === 'integer' && type.bits === 64;
  if (to.kind === 'pointer') return from.kind === 'pointer' || from.kind === 'wild' || address(from);
  return address(to) && (from.kind === 'pointer' || from.kind === 'wild');
}
