import { describe, expect, it } from 'vitest';
import { typeId, type RawValue, type TypeDescription } from '@sonde/engine';
import { TypeTable } from '@sonde/engine';
import type { DefaultContext } from './default-context.js';
import { plainNumberText } from './plain-number.js';
import { scalarText } from './scalar-view.js';

const kinds: readonly TypeDescription[] = [
  ...[1, 2, 4, 8].flatMap((size): TypeDescription[] => [
    { kind: 'integer', name: `i${size}`, size, signed: true },
    { kind: 'integer', name: `u${size}`, size, signed: false },
  ]),
  { kind: 'float', name: 'float', size: 4 },
  { kind: 'float', name: 'double', size: 8 },
  { kind: 'boolean', name: 'bool', size: 1 },
];

const patterns: readonly (readonly number[])[] = [
  [0, 0, 0, 0, 0, 0, 0, 0],
  [255, 255, 255, 255, 255, 255, 255, 255],
  [1, 0, 0, 0, 0, 0, 0, 128],
  [0, 0, 128, 63, 0, 0, 240, 63],
  [205, 204, 76, 61, 154, 153, 185, 63],
  [0, 0, 192, 127, 0, 0, 248, 127],
  [1, 2, 3, 4, 5, 6, 7, 8],
];

describe.each([true, false])('numbers straight from bytes, little-endian %s', littleEndian => {
  const types = new TypeTable();
  it.each(kinds)('are written as the general way writes them: $name', type => {
    const id = types.add(type);
    for (const pattern of patterns) {
      const bytes = Uint8Array.from(pattern.slice(0, type.size));
      const value: RawValue = { type: id, content: { kind: 'bytes', bytes } };
      const context: DefaultContext = { types, type, format: {}, pointerSize: 8, littleEndian, depth: 0 };
      expect(plainNumberText(value, type, {}, littleEndian)).toBe(scalarText(value, context));
    }
  });
});

describe('what is more than a plain number', () => {
  const integer: TypeDescription = { kind: 'integer', name: 'int', size: 4, signed: true };
  const bytes = Uint8Array.of(1, 0, 0, 0);
  const value: RawValue = { type: typeId(1), content: { kind: 'bytes', bytes } };

  it.each<[string, RawValue, TypeDescription, object]>([
    ['another base', value, integer, { hex: true }],
    ['too few bytes', { ...value, content: { kind: 'bytes', bytes: bytes.subarray(2) } }, integer, {}],
    ['what cannot be read', { ...value, content: { kind: 'unavailable', why: 'gone' } }, integer, {}],
    ['what the engine shows itself', value, { ...integer, formatted: true }, {}],
    [
      'a bit field',
      {
        ...value,
        place: {
          kind: 'memory',
          address: { space: 'memory', offset: 0n },
          bits: { offset: 1, size: 3 },
        },
      },
      integer,
      {},
    ],
  ])('is left to the general way: %s', (_, given, type, format) => {
    expect(plainNumberText(given, type, format, true)).toBeUndefined();
  });
});
