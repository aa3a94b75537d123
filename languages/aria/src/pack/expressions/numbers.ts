// Arithmetic and conversions of Aria's numbers, spelled out for back ends that do not know the language.

import type { Expression, IntegerKind, TypeId } from '@sonde/engine';
import { build } from '@sonde/lens';
import type { ArithmeticOperator } from '../../toolchain/checker/typed-program.js';
import {
  bool,
  flt64,
  largest,
  sentinel,
  type AriaType,
  type FloatType,
  type IntegerType,
  type TbbType,
} from '../../toolchain/checker/types.js';
import type { DebugTypes } from './debug-types.js';
import type { Sharing } from './sharing.js';

const names = {
  ...({ '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem' } as const),
  ...({ '&': 'and', '|': 'or', '^': 'xor', '<<': 'shl', '>>': 'shr' } as const),
};

type WholeType = IntegerType | TbbType;

/** How values of the type are computed with. A tbb is a signed integer to the machine. */
export const kindOf = (type: WholeType): IntegerKind => ({
  bits: type.bits,
  signed: type.kind === 'tbb' || type.signed,
  overflow: 'wrap',
});

export class Numbers {
  constructor(
    private readonly types: DebugTypes,
    private readonly sharing: Sharing,
  ) {}

  get conditions(): ReturnType<typeof build.conditions> {
    return build.conditions(this.types.id(bool));
  }

  constant(value: bigint, type: AriaType): Expression {
    return build.constant(value, this.types.id(type));
  }

  arithmetic(operator: ArithmeticOperator, a: Expression, b: Expression, type: AriaType): Expression {
    if (type.kind === 'float') return this.#floating(operator, a, b, type);
    if (type.kind === 'tbb') return this.#sticky(operator, a, b, type);
    return this.#wrapping(operator, a, b, type as IntegerType);
  }

  negated(value: Expression, type: AriaType): Expression {
    if (type.kind === 'float') return build.floats(type.bits, this.types.id(type)).neg(value);
    // ERR is the one value whose negative is itself.
    return build.integers(kindOf(type as WholeType), this.types.id(type)).neg(value);
  }

  complement(value: Expression, type: AriaType): Expression {
    return build.integers(kindOf(type as IntegerType), this.types.id(type)).not(value);
  }

  /** -1, 0 or 1; 0 also for what has no order. */
  spaceship(a: Expression, b: Expression, type: AriaType): Expression {
    const { lt, gt } = this.conditions;
    const constant = (value: bigint): Expression => this.constant(value, type);
    return this.sharing.share(a, left =>
      this.sharing.share(b, right =>
        build.select(
          lt(left, right),
          constant(-1n),
          build.select(gt(left, right), constant(1n), constant(0n)),
        ),
      ),
    );
  }

  #floating(operator: ArithmeticOperator, a: Expression, b: Expression, type: FloatType): Expression {
    const name = names[operator];
    if (name !== 'add' && name !== 'sub' && name !== 'mul' && name !== 'div' && name !== 'rem')
      throw new Error(`floats have no operator ${operator}`);
    return build.floats(type.bits, this.types.id(type))[name](a, b);
  }

  #wrapping(operator: ArithmeticOperator, a: Expression, b: Expression, type: IntegerType): Expression {
    const id = this.types.id(type);
    const arithmetic = build.integers(kindOf(type), id);
    const shifts = operator === '<<' || operator === '>>';
    // The count is taken modulo the width.
    const right = shifts ? arithmetic.and(b, build.constant(BigInt(type.bits - 1), id)) : b;
    return arithmetic[names[operator]](a, right);
  }

  /** Any ERR, overflow or division by zero gives ERR (Aria debug spec 3.1). */
  #sticky(operator: ArithmeticOperator, a: Expression, b: Expression, type: TbbType): Expression {
    const { share } = this.sharing;
    const { or, eq } = this.conditions;
    // Twice the width holds every exact result.
    const wide: IntegerKind = { bits: type.bits === 64 ? 128 : 64, signed: true, overflow: 'wrap' };
    const divides = operator === '/' || operator === '%';
    return share(a, left =>
      share(b, right => {
        const bad = [
          ...this.#isError(left, type),
          ...this.#isError(right, type),
          ...(divides ? [eq(right, this.constant(0n, type))] : []),
        ];
        const exact = build.integers(wide, this.types.id(type))[names[operator]](left, right);
        const value = share(exact, result => this.#within(result, type));
        const [first, ...more] = bad;
        if (first === undefined) return value;
        return build.select(more.reduce(or, first), this.#error(type), value);
      }),
    );
  }

  /** No question where the answer is known. */
  #isError(value: Expression, type: TbbType): readonly Expression[] {
    if (value.op === 'constant' && value.value !== sentinel(type.bits)) return [];
    return [this.conditions.eq(value, this.#error(type))];
  }

  #error(type: TbbType): Expression {
    return this.constant(sentinel(type.bits), type);
  }

  /** The value, or ERR where the type does not hold it. */
  #within(value: Expression, type: TbbType): Expression {
    const { or, gt, lt } = this.conditions;
    const most = largest(type);
    return build.select(
      or(gt(value, this.constant(most, type)), lt(value, this.constant(-most, type))),
      this.#error(type),
      build.convert(value, { kind: 'integer', ...kindOf(type) }, this.types.id(type)),
    );
  }

  /** Between numbers, bools and enums. */
  converted(value: Expression, from: AriaType, to: AriaType): Expression {
    const id = this.types.id(to);
    if (to.kind === 'bool') return this.#asBool(value, from);
    if (to.kind === 'float') return this.#asFloat(value, from, to, id);
    if (to.kind === 'tbb') return this.#asTbb(value, from, to);
    const kind: IntegerKind =
      to.kind === 'integer' ? kindOf(to) : { bits: 32, signed: true, overflow: 'wrap' };
    const overflow = from.kind === 'float' ? 'saturate' : 'wrap';
    return build.convert(value, { kind: 'integer', ...kind, overflow }, id);
  }

  #asBool(value: Expression, from: AriaType): Expression {
    if (from.kind === 'bool') return value;
    const zero = from.kind === 'float' ? build.constant(0, this.types.id(from)) : this.constant(0n, from);
    return this.conditions.ne(value, zero);
  }

  #asFloat(value: Expression, from: AriaType, { bits }: FloatType, id: TypeId): Expression {
    const convert = (of: Expression): Expression => build.convert(of, { kind: 'float', bits }, id);
    if (from.kind !== 'tbb') return convert(value);
    return this.sharing.share(value, of => {
      const [isError] = this.#isError(of, from);
      return isError === undefined
        ? convert(of)
        : build.select(isError, build.constant(NaN, id), convert(of));
    });
  }

  #asTbb(value: Expression, from: AriaType, to: TbbType): Expression {
    const { and, gt, lt } = this.conditions;
    if (from.kind === 'bool')
      return build.convert(value, { kind: 'integer', ...kindOf(to) }, this.types.id(to));
    return this.sharing.share(value, of => {
      if (from.kind === 'float') {
        const beyond = Number(largest(to) + 1n);
        const bound = (number: number): Expression => build.constant(number, this.types.id(flt64));
        // NaN is neither.
        return build.select(
          and(gt(of, bound(-beyond)), lt(of, bound(beyond))),
          build.convert(of, { kind: 'integer', ...kindOf(to) }, this.types.id(to)),
          this.#error(to),
        );
      }
      const within = this.#within(of, to);
      if (from.kind !== 'tbb' || from.bits <= to.bits) {
        // A narrow ERR is a number that a wide type holds.
        const [isError] = from.kind === 'tbb' ? this.#isError(of, from) : [];
        return isError === undefined ? within : build.select(isError, this.#error(to), within);
      }
      return within;
    });
  }

  /** As `println` writes it. */
  text(value: Expression, type: AriaType): Expression {
    const { types, conditions } = this;
    const word = (text: string): Expression => build.constant(text, types.text);
    const plain = (of: Expression): Expression => build.convert(of, { kind: 'text' }, types.text);
    if (type.kind === 'tbb')
      return this.sharing.share(value, of => {
        const [isError] = this.#isError(of, type);
        return isError === undefined ? plain(of) : build.select(isError, word('ERR'), plain(of));
      });
    if (type.kind !== 'float') return plain(value);
    const wide =
      type.bits === 64 ? value : build.convert(value, { kind: 'float', bits: 64 }, types.id(flt64));
    return this.sharing.share(wide, of => {
      const is = (number: number): Expression => conditions.eq(of, build.constant(number, types.id(flt64)));
      return build.select(
        conditions.ne(of, of),
        word('NaN'),
        build.select(
          is(Infinity),
          word('Infinity'),
          build.select(is(-Infinity), word('-Infinity'), build.select(is(0), word('0'), plain(of))),
        ),
      );
    });
  }
}
