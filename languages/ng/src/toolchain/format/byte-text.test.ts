import { expect, test } from 'vitest';
import { fromBytes, fromRawBytes, isUtf8, toBytes, toRawBytes } from './byte-text.js';

test('a text has one character per UTF-8 byte', () => {
  expect(toBytes('aé€😀')).toBe('a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80');
  expect(toBytes('plain\0text')).toBe('plain\0text');
  expect(fromBytes(toBytes('aé€😀'))).toBe('aé€😀');
});

test('bytes that are no text become the replacement character for people, and are kept as bytes', () => {
  const odd = 'a\xff\xc3';
  expect(fromBytes(odd)).toBe('a\ufffd\ufffd');
  expect(isUtf8(odd)).toBe(false);
  expect(isUtf8(toBytes('é'))).toBe(true);
  expect(isUtf8('abc')).toBe(true);
  expect([...toRawBytes(odd)]).toEqual([0x61, 0xff, 0xc3]);
  expect(fromRawBytes(toRawBytes(odd))).toBe(odd);
});

test('a byte order mark is part of the text', () => {
  expect(fromBytes(toBytes('\ufeffa'))).toBe('\ufeffa');
});

test('raw bytes may be a window into a larger buffer', () => {
  expect(fromRawBytes(new Uint8Array([1, 0x41, 0x42, 2]).subarray(1, 3))).toBe('AB');
});
