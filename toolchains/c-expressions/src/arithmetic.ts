// Operators of C on numbers, with widths, signs and conversions spelled out, so that no back end knows C.

import type { Expression, TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { build, flatFields } from '@sonde/lens';
import type { DataModel } from './data-model.js';
import { halfOf } from './half.js';
import {
  common,
  int,
  numberType,
  NumberTypes,
  promoted,
  sizeType,
  type IntegerType,
  type NumberType,
} from './number-types.js';
import { notHere, refused } from './refusals.js';
import type { BinaryOperator } from './tree.js';

export class Arithmetic {
  readonly numbers: NumberTypes;
  readonly bindings = new build.Bindings();
  /** Addresses as numbers. */
  readonly size: IntegerType;

  constructor(
    readonly types: TypeTable,
    readonly model: DataModel,
    /** Nothing is left to another evaluator. */
    private readonly whole: boolean,
  ) {
    this.numbers = new NumberTypes(types, model);
    this.size = sizeType(model);
  }

  resolved(value: Expression): TypeDescription {
    return this.types.resolve(value.type);
  }

  typeOf(value: Expression): NumberType {
    const type = this.resolved(value);
    if (type.kind === 'pointer')
      return { kind: 'integer', bits: (type.size ?? this.size.bits / 8) * 8, signed: false };
    const number = numberType(type, this.types);
    if (number === undefined || (number.kind === 'float' && number.bits === 16 && !this.whole))
      throw this.whole ? refused(`${type.name} is no number.`) : notHere(`a ${type.name} as a number`);
    return number;
  }

  unary(operator: '-' | '+' | '~', value: Expression): Expression {
    const type = promoted(this.typeOf(value));
    const converted = this.converted(value, type);
    if (operator === '+') return converted;
    const id = this.numbers.id(type);
    if (type.kind === 'integer') {
      const arithmetic = build.integers({ ...type, overflow: 'wrap' }, id);
      return operator === '-' ? arithmetic.neg(converted) : arithmetic.not(converted);
    }
    if (operator === '~') throw this.#onlyIntegers('~', '~ of a floating point number');
    return build.floats(type.bits === 64 ? 64 : 32, id).neg(converted);
  }

  binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
    if (operator === '<<' || operator === '>>') return this.#shift(operator, left, right);
    const [a, b] = this.met(left, right);
    const type = this.typeOf(a);
    const name = arithmetics[operator];
    if (name === undefined) throw notHere(`the operator ${operator}`);
    if (type.kind === 'integer') return build.integers({ ...type, overflow: 'wrap' }, a.type)[name](a, b);
    if (name !== 'add' && name !== 'sub' && name !== 'mul' && name !== 'div')
      throw this.#onlyIntegers(operator, `${operator} of floating point numbers`);
    return build.floats(type.bits === 64 ? 64 : 32, a.type)[name](a, b);
  }

  /** The operands are promoted apart: the type is that of the left one. */
  #shift(operator: '<<' | '>>', left: Expression, right: Expression): Expression {
    const [type, by] = [promoted(this.typeOf(left)), promoted(this.typeOf(right))];
    if (type.kind !== 'integer' || by.kind !== 'integer')
      throw this.#onlyIntegers(operator, 'shifting floating point numbers');
    const id = this.numbers.id(type);
    const arithmetic = build.integers({ ...type, overflow: 'wrap' }, id);
    // Processors take the distance modulo the width; beyond it C says nothing.
    const distance = arithmetic.and(this.converted(right, type), build.constant(BigInt(type.bits - 1), id));
    return arithmetic[operator === '<<' ? 'shl' : 'shr'](this.converted(left, type), distance);
  }

  #onlyIntegers(operator: string, what: string): Error {
    return this.whole ? refused(`${operator} takes integers only: cast the operands.`) : notHere(what);
  }

  compared(operator: BinaryOperator, a: Expression, b: Expression): Expression {
    const [left, right] = this.#comparable(a, b);
    return build.conditions(this.numbers.boolean)[comparisons[operator]!](left, right);
  }

  /** As a condition: not zero. */
  truth(value: Expression): Expression {
    if (this.resolved(value).kind === 'boolean') return value;
    const [a, zero] = this.#comparable(value, build.constant(0n, this.numbers.id(int)));
    return build.conditions(this.numbers.boolean).ne(a, zero);
  }

  /** Numbers in their common type; pointers as the numbers they are. */
  #comparable(a: Expression, b: Expression): readonly [Expression, Expression] {
    const [left, right] = [this.resolved(a), this.resolved(b)];
    if (left.kind !== 'pointer' && right.kind !== 'pointer') return this.met(a, b);
    return [this.converted(a, this.size), this.converted(b, this.size)];
  }

  met(a: Expression, b: Expression): readonly [Expression, Expression] {
    const type = common(this.typeOf(a), this.typeOf(b));
    return [this.converted(a, type), this.converted(b, type)];
  }

  converted(value: Expression, type: NumberType): Expression {
    const now = this.typeOf(value);
    const same =
      now.kind === type.kind &&
      now.bits === type.bits &&
      (now.kind === 'float' || now.signed === (type as { signed?: boolean }).signed);
    if (same && this.resolved(value).kind === type.kind) return value;
    return this.retyped(value, type, this.numbers.id(type));
  }

  /** The same, always as a value of its own, and of a type that may have another name. */
  retyped(value: Expression, type: NumberType, id: TypeId): Expression {
    this.typeOf(value);
    if (type.kind === 'integer') return build.convert(value, { ...type, overflow: 'wrap' }, id);
    if (type.bits !== 16) return build.convert(value, { kind: 'float', bits: type.bits }, id);
    const wide = this.converted(value, { kind: 'float', bits: 64 });
    return halfOf(wide, { half: id, boolean: this.numbers.boolean, bindings: this.bindings });
  }

  /** A bit field counts as an `int` if that can hold all that fits into it, whatever its type (C17 6.3.1.1). */
  promotedBits(value: Expression, size = this.bitsOf(value)): Expression {
    const now = size === undefined ? undefined : this.typeOf(value);
    if (size === undefined || now?.kind !== 'integer' || size > int.bits) return value;
    return this.converted(value, size === int.bits && !now.signed ? { ...int, signed: false } : int);
  }

  /** How many bits a bit field has; undefined for anything else. */
  bitsOf(value: Expression): number | undefined {
    if (value.op !== 'field') return undefined;
    const whole = this.resolved(value.of);
    if (whole.kind !== 'struct' && whole.kind !== 'union') return undefined;
    return flatFields(whole.fields, this.types).find(({ name }) => name === value.name)?.bitSize;
  }
}

export const isComparison = (operator: BinaryOperator): boolean => comparisons[operator] !== undefined;

const comparisons: Partial<Record<BinaryOperator, 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'>> = {
  ...{ '==': 'eq', '!=': 'ne', '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge' },
};

const arithmetics: Partial<
  Record<BinaryOperator, 'add' | 'sub' | 'mul' | 'div' | 'rem' | 'and' | 'or' | 'xor'>
> = {
  ...{ '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem', '&': 'and', '|': 'or', '^': 'xor' },
};
