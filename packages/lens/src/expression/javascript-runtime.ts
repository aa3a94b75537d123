// What compiled expression programs call when the fast path does not fit: other representations, failures, words.

import {
  Failure,
  notSupported,
  type Comparison,
  type Conversion,
  type IntegerKind,
  type IntegerOperator,
  type Scalar,
  type ValueKind,
} from '@sonde/engine';
import {
  compareScalars,
  convertScalar,
  describe,
  divisionByZero,
  failedExpression,
  fitInteger,
  floatOperation,
  integerKindName,
  integerOperation,
  joinedText,
  kindOfScalar,
  outside,
  plainText,
  toBoolean,
  toFloat,
  toInteger,
  wrongExpression,
} from './arithmetic.js';
import { memoryRuntime } from './javascript-loads.js';
import type { ProgramAccess } from './javascript.js';

/** A computed scalar where the other branch gives a word of the machine: keeps the two apart. */
export class Computed {
  constructor(readonly value: Scalar) {}
}

const kinds = new Map<number, IntegerKind>();
const overflows = ['wrap', 'fail', 'saturate'] as const;

/** Kinds as numbers in the generated code: the bits, whether signed, and the overflow rule. */
export const kindNumber = (kind: IntegerKind): number =>
  kind.bits * 8 + (kind.signed ? 4 : 0) + overflows.indexOf(kind.overflow);

function kindOfNumber(code: number): IntegerKind {
  let kind = kinds.get(code);
  if (kind === undefined) {
    kind = { bits: code >> 3, signed: (code & 4) !== 0, overflow: overflows[code & 3] ?? 'fail' };
    kinds.set(code, kind);
  }
  return kind;
}

const asSmall = (value: bigint, code: number): number | bigint => {
  const bits = code >> 3;
  return bits > 0 && bits <= 32 ? Number(value) : value;
};

const scalarOrFail = (value: Scalar | undefined): Scalar => {
  if (value === undefined) throw wrongExpression('an object cannot be computed with');
  return value;
};

export const runtime = {
  ...memoryRuntime,
  Computed,

  scalarOfMixed: (access: ProgramAccess, value: unknown): Scalar | undefined =>
    value instanceof Computed ? value.value : access.scalar(value),

  fit: (value: Scalar | undefined, code: number): number | bigint =>
    asSmall(fitInteger(toInteger(scalarOrFail(value)), kindOfNumber(code)), code),

  integer: (
    operator: IntegerOperator,
    code: number,
    a: Scalar | undefined,
    b: Scalar | undefined,
  ): number | bigint =>
    asSmall(
      integerOperation(operator, kindOfNumber(code), toInteger(scalarOrFail(a)), toInteger(scalarOrFail(b))),
      code,
    ),

  /** A shift count that a number can hold; beyond 2^32 all counts mean the same. */
  shiftCount(value: Scalar | undefined): number {
    const count = toInteger(scalarOrFail(value));
    if (count < 0n) throw failedExpression(`a shift by ${describe(count)}`);
    return count > 0xffff_ffffn ? 0xffff_ffff : Number(count);
  },

  overflow: (value: number, code: number): Failure =>
    failedExpression(`overflow: ${value} does not fit a ${integerKindName(kindOfNumber(code))}`),

  divisionByZero,
  floatOperation,

  float: (value: Scalar | undefined, bits: 32 | 64): number => toFloat(scalarOrFail(value), bits),

  boolean: (value: Scalar | undefined): boolean => toBoolean(scalarOrFail(value)),

  /** Objects are the same or not; they have no order. */
  compare(
    operator: Comparison,
    a: Scalar | undefined,
    b: Scalar | undefined,
    wordA: unknown,
    wordB: unknown,
  ): boolean {
    if (a !== undefined && b !== undefined) return compareScalars(operator, a, b);
    if (a !== undefined || b !== undefined)
      throw wrongExpression('cannot compare an object with what is none');
    if (operator !== 'eq' && operator !== 'ne') throw wrongExpression('objects have no order');
    return (wordA === wordB) === (operator === 'eq');
  },

  convert(value: Scalar | undefined, to: Conversion): Scalar {
    const result = convertScalar(scalarOrFail(value), to);
    return typeof result === 'bigint' && to.kind === 'integer' && to.bits > 0 && to.bits <= 32
      ? Number(result)
      : result;
  },

  text: (value: Scalar | undefined, floatSize?: number): string => plainText(scalarOrFail(value), floatSize),

  /** Texts of objects need a lens, which the thread of a machine has not. */
  format(value: Scalar | undefined, floatSize?: number): string {
    if (value === undefined) throw notSupported('formatting an object near the program');
    return plainText(value, floatSize);
  },

  kindOf: (value: Scalar | undefined): ValueKind => (value === undefined ? 'object' : kindOfScalar(value)),

  kindOfWord(access: ProgramAccess, word: unknown, isFloat: boolean): ValueKind {
    if (word instanceof Computed) return kindOfScalar(word.value);
    const told = access.kind?.(word);
    if (told !== undefined) return told;
    const scalar = access.scalar(word);
    if (scalar === undefined) return word === undefined ? 'unavailable' : 'object';
    return isFloat && typeof scalar === 'number' ? 'float' : kindOfScalar(scalar);
  },

  concat: joinedText,

  named(access: ProgramAccess, name: string): unknown {
    if (access.named === undefined) throw notSupported(`reading '${name}' by name`);
    return access.named(name);
  },

  register(access: ProgramAccess, name: string): unknown {
    if (access.register === undefined) throw notSupported(`reading the register ${name} near the program`);
    return access.register(name);
  },

  field(access: ProgramAccess, word: unknown, name: string): unknown {
    if (word instanceof Computed || access.field === undefined)
      throw wrongExpression(`there is no field '${name}'`);
    const found = access.field(word, name);
    if (found === undefined) throw wrongExpression(`there is no field '${name}'`);
    return found;
  },

  position(value: Scalar | undefined): number {
    const at = toInteger(scalarOrFail(value));
    if (at < 0n || at > BigInt(Number.MAX_SAFE_INTEGER)) throw outside(describe(at));
    return Number(at);
  },

  unitOfText(text: Scalar | undefined, at: number): string {
    if (typeof text !== 'string') throw wrongExpression('only texts and collections have elements');
    if (at >= text.length) throw outside(String(at), text.length);
    return text.charAt(at);
  },

  index(access: ProgramAccess, word: unknown, at: number): unknown {
    const scalar = runtime.scalarOfMixed(access, word);
    if (typeof scalar === 'string') return new Computed(runtime.unitOfText(scalar, at));
    if (access.index === undefined || word instanceof Computed)
      throw wrongExpression('only texts and collections have elements');
    const found = access.index(word, at);
    if (found === undefined) throw outside(String(at), access.length?.(word));
    return found;
  },

  length(access: ProgramAccess, word: unknown): number {
    const scalar = runtime.scalarOfMixed(access, word);
    if (typeof scalar === 'string') return scalar.length;
    const length = word instanceof Computed ? undefined : access.length?.(word);
    if (length === undefined) throw wrongExpression('only texts and collections have a length');
    return length;
  },

  run(access: ProgramAccess, code: unknown): unknown {
    if (access.run === undefined) throw notSupported('running code of the machine near the program');
    return access.run(code);
  },

  wrong: wrongExpression,
  failed: failedExpression,

  /** The result of a whole program that is a word. */
  result(access: ProgramAccess, value: unknown): Scalar | { readonly word: unknown } {
    const scalar = runtime.scalarOfMixed(access, value);
    return scalar === undefined ? { word: value } : scalar;
  },

  /** Whatever the machine threw while it was read is the program's doing. */
  failure(error: unknown): Failure {
    if (error instanceof Failure) return error;
    const message = error instanceof Error ? error.message : String(error);
    return new Failure('bad-expression', 'program', message, undefined, { cause: error });
  },
};

export type Runtime = typeof runtime;
