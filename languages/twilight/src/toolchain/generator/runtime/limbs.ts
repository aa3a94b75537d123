// What helpers on wide numbers share: loops over their limbs, eight bytes each, the lowest first.

import type { Code, FunctionBuilder, FunctionReference, Label, ValueType } from '@sonde/wasm';
import type { ModuleContext } from '../module-context.js';

/** A helper with `i32` parameters, by name. */
export function helper(
  module: ModuleContext,
  name: string,
  params: readonly string[],
  results: readonly ValueType[],
  write: (made: FunctionBuilder, ...params: readonly number[]) => void,
): FunctionReference {
  return module.helper(name, { params: params.map(() => 'i32' as const), results }, made =>
    write(made, ...params.map((param, position) => made.param(position, param))),
  );
}

/** `body` with `index` from 0 below `end`. */
export function forUp(code: Code, index: number, end: () => void, body: () => void): void {
  code.i32(0).set(index);
  whileTrue(
    code,
    () => {
      code.get(index);
      end();
      code.op('i32.lt_u');
    },
    () => {
      body();
      increment(code, index, 1);
    },
  );
}

/** `body` with `index` from below `count` to 0. */
export function forDown(code: Code, index: number, count: () => void, body: () => void): void {
  count();
  code.set(index);
  whileTrue(
    code,
    () => void code.get(index),
    () => {
      increment(code, index, -1);
      body();
    },
  );
}

export function whileTrue(code: Code, condition: () => void, body: (done: Label) => void): void {
  code.block(undefined, done => {
    code.loop(undefined, again => {
      condition();
      code.op('i32.eqz').brIf(done);
      body(done);
      code.br(again);
    });
  });
}

export const increment = (code: Code, index: number, by: number): void =>
  void code.get(index).i32(by).op('i32.add').set(index);

/** Pushes the address of a limb. */
export const limbAddress = (code: Code, base: number, index: number): void =>
  void code.get(base).get(index).i32(3).op('i32.shl', 'i32.add');

export const limb = (code: Code, base: number, index: number): void => {
  limbAddress(code, base, index);
  code.load('i64.load');
};

/** Pushes the address of half a limb, as 32-bit digits. */
export const digitAddress = (code: Code, base: number, index: number): void =>
  void code.get(base).get(index).i32(2).op('i32.shl', 'i32.add');

/** Pushes a digit as 64 bits. */
export const digit = (code: Code, base: number, index: number): void => {
  digitAddress(code, base, index);
  code.load('i64.load32_u');
};

/** Pushes the highest limb. */
export const topLimb = (code: Code, base: number, limbs: number): void =>
  void code.get(base).get(limbs).i32(3).op('i32.shl', 'i32.add').i32(8).op('i32.sub').load('i64.load');

/** Takes `bytes` of the shadow stack while `body` runs; panics as calls do where there is no room. */
export function withStack(
  module: ModuleContext,
  { code }: FunctionBuilder,
  bytes: number,
  at: number,
  body: () => void,
): void {
  code.globalGet(module.stackPointer).i32(bytes).op('i32.sub').tee(at).globalSet(module.stackPointer);
  checkStack(module, code, at);
  body();
  code.get(at).i32(bytes).op('i32.add').globalSet(module.stackPointer);
}

export const stackText = 'stack overflow: calls are nested too deeply';

/** Panics where the stack pointer, which is also in `at`, went below the stack. */
export function checkStack(module: ModuleContext, code: Code, at: number): void {
  code
    .get(at)
    .i32Late(() => module.map.stackLimit)
    .op('i32.lt_s');
  code.if(undefined, () => {
    code.i32(module.data.string(stackText)).globalSet(module.panicText).op('unreachable');
  });
}

/** Squares and multiplies: `times(a, b)` makes the first of the two their product. */
export function raise(
  code: Code,
  power: number,
  base: number,
  exponent: number,
  times: (target: number, other: number) => void,
): void {
  whileTrue(
    code,
    () => void code.get(exponent),
    () => {
      code
        .get(exponent)
        .i32(1)
        .op('i32.and')
        .if(undefined, () => times(power, base));
      // Where no more is to come, the square is not needed and must not overflow.
      code
        .get(exponent)
        .i32(1)
        .op('i32.shr_u')
        .tee(exponent)
        .if(undefined, () => times(base, base));
    },
  );
}
