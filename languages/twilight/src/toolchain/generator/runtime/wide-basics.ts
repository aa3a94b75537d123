// Helpers on wide numbers: addition, subtraction, comparison, bits and ranges.

import type { FunctionReference } from '@sonde/wasm';
import type { ModuleContext } from '../module-context.js';
import { forDown, forUp, helper, limb, limbAddress, topLimb } from './limbs.js';

/** (out, a, b, limbs) → the carry. `out` may be one of the operands. */
export const wideAdd = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_add', ['out', 'a', 'b', 'limbs'], ['i32'], (made, out, a, b, limbs) => {
    const { code } = made;
    const [i, carry, sum] = [made.local('i32', 'i'), made.local('i64', 'carry'), made.local('i64', 'sum')];
    forUp(
      code,
      i,
      () => code.get(limbs),
      () => {
        limb(code, a, i);
        code.get(carry).op('i64.add').set(sum);
        // At most one of the two additions carries.
        code.get(sum, carry).op('i64.lt_u', 'i64.extend_i32_u').set(carry);
        limb(code, b, i);
        code.get(sum).op('i64.add').set(sum);
        limbB(made.code, b, i, sum, carry);
        limbAddress(code, out, i);
        code.get(sum).store('i64.store');
      },
    );
    code.get(carry).op('i32.wrap_i64');
  });

/** After adding the limb of `b`: the sum is below it where that carried. */
function limbB(code: Parameters<typeof limb>[0], b: number, i: number, sum: number, carry: number): void {
  code.get(sum);
  limb(code, b, i);
  code.op('i64.lt_u', 'i64.extend_i32_u').get(carry).op('i64.or').set(carry);
}

/** (out, a, b, limbs) → the borrow. `out` may be one of the operands. */
export const wideSub = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_sub', ['out', 'a', 'b', 'limbs'], ['i32'], (made, out, a, b, limbs) => {
    const { code } = made;
    const i = made.local('i32', 'i');
    const [x, y, borrow, rest] = ['x', 'y', 'borrow', 'rest'].map(name => made.local('i64', name)) as [
      number,
      number,
      number,
      number,
    ];
    forUp(
      code,
      i,
      () => code.get(limbs),
      () => {
        limb(code, a, i);
        code.set(x);
        limb(code, b, i);
        code.set(y);
        code.get(x, y).op('i64.sub').get(borrow).op('i64.sub').set(rest);
        // Borrows where x < y, or where they are equal and one was borrowed before.
        code
          .get(x, y)
          .op('i64.lt_u')
          .get(x, y)
          .op('i64.eq')
          .get(borrow)
          .op('i32.wrap_i64', 'i32.and', 'i32.or');
        code.op('i64.extend_i32_u').set(borrow);
        limbAddress(code, out, i);
        code.get(rest).store('i64.store');
      },
    );
    code.get(borrow).op('i32.wrap_i64');
  });

/** (a, b, limbs, signed) → -1, 0, 1. */
export const wideCompare = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_compare', ['a', 'b', 'limbs', 'signed'], ['i32'], (made, a, b, limbs, signed) => {
    const { code } = made;
    const i = made.local('i32', 'i');
    const [x, y] = [made.local('i64', 'x'), made.local('i64', 'y')];
    code.get(signed).if(undefined, () => {
      topLimb(code, a, limbs);
      code.set(x);
      topLimb(code, b, limbs);
      code.tee(y).get(x).op('i64.xor').i64(0).op('i64.lt_s');
      code.if(undefined, () => code.i32(1).i32(-1).get(x, y).op('i64.gt_s', 'select', 'return'));
    });
    forDown(
      code,
      i,
      () => code.get(limbs),
      () => {
        limb(code, a, i);
        code.set(x);
        limb(code, b, i);
        code.tee(y).get(x).op('i64.ne');
        code.if(undefined, () => code.i32(1).i32(-1).get(x, y).op('i64.gt_u', 'select', 'return'));
      },
    );
    code.i32(0);
  });

/** (out, a, b, limbs). */
export const wideBitwise = (module: ModuleContext, operator: 'and' | 'or' | 'xor'): FunctionReference =>
  helper(module, `__wide_${operator}`, ['out', 'a', 'b', 'limbs'], [], (made, out, a, b, limbs) => {
    const i = made.local('i32', 'i');
    forUp(
      made.code,
      i,
      () => made.code.get(limbs),
      () => {
        limbAddress(made.code, out, i);
        limb(made.code, a, i);
        limb(made.code, b, i);
        made.code.op(`i64.${operator}`).store('i64.store');
      },
    );
  });

/** (out, a, limbs, places below 64 × limbs): bits that leave are lost. `out` is another place. */
export const wideShiftLeft = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_shl', ['out', 'a', 'limbs', 'places'], [], (made, out, a, limbs, places) => {
    const { code } = made;
    const [i, whole, from] = ['i', 'whole', 'from'].map(name => made.local('i32', name)) as [
      number,
      number,
      number,
    ];
    const [part, value] = [made.local('i64', 'part'), made.local('i64', 'value')];
    code.get(places).i32(6).op('i32.shr_u').set(whole);
    code.get(places).i32(63).op('i32.and', 'i64.extend_i32_u').set(part);
    forUp(
      code,
      i,
      () => code.get(limbs),
      () => {
        code.i64(0).set(value);
        code.get(i, whole).op('i32.sub').set(from);
        code
          .get(from)
          .i32(0)
          .op('i32.ge_s')
          .if(undefined, () => {
            limb(code, a, from);
            code.get(part).op('i64.shl').set(value);
            code
              .get(from)
              .i32(0)
              .op('i32.gt_s')
              .get(part)
              .i64(0)
              .op('i64.ne', 'i32.and')
              .if(undefined, () => {
                code.get(from).i32(1).op('i32.sub').set(from);
                limb(code, a, from);
                code.i64(64).get(part).op('i64.sub', 'i64.shr_u').get(value).op('i64.or').set(value);
              });
          });
        limbAddress(code, out, i);
        code.get(value).store('i64.store');
      },
    );
  });

/** (out, a, limbs, places below 64 × limbs, signed). `out` is another place. */
export const wideShiftRight = (module: ModuleContext): FunctionReference =>
  helper(
    module,
    '__wide_shr',
    ['out', 'a', 'limbs', 'places', 'signed'],
    [],
    (made, out, a, limbs, places, signed) => {
      const { code } = made;
      const [i, whole, from] = ['i', 'whole', 'from'].map(name => made.local('i32', name)) as [
        number,
        number,
        number,
      ];
      const [part, value, fill] = ['part', 'value', 'fill'].map(name => made.local('i64', name)) as [
        number,
        number,
        number,
      ];
      code.get(signed).if(undefined, () => {
        topLimb(code, a, limbs);
        code.i64(63).op('i64.shr_s').set(fill);
      });
      code.get(places).i32(6).op('i32.shr_u').set(whole);
      code.get(places).i32(63).op('i32.and', 'i64.extend_i32_u').set(part);
      const limbOrFill = (): void => {
        code.get(fill).set(value);
        code
          .get(from, limbs)
          .op('i32.lt_u')
          .if(undefined, () => {
            limb(code, a, from);
            code.set(value);
          });
      };
      const low = made.local('i64', 'low');
      forUp(
        code,
        i,
        () => code.get(limbs),
        () => {
          code.get(i, whole).op('i32.add').set(from);
          limbOrFill();
          code.get(value, part).op('i64.shr_u').set(low);
          code
            .get(part)
            .i64(0)
            .op('i64.ne')
            .if(undefined, () => {
              code.get(from).i32(1).op('i32.add').set(from);
              limbOrFill();
              code.get(value).i64(64).get(part).op('i64.sub', 'i64.shl').get(low).op('i64.or').set(low);
            });
          limbAddress(code, out, i);
          code.get(low).store('i64.store');
        },
      );
    },
  );

/** (out, value, limbs, signed): one number of 64 bits, made wide. */
export const wideFrom = (module: ModuleContext): FunctionReference =>
  module.helper('__wide_from', { params: ['i32', 'i64', 'i32', 'i32'], results: [] }, made => {
    const { code } = made;
    const [out, value, limbs, signed] = ['out', 'value', 'limbs', 'signed'].map((name, nth) =>
      made.param(nth, name),
    ) as [number, number, number, number];
    const i = made.local('i32', 'i');
    const fill = made.local('i64', 'fill');
    code.get(signed).if(undefined, () => code.get(value).i64(63).op('i64.shr_s').set(fill));
    forUp(
      code,
      i,
      () => code.get(limbs),
      () => {
        limbAddress(code, out, i);
        code.get(value, fill).get(i).op('i32.eqz', 'select').store('i64.store');
      },
    );
  });

/** (a, limbs, bits, signed) → whether it is in the range of so many bits: unsigned, or two's complement. */
export const wideFits = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_fits', ['a', 'limbs', 'bits', 'signed'], ['i32'], (made, a, limbs, bits, signed) => {
    const { code } = made;
    const [i, low] = [made.local('i32', 'i'), made.local('i32', 'low')];
    const [fill, value] = [made.local('i64', 'fill'), made.local('i64', 'value')];
    code.get(signed).if(undefined, () => {
      topLimb(code, a, limbs);
      code.i64(63).op('i64.shr_s').set(fill);
      code.get(bits).i32(1).op('i32.sub').set(bits);
    });
    forUp(
      code,
      i,
      () => code.get(limbs),
      () => {
        // Of this limb the bits from `low` on have to be like the sign.
        code.get(bits).get(i).i32(6).op('i32.shl', 'i32.sub').set(low);
        code
          .get(low)
          .i32(64)
          .op('i32.lt_s')
          .if(undefined, () => {
            limb(code, a, i);
            code.get(fill).op('i64.xor').set(value);
            code
              .get(low)
              .i32(0)
              .op('i32.gt_s')
              .if(undefined, () => code.get(value).get(low).op('i64.extend_i32_u', 'i64.shr_u').set(value));
            code
              .get(value)
              .i64(0)
              .op('i64.ne')
              .if(undefined, () => code.i32(0).op('return'));
          });
      },
    );
    code.i32(1);
  });

/** (a, limbs, bits, signed): keeps the low bits, and makes the others like the sign. */
export const wideWrap = (module: ModuleContext): FunctionReference =>
  helper(module, '__wide_wrap', ['a', 'limbs', 'bits', 'signed'], [], (made, a, limbs, bits, signed) => {
    const { code } = made;
    const [i, low] = [made.local('i32', 'i'), made.local('i32', 'low')];
    const [fill, value, mask] = ['fill', 'value', 'mask'].map(name => made.local('i64', name)) as [
      number,
      number,
      number,
    ];
    code.get(signed).if(undefined, () => {
      code.get(a).get(bits).i32(1).op('i32.sub').i32(3).op('i32.shr_u', 'i32.add').load('i32.load8_s');
      code.i32(24).op('i32.shl').get(bits).i32(1).op('i32.sub').i32(7).op('i32.and').set(low);
      // The sign is bit `low` of that byte: brought to the top, then spread.
      code.i32(7).get(low).op('i32.sub', 'i32.shl').i32(31).op('i32.shr_s', 'i64.extend_i32_s').set(fill);
    });
    forUp(
      code,
      i,
      () => code.get(limbs),
      () => {
        code.get(bits).get(i).i32(6).op('i32.shl', 'i32.sub').set(low);
        code
          .get(low)
          .i32(64)
          .op('i32.lt_s')
          .if(undefined, () => {
            code.i64(-1).set(mask);
            code
              .get(low)
              .i32(0)
              .op('i32.gt_s')
              .if(undefined, () => code.i64(-1).get(low).op('i64.extend_i32_u', 'i64.shl').set(mask));
            limb(code, a, i);
            code
              .get(mask)
              .i64(-1)
              .op('i64.xor', 'i64.and')
              .get(fill, mask)
              .op('i64.and', 'i64.or')
              .set(value);
            limbAddress(code, a, i);
            code.get(value).store('i64.store');
          });
      },
    );
  });
