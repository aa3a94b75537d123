// Equality of values in memory: of bytes where there are no handles, of all parts elsewhere.

import type { Code, FunctionBuilder, FunctionReference } from '@sonde/wasm';
import type { Field, Type, VectorType } from '../../checker/types.js';
import { enumLayout, fieldsLayout, isFixed, layoutOf, listHead, strideOf } from '../../layout/layout.js';
import type { ModuleContext } from '../module-context.js';
import { forUp, helper } from '../runtime/limbs.js';
import { nameFor } from './names.js';

/** (a, b) → whether they are equal. */
export const equality = (module: ModuleContext, type: Type): FunctionReference =>
  helper(module, nameFor('equal', type), ['a', 'b'], ['i32'], (made, a, b) => {
    const { code } = made;
    if (isFixed(type)) return void code.get(a, b).i32(layoutOf(type).size).call(bytesEqual(module));
    switch (type.kind) {
      case 'string':
        return stringsEqual(module, code, a, b);
      case 'vector':
        return vectorsEqual(module, made, type, a, b);
      case 'struct':
      case 'tuple':
        partsEqual(module, code, type.fields, fieldsLayout(type.fields).offsets, a, b);
        return void code.i32(1);
      case 'enum': {
        const layout = enumLayout(type);
        const load = layout.tagSize === 1 ? 'i32.load8_u' : 'i32.load16_u';
        code
          .get(a)
          .load(load)
          .get(b)
          .load(load)
          .op('i32.ne')
          .if(undefined, () => void code.i32(0).op('return'));
        for (const variant of type.variants) {
          if (variant.fields.length === 0) continue;
          code
            .get(a)
            .load(load)
            .i32(variant.tag)
            .op('i32.eq')
            .if(undefined, () => {
              partsEqual(module, code, variant.fields, layout.offsetsOf(variant), a, b);
            });
        }
        return void code.i32(1);
      }
      case 'array': {
        const i = made.local('i32', 'i');
        forUp(
          code,
          i,
          () => code.i32(type.length),
          () => {
            for (const side of [a, b])
              code.get(side).get(i).i32(strideOf(type.element)).op('i32.mul', 'i32.add');
            code
              .call(equality(module, type.element))
              .op('i32.eqz')
              .if(undefined, () => void code.i32(0).op('return'));
          },
        );
        return void code.i32(1);
      }
      default:
        throw new Error(`${type.name} cannot be compared`);
    }
  });

function partsEqual(
  module: ModuleContext,
  code: Code,
  fields: readonly Field[],
  offsets: readonly number[],
  a: number,
  b: number,
): void {
  for (const [nth, { type }] of fields.entries()) {
    if (layoutOf(type).size === 0) continue;
    for (const side of [a, b]) code.get(side).i32(offsets[nth]!).op('i32.add');
    code
      .call(equality(module, type))
      .op('i32.eqz')
      .if(undefined, () => void code.i32(0).op('return'));
  }
}

function stringsEqual(module: ModuleContext, code: Code, a: number, b: number): void {
  for (const side of [a, b]) code.get(side).load('i32.load').set(side);
  code
    .get(a)
    .load('i32.load')
    .get(b)
    .load('i32.load')
    .op('i32.ne')
    .if(undefined, () => void code.i32(0).op('return'));
  for (const side of [a, b]) code.get(side).i32(4).op('i32.add');
  code.get(a).load('i32.load').call(bytesEqual(module));
}

function vectorsEqual(
  module: ModuleContext,
  made: FunctionBuilder,
  { element }: VectorType,
  a: number,
  b: number,
): void {
  const { code } = made;
  const [i, length] = [made.local('i32', 'i'), made.local('i32', 'length')];
  for (const side of [a, b]) code.get(side).load('i32.load').set(side);
  code.get(a).load('i32.load', { offset: listHead.length }).tee(length);
  code
    .get(b)
    .load('i32.load', { offset: listHead.length })
    .op('i32.ne')
    .if(undefined, () => void code.i32(0).op('return'));
  for (const side of [a, b]) code.get(side).load('i32.load', { offset: listHead.items }).set(side);
  forUp(
    code,
    i,
    () => code.get(length),
    () => {
      for (const side of [a, b]) code.get(side).get(i).i32(strideOf(element)).op('i32.mul', 'i32.add');
      code
        .call(equality(module, element))
        .op('i32.eqz')
        .if(undefined, () => void code.i32(0).op('return'));
    },
  );
  code.i32(1);
}

/** (a, b, count) → whether so many bytes are equal. */
const bytesEqual = (module: ModuleContext): FunctionReference =>
  helper(module, '__bytes_equal', ['a', 'b', 'count'], ['i32'], (made, a, b, count) => {
    const { code } = made;
    const i = made.local('i32', 'i');
    forUp(
      code,
      i,
      () => code.get(count),
      () => {
        for (const side of [a, b]) code.get(side).get(i).op('i32.add').load('i32.load8_u');
        code.op('i32.ne').if(undefined, () => void code.i32(0).op('return'));
      },
    );
    code.i32(1);
  });
