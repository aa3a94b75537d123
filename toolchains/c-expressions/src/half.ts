// Rounding to floats of 16 bits by operations on those of 64, which is all that expression programs have.

import type { Expression, TypeId } from '@sonde/engine';
import { build } from '@sonde/lens';

/** Numbers below 2^-14 have that exponent and fewer digits. */
const leastExponent = -14;
const greatestExponent = 15;
/** Half the distance to the number that would come next: from here on it is infinite. */
const tooLarge = 65_520;

/**
 * The nearest half to a `double`, ties to even. Added to one and a half times 2^(exponent + 42), a number of that exponent
 * loses all but the ten digits that a half has; the sum loses them by the rounding that every addition does.
 */
export function halfOf(
  value: Expression,
  {
    half,
    boolean,
    bindings,
  }: { readonly half: TypeId; readonly boolean: TypeId; readonly bindings: build.Bindings },
): Expression {
  const { lt, ge, eq } = build.conditions(boolean);
  const { add, sub, neg } = build.floats(64, value.type);
  const number = (of: number): Expression => build.constant(of, value.type);
  const byExponent = (size: Expression, low: number, high: number): Expression => {
    if (low === high) {
      const digits = number(1.5 * 2 ** (low + 42));
      return sub(add(size, digits), digits);
    }
    const middle = (low + high + 1) >> 1;
    const isLess = lt(size, number(2 ** middle));
    return build.select(isLess, byExponent(size, low, middle - 1), byExponent(size, middle, high));
  };
  const rounded = (size: Expression): Expression =>
    build.select(
      ge(size, number(tooLarge)),
      number(Infinity),
      byExponent(size, leastExponent, greatestExponent),
    );
  const nearest = bindings.bind(value, given => {
    const isNegative = lt(given, number(0));
    const signed = bindings.bind(build.select(isNegative, neg(given), given), size =>
      build.select(isNegative, neg(rounded(size)), rounded(size)),
    );
    // Zero has a sign that no comparison shows.
    return build.select(eq(given, number(0)), given, signed);
  });
  return build.convert(nearest, { kind: 'float', bits: 64 }, half);
}
