// Constants and the values they hold.

import { expect, it } from 'vitest';
import { addressConstant, addressNumberConstant, arrayConstant, boolConstant } from './constants.js';
import { floatConstant, intConstant, stringConstant, structConstant, zeroConstant } from './constants.js';
import { IrModule } from './module.js';
import { double, float, i32, i64, i8, ptr, structType } from './types.js';

it('takes integers that the bits can hold, signed or not', () => {
  expect(intConstant(i8, -128).text).toBe('-128');
  expect(intConstant(i8, 255).text).toBe('255');
  expect(intConstant(i64, 2n ** 64n - 1n).text).toBe('18446744073709551615');
  expect(boolConstant(true).text).toBe('true');
  expect(() => intConstant(i8, 256)).toThrow('256 does not fit into i8');
  expect(() => intConstant(i8, -129)).toThrow('-129 does not fit into i8');
  expect(() => intConstant(i64, 2 ** 53)).toThrow('not an exact integer');
});

it('writes floating numbers by their bits', () => {
  expect(floatConstant(double, 0.1).text).toBe('0x3FB999999999999A');
  expect(floatConstant(float, 0.1).text).toBe('0x3FB99999A0000000');
  expect(floatConstant(double, -0).text).toBe('0x8000000000000000');
  expect(floatConstant(float, NaN).text).toBe('0x7FF8000000000000');
  expect(floatConstant(double, -Infinity).text).toBe('0xFFF0000000000000');
});

it('makes strings of any bytes', () => {
  expect(stringConstant('hé', { terminated: true })).toMatchObject({
    text: 'c"h\\C3\\A9\\00"',
    type: { count: 4 },
  });
  expect(stringConstant(Uint8Array.of(0, 255))).toMatchObject({ text: 'c"\\00\\FF"', type: { count: 2 } });
});

it('checks the parts of structs and arrays', () => {
  const type = structType([i8, i32]);
  expect(structConstant(type, [intConstant(i8, 1), intConstant(i32, 2)]).text).toBe('{ i8 1, i32 2 }');
  expect(arrayConstant(i8, [intConstant(i8, 1), intConstant(i8, 2)]).text).toBe('[i8 1, i8 2]');
  expect(() => structConstant(type, [intConstant(i8, 1)])).toThrow('has 2 fields, not 1');
  expect(() => structConstant(type, [intConstant(i8, 1), intConstant(i8, 2)])).toThrow('must be i32, not i8');
  expect(() => arrayConstant(ptr, [zeroConstant(i8)])).toThrow('must be ptr, not i8');
});

it('calculates addresses in globals', () => {
  const module = new IrModule({ name: 'm' });
  const global = module.global('g', i64);
  expect(addressConstant(global, 8).text).toBe('getelementptr (i8, ptr @g, i64 8)');
  expect(addressNumberConstant(global).text).toBe('ptrtoint (ptr @g to i64)');
  const other = new IrModule({ name: 'other' }).global('h', i64);
  expect(() => arrayConstant(ptr, [global, other])).toThrow('several modules');
});
