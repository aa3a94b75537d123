import { describe, expect, it } from 'vitest';
import { Cursor } from '../reading/cursor.js';
import { locationOf, type Sum } from './evaluate.js';

const frame: Sum = { base: { kind: 'local', index: 3 }, offset: 0n };
const located = (...bytes: readonly number[]) =>
  locationOf(new Cursor('.debug_info', new Uint8Array(bytes)), {
    addressSize: 4,
    offsetSize: 4,
    frameBase: () => frame,
    indexedAddress: index => 100 + index,
  });

describe('a location', () => {
  it('is a local or global of WebAssembly', () => {
    expect(located(0xed, 0x00, 0x05, 0x9f)).toEqual({ kind: 'local', index: 5 });
    expect(located(0xed, 0x01, 0x81, 0x01, 0x9f)).toEqual({ kind: 'global', index: 129 });
    expect(located(0xed, 0x03, 0x02, 0, 0, 0, 0x9f)).toEqual({ kind: 'global', index: 2 });
    // Without the last operation the local has the address.
    expect(located(0xed, 0x00, 0x05)).toEqual({
      kind: 'memory',
      base: { kind: 'local', index: 5 },
      offset: 0,
    });
  });

  it('is in memory, in the frame, or behind a pointer that is there', () => {
    expect(located(0x03, 0x10, 0x27, 0, 0)).toEqual({ kind: 'memory', offset: 10_000 });
    expect(located(0xa1, 0x02)).toEqual({ kind: 'memory', offset: 102 });
    expect(located(0x91, 0x7c)).toEqual({ kind: 'memory', base: frame.base, offset: -4 });
    expect(located(0x91, 0x08, 0x06, 0x23, 0x02)).toEqual({
      kind: 'memory',
      base: { kind: 'pointer', base: frame.base, offset: 8 },
      offset: 2,
    });
  });

  it('is nowhere where the value is known', () => {
    expect(located(0x35, 0x9f)).toEqual({ kind: 'value', offset: 5n });
    expect(located(0x11, 0x7f, 0x9f)).toEqual({ kind: 'value', offset: -1n });
    expect(located(0xed, 0x00, 0x01, 0x31, 0x22, 0x9f)).toEqual({
      kind: 'value',
      base: { kind: 'local', index: 1 },
      offset: 1n,
    });
    expect(located(0x9e, 2, 7, 8)).toEqual({ kind: 'bytes', bytes: new Uint8Array([7, 8]) });
  });

  it.each([
    ['nothing', []],
    ['the operand stack', [0xed, 0x02, 0x00, 0x9f]],
    ['pieces', [0xed, 0x00, 0x00, 0x9f, 0x93, 4, 0x93, 4]],
    ['a value of before', [0xa3, 0x01, 0x50, 0x9f]],
    ['two locals together', [0xed, 0x00, 0x00, 0xed, 0x00, 0x01, 0x22]],
    ['an operation that is not known', [0x35, 0x1e]],
    ['many pointers', [0x35, 6, 6, 6, 6, 6, 6, 6]],
  ])('has a reason where it cannot be told: %s', (_, bytes) => {
    const location = located(...bytes);
    expect(location.kind === 'unknown' && location.why).toMatch(/\w+/);
  });

  it.each([
    ['cut off', [0x03, 1, 2]],
    ['without operands', [0x22]],
    ['in a place of no kind', [0xed, 0x09, 0x00]],
  ])('is a problem when its expression is %s', (_, bytes) => {
    expect(() => located(...bytes)).toThrow(/in \.debug_info, at offset/);
  });
});
