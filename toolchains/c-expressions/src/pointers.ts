// Pointers as values: arithmetic with them, and what arrays and functions become when they are used (C17 6.3.2.1, 6.5.6).

import type { Expression, TypeId } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { Arithmetic } from './arithmetic.js';
import { differenceType, type IntegerType } from './number-types.js';
import { PointerTypes } from './pointer-types.js';
import { refused } from './refusals.js';

export class Pointers {
  readonly types: PointerTypes;
  /** `ptrdiff_t`. */
  readonly #difference: IntegerType;

  constructor(private readonly arithmetic: Arithmetic) {
    this.types = new PointerTypes(arithmetic.types, arithmetic.model);
    this.#difference = differenceType(arithmetic.model);
  }

  isPointer(value: Expression): boolean {
    return this.arithmetic.resolved(value).kind === 'pointer';
  }

  /** An array as a pointer to its first element, a function as one to itself, anything else as it is. */
  decayed(value: Expression): Expression {
    const type = this.arithmetic.resolved(value);
    if (type.kind === 'array') return build.addressOf(value, this.types.to(type.element));
    return type.kind === 'function' ? build.addressOf(value, this.types.to(value.type)) : value;
  }

  /** What a pointer leads to. */
  target(pointer: Expression): TypeId {
    const type = this.arithmetic.resolved(pointer);
    if (type.kind !== 'pointer') throw refused(`${type.name} points to nothing.`);
    return type.target;
  }

  /** `pointer + count`, `pointer - count`. */
  moved(operator: '+' | '-', pointer: Expression, count: Expression): Expression {
    const { arithmetic } = this;
    if (arithmetic.typeOf(count).kind === 'float')
      throw refused('pointers move by whole numbers only: convert the number first.');
    const step = this.types.step(this.target(pointer));
    const { mul } = build.integers(
      { ...this.#difference, overflow: 'wrap' },
      arithmetic.numbers.id(this.#difference),
    );
    const number = arithmetic.converted(count, this.#difference);
    const bytes = step === 1n ? number : mul(number, build.constant(step, number.type));
    return this.#sum(operator, pointer, bytes, pointer.type);
  }

  /** Bytes behind a pointer, as a pointer of another type. */
  at(pointer: Expression, bytes: bigint, type: TypeId): Expression {
    if (bytes === 0n) return this.cast(pointer, type);
    return this.#sum(
      '+',
      pointer,
      build.constant(bytes, this.arithmetic.numbers.id(this.arithmetic.size)),
      type,
    );
  }

  #sum(operator: '+' | '-', pointer: Expression, bytes: Expression, type: TypeId): Expression {
    const { arithmetic } = this;
    const { add, sub } = build.integers({ ...arithmetic.size, overflow: 'wrap' }, type);
    return (operator === '+' ? add : sub)(arithmetic.converted(pointer, arithmetic.size), bytes);
  }

  /** `a - b`, in elements. */
  difference(a: Expression, b: Expression): Expression {
    const { arithmetic } = this;
    const step = this.types.step(this.target(a));
    if (step !== this.types.step(this.target(b)))
      throw refused('pointers to elements of different sizes have no distance: cast one of them.');
    const { sub, div } = build.integers(
      { ...this.#difference, overflow: 'wrap' },
      arithmetic.numbers.id(this.#difference),
    );
    const [left, right] = [a, b].map(each => arithmetic.converted(each, this.#difference));
    const bytes = sub(left!, right!);
    return step === 1n ? bytes : div(bytes, build.constant(step, bytes.type));
  }

  /** A number or a pointer as a pointer of this type. */
  cast(value: Expression, type: TypeId): Expression {
    if (value.type === type) return value;
    if (this.arithmetic.typeOf(value).kind === 'float')
      throw refused('a floating point number is no address: convert it to an integer first.');
    return this.arithmetic.retyped(value, this.arithmetic.size, type);
  }
}
