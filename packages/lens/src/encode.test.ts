// Encoding of scalars, and the ranges named when they do not fit.

import { TypeTable, type TypeDescription } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { scalarOf } from './decode.js';
import { encodeScalar } from './encode.js';

const types = new TypeTable();
const add = (description: TypeDescription) => types.add(description);
const int = add({ kind: 'integer', name: 'int', size: 4, signed: true });
const byte = add({ kind: 'integer', name: 'u8', size: 1, signed: false });
const wide = add({ kind: 'integer', name: 'u128', size: 16, signed: false });
const char = add({ kind: 'character', name: 'char', size: 1, signed: true });
const bool = add({ kind: 'boolean', name: 'bool', size: 1 });
const float = add({ kind: 'float', name: 'float', size: 4 });
const half = add({ kind: 'float', name: 'half', size: 2 });
const extended = add({ kind: 'float', name: 'long double', size: 16, format: 'x87' });
const double = add({ kind: 'float', name: 'double', size: 8 });
const color = add({
  kind: 'enum',
  name: 'Color',
  underlying: int,
  enumerators: [{ name: 'RED', value: 3n }],
});
const pointer = add({ kind: 'pointer', name: 'int *', size: 8, target: int });
const struct = add({ kind: 'struct', name: 'S', size: 4, fields: [] });

describe('encoding', () => {
  it.each([
    [int, -2n, [0xfe, 0xff, 0xff, 0xff]],
    [byte, 255, [255]],
    [char, 'a', [97]],
    [char, 255n, [255]],
    [bool, true, [1]],
    [bool, 0n, [0]],
    [color, 'RED', [3, 0, 0, 0]],
    [color, 4n, [4, 0, 0, 0]],
    [pointer, 0x1000n, [0, 0x10, 0, 0, 0, 0, 0, 0]],
    [float, 1.5, [0, 0, 0xc0, 0x3f]],
    [half, 1.5, [0, 0x3e]],
    [half, -0.25, [0, 0xb4]],
    [half, 2 ** -24, [1, 0]],
    [half, 65504, [0xff, 0x7b]],
    [half, 0, [0, 0]],
    [half, 1 + 2 ** -11, [0, 0x3c]],
    [extended, 3.25, [0, 0, 0, 0, 0, 0, 0, 0xd0, 0, 0x40, 0, 0, 0, 0, 0, 0]],
    [double, 2n, [0, 0, 0, 0, 0, 0, 0, 0x40]],
  ] as const)('writes %s %s as the bytes of its type', (type, value, expected) => {
    expect([...encodeScalar(value, type, types, true)]).toEqual(expected);
    expect([...encodeScalar(value, type, types, false)]).toEqual([...expected].reverse());
  });

  it('reads back what it wrote, at every size and in both byte orders', () => {
    const value = 0x0123456789abcdef0123456789abcdefn;
    for (const littleEndian of [true, false]) {
      const bytes = encodeScalar(value, wide, types, littleEndian);
      expect(scalarOf({ type: wide, content: { kind: 'bytes', bytes } }, types, littleEndian)).toBe(value);
    }
  });

  it.each([
    [int, 1n << 31n, /int: it takes -2147483648 to 2147483647/],
    [byte, -1n, /u8: it takes 0 to 255/],
    [byte, 1.5, /a whole number/],
    [byte, 'x', /a whole number/],
    [char, 'ab', /one character/],
    [color, 'BLUE', /RED or a number/],
    [bool, 2n, /true or false/],
    [float, 1e300, /3\.4028234663852886e\+38/],
    [half, 70_000, /-65504 to 65504/],
    [double, true, /a number/],
    [struct, 1n, /write its parts/],
  ] as const)('refuses for type %s the value %s and says what fits', (type, value, message) => {
    const attempt = (): unknown => encodeScalar(value, type, types, true);
    expect(attempt).toThrow();
    try {
      attempt();
    } catch (error) {
      expect((error as { text: string }).text).toMatch(message);
    }
  });
});
