// Helpers on wide numbers: multiplication and powers, on 32-bit digits.

import type { Code, FunctionBuilder, FunctionReference } from '@sonde/wasm';
import type { ModuleContext } from '../module-context.js';
import { digit, digitAddress, forUp, helper, topLimb, raise, withStack } from './limbs.js';
import { wideFits, wideSub, wideWrap } from './wide-basics.js';

export const locals = (made: FunctionBuilder, type: 'i32' | 'i64', names: readonly string[]): number[] =>
  names.map(name => made.local(type, name));

/** (out, a, b, limbs) → whether the product does not fit. `out` may be one of the operands. */
export const wideMul = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_mul', ['out', 'a', 'b', 'limbs'], ['i32'], (made, out, a, b, limbs) => {
    const { code } = made;
    const [i, j, k, digits, product] = locals(made, 'i32', ['i', 'j', 'k', 'digits', 'product']) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const [carry, x, t] = locals(made, 'i64', ['carry', 'x', 't']) as [number, number, number];
    const lost = made.local('i32', 'lost');
    withStack(module, made, 64, product, () => {
      code.get(product).i32(0).i32(64).memoryFill(module.memory);
      code.get(limbs).i32(1).op('i32.shl').set(digits);
      forUp(
        code,
        i,
        () => code.get(digits),
        () => {
          code.i64(0).set(carry);
          digit(code, a, i);
          code.set(x);
          forUp(
            code,
            j,
            () => code.get(digits),
            () => {
              code.get(i, j).op('i32.add').set(k);
              code.get(x);
              digit(code, b, j);
              code.op('i64.mul');
              digit(code, product, k);
              code.op('i64.add').get(carry).op('i64.add').set(t);
              storeDigit(code, product, k, t);
              code.get(t).i64(32).op('i64.shr_u').set(carry);
            },
          );
          code.get(i, digits).op('i32.add').set(k);
          storeDigit(code, product, k, carry);
        },
      );
      forUp(
        code,
        i,
        () => code.get(digits),
        () => {
          code.get(i, digits).op('i32.add').set(k);
          digit(code, product, k);
          code.op('i64.eqz', 'i32.eqz').get(lost).op('i32.or').set(lost);
        },
      );
      code.get(out, product).get(limbs).i32(3).op('i32.shl').memoryCopy(module.memory);
    });
    code.get(lost);
  });

export function storeDigit(code: Code, base: number, index: number, value: number): void {
  digitAddress(code, base, index);
  code.get(value).store('i64.store32');
}

/** (out, a, limbs): the number without its sign. */
export const wideMagnitude = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_magnitude', ['out', 'a', 'limbs'], [], (made, out, a, limbs) => {
    const { code } = made;
    topLimb(code, a, limbs);
    code
      .i64(0)
      .op('i64.lt_s')
      .if(undefined, () => {
        code.get(out).i32(0).get(a, limbs).call(wideSub(module)).op('drop', 'return');
      });
    code.get(out, a).get(limbs).i32(3).op('i32.shl').memoryCopy(module.memory);
  });

/** (out, a, b, limbs) → whether the product does not fit, in two's complement. */
export const wideMulSigned = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_mul_signed', ['out', 'a', 'b', 'limbs'], ['i32'], (made, out, a, b, limbs) => {
    const { code } = made;
    const [work, negative, lost] = locals(made, 'i32', ['work', 'negative', 'lost']) as [
      number,
      number,
      number,
    ];
    negativeIfSignsDiffer(code, a, b, limbs, negative);
    withStack(module, made, 64, work, () => {
      code.get(work, a, limbs).call(wideMagnitude(module));
      code.get(work).i32(32).op('i32.add').get(b, limbs).call(wideMagnitude(module));
      code.get(out, work).get(work).i32(32).op('i32.add').get(limbs).call(wideMul(module)).set(lost);
    });
    code
      .get(negative)
      .if(undefined, () => code.get(out).i32(0).get(out, limbs).call(wideSub(module)).op('drop'));
    // The sign must be the expected one; zero has none.
    topLimb(code, out, limbs);
    code
      .i64(63)
      .op('i64.shr_u', 'i32.wrap_i64')
      .get(negative)
      .op('i32.ne')
      .if(undefined, () => {
        code
          .get(out)
          .i32(0)
          .get(limbs)
          .call(wideEqual(module))
          .op('i32.eqz')
          .get(lost)
          .op('i32.or')
          .set(lost);
      });
    code.get(lost);
  });

export function negativeIfSignsDiffer(
  code: Code,
  a: number,
  b: number,
  limbs: number,
  negative: number,
): void {
  topLimb(code, a, limbs);
  topLimb(code, b, limbs);
  code.op('i64.xor').i64(0).op('i64.lt_s').set(negative);
}

/** (a, b, limbs) → whether they are the same. */
export const wideEqual = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_equal', ['a', 'b', 'limbs'], ['i32'], (made, a, b, limbs) => {
    const { code } = made;
    const i = made.local('i32', 'i');
    forUp(
      code,
      i,
      () => code.get(limbs),
      () => {
        for (const side of [a, b]) code.get(side).get(i).i32(3).op('i32.shl', 'i32.add').load('i64.load');
        code.op('i64.ne').if(undefined, () => code.i32(0).op('return'));
      },
    );
    code.i32(1);
  });

/** (out, base, exponent, limbs, bits, signed) → whether the power is out of the range of so many bits; then it is wrapped. */
export const widePow = (module: ModuleContext): FunctionReference =>
  helper(
    module,
    '__wide_pow',
    ['out', 'base', 'exponent', 'limbs', 'bits', 'signed'],
    ['i32'],
    (made, out, base, exponent, limbs, bits, signed) => {
      const { code } = made;
      const [work, lost] = locals(made, 'i32', ['work', 'lost']) as [number, number];
      const times = (target: number, other: number): void => {
        code.get(signed).if(
          'i32',
          () => {
            code.get(target, target, other, limbs).call(wideMulSigned(module));
          },
          () => void code.get(target, target, other, limbs).call(wideMul(module)),
        );
        code
          .get(target, limbs, bits, signed)
          .call(wideFits(module))
          .op('i32.eqz', 'i32.or')
          .get(lost)
          .op('i32.or')
          .set(lost);
        code.get(target, limbs, bits, signed).call(wideWrap(module));
      };
      withStack(module, made, 32, work, () => {
        code.get(work, base).get(limbs).i32(3).op('i32.shl').memoryCopy(module.memory);
        code.get(out).i32(0).get(limbs).i32(3).op('i32.shl').memoryFill(module.memory);
        code.get(out).i64(1).store('i64.store');
        raise(code, out, work, exponent, times);
      });
      code.get(lost);
    },
  );
