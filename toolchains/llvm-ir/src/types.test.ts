// The spelling of types.

import { expect, it } from 'vitest';
import {
  arrayType,
  functionType,
  i32,
  i64,
  i8,
  intType,
  ptr,
  sameType,
  structType,
  typeText,
} from './types.js';
import { voidType } from './types.js';

it('spells types as LLVM does', () => {
  expect(typeText(arrayType(structType([i8, ptr]), 3))).toBe('[3 x { i8, ptr }]');
  expect(typeText(structType([i8], { packed: true }))).toBe('<{ i8 }>');
  expect(typeText(structType([]))).toBe('{}');
  expect(typeText(functionType(voidType, [ptr, i64], { varargs: true }))).toBe('void (ptr, i64, ...)');
});

it('tells named structs apart by name and others by shape', () => {
  expect(sameType(structType([i32]), structType([i32]))).toBe(true);
  const named = { ...structType([i32]), name: 'a' };
  expect(sameType(named, structType([i32]))).toBe(false);
  expect(typeText(named)).toBe('%a');
});

it('refuses what LLVM has not', () => {
  expect(() => intType(0)).toThrow('no integer has 0 bits');
  expect(() => arrayType(i8, -1)).toThrow('no array has -1 elements');
  expect(() => structType([voidType])).toThrow('a field of a struct cannot be void');
  expect(() => functionType(functionType(i8, []), [])).toThrow('pointer to a function');
});
