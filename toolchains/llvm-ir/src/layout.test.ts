// Sizes and offsets of the natural layout.

import { expect, it } from 'vitest';
import { alignmentOf, sizeOf, structLayout } from './layout.js';
import { arrayType, double, float, i1, i128, i16, i32, i64, i8, intType, ptr, structType } from './types.js';
import { voidType } from './types.js';

it('knows the sizes of scalars', () => {
  expect([i1, i8, i16, i32, i64, i128, float, double, ptr].map(sizeOf)).toEqual([1, 1, 2, 4, 8, 16, 4, 8, 8]);
});

it('pads integers of odd widths to the next power of two', () => {
  expect([intType(24), intType(48), intType(65), intType(200)].map(sizeOf)).toEqual([4, 8, 16, 32]);
  expect(alignmentOf(intType(200))).toBe(16);
});

it('pads between fields and behind the last', () => {
  expect(structLayout(structType([i8, i64, i8]))).toEqual({ size: 24, alignment: 8, offsets: [0, 8, 16] });
  expect(structLayout(structType([]))).toEqual({ size: 0, alignment: 1, offsets: [] });
});

it('puts nothing between the fields of a packed struct', () => {
  const packed = structType([i8, i64, i8], { packed: true });
  expect(structLayout(packed)).toEqual({ size: 10, alignment: 1, offsets: [0, 1, 9] });
});

it('nests', () => {
  const inner = structType([i32, i8]);
  expect(structLayout(structType([i8, arrayType(inner, 3), i16])).offsets).toEqual([0, 4, 28]);
});

it('has no size for what cannot lie in memory', () => {
  expect(() => sizeOf(voidType)).toThrow('void has no place in memory');
});
