import { Failure } from '@sonde/engine';
import { describe, expect, test } from 'vitest';
import { SourceMap, type SourceMapEntry } from './source-map.js';

const entries: readonly SourceMapEntry[] = [
  { bytecodeAddress: 0x01020304, sourceLine: 10, sourceColumn: 0, sourceFile: 'a.ng' },
  { bytecodeAddress: 0xfffffffe, sourceLine: 0x10000, sourceColumn: 258, sourceFile: '/é.ng' },
];

// Written from the specification, byte by byte.
const bytes = Uint8Array.from([
  // [4 bytes] Magic: "NGSM"
  ...[0x4e, 0x47, 0x53, 0x4d],
  // [4 bytes] Number of entries (N)
  ...[0x02, 0x00, 0x00, 0x00],
  // [4 bytes] bytecodeAddress, [4 bytes] sourceLine, [4 bytes] sourceColumn, all little-endian
  ...[0x04, 0x03, 0x02, 0x01],
  ...[0x0a, 0x00, 0x00, 0x00],
  ...[0x00, 0x00, 0x00, 0x00],
  // [2 bytes] sourceFile string length (L), [L bytes] sourceFile (UTF-8, not null-terminated)
  ...[0x04, 0x00],
  ...[0x61, 0x2e, 0x6e, 0x67],
  // The second entry; its file has five characters and six bytes.
  ...[0xfe, 0xff, 0xff, 0xff],
  ...[0x00, 0x00, 0x01, 0x00],
  ...[0x02, 0x01, 0x00, 0x00],
  ...[0x06, 0x00],
  ...[0x2f, 0xc3, 0xa9, 0x2e, 0x6e, 0x67],
]);

describe('NGSM', () => {
  test('is laid out as the specification says', () => {
    expect([...SourceMap.serialize({ compileUnitName: 'a', entries })]).toEqual([...bytes]);
  });

  test('is read back entry by entry', () => {
    expect(SourceMap.deserialize(bytes, 0, 'a')).toEqual({ compileUnitName: 'a', entries });
  });

  test('is read at an offset, and what follows is not looked at', () => {
    const within = Uint8Array.from([9, 9, 9, ...bytes, 1, 2, 3]);
    expect(SourceMap.deserialize(within, 3).entries).toEqual(entries);
  });

  test('without entries is eight bytes', () => {
    const empty = SourceMap.serialize({ compileUnitName: '', entries: [] });
    expect([...empty]).toEqual([0x4e, 0x47, 0x53, 0x4d, 0, 0, 0, 0]);
    expect(SourceMap.deserialize(empty).entries).toEqual([]);
  });

  test('cut off anywhere is refused with the offset', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(() => SourceMap.deserialize(bytes.subarray(0, length)), `${length} bytes`).toThrow(
        /^(Truncated|Invalid) NGSM block .* \(at byte \d+ of \d+: .*\)\.$/,
      );
  });

  test('with more entries than bytes is refused before anything is allocated', () => {
    const many = Uint8Array.from([...bytes.subarray(0, 4), 0xff, 0xff, 0xff, 0xff, 0, 0]);
    expect(() => SourceMap.deserialize(many)).toThrow(
      'Truncated NGSM block while reading entries (at byte 4 of 10: 4294967295 entries were announced, 2 bytes are left).',
    );
  });

  test('with another magic is refused', () => {
    expect(() => SourceMap.deserialize(Uint8Array.from([...bytes].with(3, 0x4e)))).toThrow(
      'Invalid NGSM block magic (at byte 0 of 46: "NGSN" instead of "NGSM").',
    );
  });

  test('a path too long for its length field cannot be written', () => {
    const entry = { ...entries[0]!, sourceFile: 'x'.repeat(0x10000) };
    expect(() => SourceMap.serialize({ compileUnitName: '', entries: [entry] })).toThrow(Failure);
    const longest = { ...entry, sourceFile: 'x'.repeat(0xffff) };
    const read = SourceMap.deserialize(SourceMap.serialize({ compileUnitName: '', entries: [longest] }));
    expect(read.entries).toEqual([longest]);
  });
});
