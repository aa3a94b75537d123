// Division of wide numbers: Knuth's algorithm D on 32-bit digits.

import type { Code, FunctionBuilder, FunctionReference } from '@sonde/wasm';
import type { ModuleContext } from '../module-context.js';
import {
  digit,
  digitAddress,
  forDown,
  forUp,
  helper,
  increment,
  topLimb,
  whileTrue,
  withStack,
} from './limbs.js';
import { wideSub } from './wide-basics.js';
import { locals, negativeIfSignsDiffer, storeDigit, wideMagnitude } from './wide-products.js';

/** (quotient, remainder, a, b, limbs), unsigned, `b` not zero. The results are other places than the operands. */
export const wideDivide = (module: ModuleContext): FunctionReference =>
  helper(
    module,
    '__wide_divide',
    ['quotient', 'remainder', 'a', 'b', 'limbs'],
    [],
    (made, quotient, remainder, a, b, limbs) => {
      const { code } = made;
      const [digits, m, n, i, work] = locals(made, 'i32', ['digits', 'm', 'n', 'i', 'work']) as [
        number,
        number,
        number,
        number,
        number,
      ];
      const [rest, value] = locals(made, 'i64', ['rest', 'value']) as [number, number];
      code.get(limbs).i32(1).op('i32.shl').set(digits);
      for (const out of [quotient, remainder])
        code.get(out).i32(0).get(limbs).i32(3).op('i32.shl').memoryFill(module.memory);
      significant(code, a, digits, m);
      significant(code, b, digits, n);
      code
        .get(m, n)
        .op('i32.lt_u')
        .if(undefined, () => {
          code.get(remainder, a).get(limbs).i32(3).op('i32.shl').memoryCopy(module.memory).op('return');
        });
      code
        .get(n)
        .i32(1)
        .op('i32.eq')
        .if(undefined, () => {
          forDown(
            code,
            i,
            () => code.get(m),
            () => {
              code.get(rest).i64(32).op('i64.shl');
              digit(code, a, i);
              code.op('i64.or').set(value);
              digitAddress(code, quotient, i);
              code.get(value).get(b).load('i64.load32_u').op('i64.div_u').store('i64.store32');
              code.get(value).get(b).load('i64.load32_u').op('i64.rem_u').set(rest);
            },
          );
          code.get(remainder).get(rest).store('i64.store').op('return');
        });
      withStack(module, made, 80, work, () => longDivision(made, quotient, remainder, a, b, m, n, i, work));
    },
  );

/** How many digits there are up to the highest that is not zero. */
function significant(code: Code, of: number, digits: number, count: number): void {
  code.get(digits).set(count);
  whileTrue(
    code,
    () => {
      code
        .get(count)
        .i32(0)
        .op('i32.ne')
        .if(
          'i32',
          () => {
            code
              .get(of)
              .get(count)
              .i32(2)
              .op('i32.shl', 'i32.add')
              .i32(4)
              .op('i32.sub')
              .load('i32.load')
              .op('i32.eqz');
          },
          () => void code.i32(0),
        );
    },
    () => increment(code, count, -1),
  );
}

/** At `work` the dividend of m + 1 digits, at `work` + 40 the divisor of n digits, both moved left until its highest bit is set. */
function longDivision(
  made: FunctionBuilder,
  quotient: number,
  remainder: number,
  a: number,
  b: number,
  m: number,
  n: number,
  i: number,
  work: number,
): void {
  const { code } = made;
  const [divisor, j, k] = locals(made, 'i32', ['divisor', 'j', 'k']) as [number, number, number];
  const [shift, back, top, below, guess, left, t, carry] = locals(made, 'i64', [
    'shift',
    'back',
    'top',
    'below',
    'guess',
    'left',
    't',
    'carry',
  ]) as [number, number, number, number, number, number, number, number];
  code.get(work).i32(40).op('i32.add').set(divisor);
  code.get(n).i32(1).op('i32.sub').set(i);
  digit(code, b, i);
  code.op('i64.clz').i64(32).op('i64.sub').set(shift);
  code.i64(32).get(shift).op('i64.sub').set(back);
  const moveLeft = (to: number, from: number, count: number): void => {
    code.i64(0).set(carry);
    forUp(
      code,
      i,
      () => code.get(count),
      () => {
        digit(code, from, i);
        code.set(t);
        digitAddress(code, to, i);
        code.get(t, shift).op('i64.shl').get(carry).op('i64.or').store('i64.store32');
        code.get(t, back).op('i64.shr_u').set(carry);
      },
    );
  };
  moveLeft(divisor, b, n);
  moveLeft(work, a, m);
  storeDigit(code, work, m, carry);
  code.get(n).i32(1).op('i32.sub').set(k);
  digit(code, divisor, k);
  code.set(top);
  code.get(n).i32(2).op('i32.sub').set(k);
  digit(code, divisor, k);
  code.set(below);
  forDown(
    code,
    j,
    () => code.get(m, n).op('i32.sub').i32(1).op('i32.add'),
    () => {
      const dividendDigit = (away: number): void => {
        code.get(j, n).op('i32.add').i32(away).op('i32.add').set(k);
        digit(code, work, k);
      };
      dividendDigit(0);
      code.i64(32).op('i64.shl');
      dividendDigit(-1);
      code.op('i64.or').tee(t).get(top).op('i64.div_u').set(guess);
      code.get(t, top).op('i64.rem_u').set(left);
      // The guess is at most two too large.
      whileTrue(
        code,
        () => {
          code
            .get(left)
            .i64(32)
            .op('i64.shr_u', 'i64.eqz')
            .if(
              'i32',
              () => {
                code
                  .get(guess)
                  .i64(32)
                  .op('i64.shr_u')
                  .i64(0)
                  .op('i64.ne')
                  .if(
                    'i32',
                    () => void code.i32(1),
                    () => {
                      code.get(guess, below).op('i64.mul').get(left).i64(32).op('i64.shl');
                      dividendDigit(-2);
                      code.op('i64.or', 'i64.gt_u');
                    },
                  );
              },
              () => void code.i32(0),
            );
        },
        () => {
          code.get(guess).i64(1).op('i64.sub').set(guess);
          code.get(left, top).op('i64.add').set(left);
        },
      );
      code.i64(0).set(carry);
      forUp(
        code,
        i,
        () => code.get(n),
        () => {
          code.get(i, j).op('i32.add').set(k);
          code.get(guess);
          digit(code, divisor, i);
          code.op('i64.mul').set(t);
          digit(code, work, k);
          code.get(carry).op('i64.sub').get(t).i64(0xffff_ffff).op('i64.and', 'i64.sub').set(left);
          storeDigit(code, work, k, left);
          code.get(t).i64(32).op('i64.shr_u').get(left).i64(32).op('i64.shr_s', 'i64.sub').set(carry);
        },
      );
      dividendDigit(0);
      code.get(carry).op('i64.sub').set(left);
      storeDigit(code, work, k, left);
      code
        .get(left)
        .i64(0)
        .op('i64.lt_s')
        .if(undefined, () => {
          code.get(guess).i64(1).op('i64.sub').set(guess);
          code.i64(0).set(carry);
          forUp(
            code,
            i,
            () => code.get(n),
            () => {
              code.get(i, j).op('i32.add').set(k);
              digit(code, work, k);
              digit(code, divisor, i);
              code.op('i64.add').get(carry).op('i64.add').set(t);
              storeDigit(code, work, k, t);
              code.get(t).i64(32).op('i64.shr_u').set(carry);
            },
          );
          dividendDigit(0);
          code.get(carry).op('i64.add').set(t);
          storeDigit(code, work, k, t);
        });
      storeDigit(code, quotient, j, guess);
    },
  );
  forUp(
    code,
    i,
    () => code.get(n),
    () => {
      code.get(i).i32(1).op('i32.add').set(k);
      digitAddress(code, remainder, i);
      digit(code, work, i);
      code.get(shift).op('i64.shr_u');
      digit(code, work, k);
      code.get(back).op('i64.shl', 'i64.or').store('i64.store32');
    },
  );
}

/** (quotient, remainder, a, b, limbs): rounds to zero, the remainder has the sign of `a`. MIN / -1 wraps to MIN. */
export const wideDivideSigned = (module: ModuleContext): FunctionReference =>
  helper(
    module,
    '__wide_divide_signed',
    ['quotient', 'remainder', 'a', 'b', 'limbs'],
    [],
    (made, quotient, remainder, a, b, limbs) => {
      const { code } = made;
      const [work, negative] = locals(made, 'i32', ['work', 'negative']) as [number, number];
      negativeIfSignsDiffer(code, a, b, limbs, negative);
      withStack(module, made, 64, work, () => {
        code.get(work, a, limbs).call(wideMagnitude(module));
        code.get(work).i32(32).op('i32.add').get(b, limbs).call(wideMagnitude(module));
        code
          .get(quotient, remainder, work)
          .get(work)
          .i32(32)
          .op('i32.add')
          .get(limbs)
          .call(wideDivide(module));
      });
      const turn = (what: number): void =>
        void code.get(what).i32(0).get(what, limbs).call(wideSub(module)).op('drop');
      code.get(negative).if(undefined, () => turn(quotient));
      topLimb(code, a, limbs);
      code
        .i64(0)
        .op('i64.lt_s')
        .if(undefined, () => turn(remainder));
    },
  );
