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
    if (operator === undefined) {
      const given = this.lower.valueFor(value, this.arithmetic.resolved(place).kind);
      return this.#stored(place, given, this.arithmetic.bitsOf(place));
    }
    const given = this.lower.value(value);
    return this.#changed(place, (bound, bits) =>
      this.#stored(bound, this.lower.combined(operator, this.#held(bound, bits), given), bits),
    );
  }

  /** The value behind a place is the old one: it is read before the place changes. */
  step({ operator, isBehind, target }: Extract<Tree, { kind: 'step' }>): Expression {
    const { bindings, numbers } = this.arithmetic;
    const one = build.constant(1n, numbers.id(int));
    const stepped = (bound: Expression, from: Expression, bits: number | undefined): Expression =>
      this.#stored(bound, this.lower.combined(operator, from, one), bits);
    return this.#changed(this.#place(target), (bound, bits) => {
      if (!isBehind) return stepped(bound, this.#held(bound, bits), bits);
      return bindings.bind(this.#read(bound), old => bindings.bind(stepped(bound, old, bits), () => old));
    });
  }

  /** Finds the place once: what leads to it may change something itself, as in `values[i++] += 2`. */
  #changed(
    place: Expression,
    change: (bound: Expression, bits: number | undefined) => Expression,
  ): Expression {
    const bits = this.arithmetic.bitsOf(place);
    return this.arithmetic.bindings.bind(place, bound => change(bound, bits));
  }

  #held(bound: Expression, bits: number | undefined): Expression {
    return this.arithmetic.promotedBits(bound, bits);
  }

  /** Read now: a place that is bound is read where it is used. */
  #read(place: Expression): Expression {
    const { arithmetic } = this;
    if (this.pointers.isPointer(place)) return arithmetic.retyped(place, arithmetic.size, place.type);
    return arithmetic.retyped(place, arithmetic.typeOf(place), place.type);
  }

  #stored(place: Expression, value: Expression, bits: number | undefined): Expression {
    return build.assign(place, this.conversions.to(place.type, value, bits), place.type);
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
