// Assignments, `++` and `--`: what changes the program (C17 6.5.16, 6.5.2.4).

import type { Expression, TypeDescription } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { Arithmetic } from './arithmetic.js';
import type { Conversions } from './conversions.js';
import { int } from './number-types.js';
import type { Pointers } from './pointers.js';
import { notHere, refused } from './refusals.js';
import type { BinaryOperator, Tree } from './tree.js';

interface Lower {
  expression(tree: Tree): Expression;
  value(tree: Tree): Expression;
  valueFor(tree: Tree, kind: TypeDescription['kind']): Expression;
  combined(operator: BinaryOperator, a: Expression, b: Expression): Expression;
}

export class Effects {
  constructor(
    private readonly arithmetic: Arithmetic,
    private readonly pointers: Pointers,
    private readonly conversions: Conversions,
    private readonly lower: Lower,
  ) {}

  assign({ operator, target, value }: Extract<Tree, { kind: 'assign' }>): Expression {
    const place = this.#place(target);
    if (operator !== undefined)
      return this.#stored(
        place,
        this.lower.combined(operator, this.lower.value(target), this.lower.value(value)),
      );
    return this.#stored(place, this.lower.valueFor(value, this.arithmetic.resolved(place).kind));
  }

  /** The value behind a place is the old one: it is bound before the place changes. */
  step({ operator, isBehind, target }: Extract<Tree, { kind: 'step' }>): Expression {
    const place = this.#place(target);
    const one = build.constant(1n, this.arithmetic.numbers.id(int));
    if (!isBehind) return this.#stored(place, this.lower.combined(operator, this.lower.value(target), one));
    const { bindings } = this.arithmetic;
    return bindings.bind(this.#read(place), old =>
      bindings.bind(this.#stored(place, this.lower.combined(operator, old, one)), () => old),
    );
  }

  /** Read now: a name alone is read where it is used. */
  #read(place: Expression): Expression {
    const { arithmetic } = this;
    if (this.pointers.isPointer(place)) return arithmetic.retyped(place, arithmetic.size, place.type);
    return arithmetic.retyped(place, arithmetic.typeOf(place), place.type);
  }

  #stored(place: Expression, value: Expression): Expression {
    const converted = this.conversions.to(place.type, value, this.arithmetic.bitsOf(place));
    return build.assign(place, converted, place.type);
  }

  #place(target: Tree): Expression {
    const isPlace =
      target.kind === 'name' ||
      target.kind === 'member' ||
      target.kind === 'index' ||
      (target.kind === 'unary' && target.operator === '*');
    const place = isPlace ? this.lower.expression(target) : undefined;
    const kind = place === undefined ? undefined : this.arithmetic.resolved(place).kind;
    if (place === undefined || place.op === 'constant' || kind === 'function')
      throw refused('only a variable or a part of one can be assigned to.');
    if (kind === 'array') throw refused('an array cannot be assigned to: set its elements.');
    if (kind === 'opaque') throw notHere(`a value of ${this.arithmetic.types.get(place.type).name}`);
    return place;
  }
}
