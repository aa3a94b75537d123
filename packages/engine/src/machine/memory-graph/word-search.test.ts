// What counts as a word or a text, also where the bytes of an address are all printable.

import { expect, test } from 'vitest';
import { eachWord, textIn, wordAt, type WordFormat } from './word-search.js';

const wide: WordFormat = { pointerSize: 8, littleEndian: true };
const codeAt = 0x5555_5555_7d48;
const isCode = (word: number): boolean => Math.abs(word - codeAt) < 2 ** 20;

function words(...values: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 8);
  values.forEach((value, nth) => new DataView(bytes.buffer).setBigUint64(nth * 8, value, true));
  return bytes;
}
const found = (bytes: Uint8Array, from: number, format: WordFormat) => {
  const all: (readonly [number, number])[] = [];
  eachWord(bytes, from, format, (word, at) => all.push([at, word]));
  return all;
};
const textOf = (text: string | Uint8Array) =>
  textIn(typeof text === 'string' ? new TextEncoder().encode(text) : text, wide, isCode);

test('an address whose bytes are letters is no text, and a text of six letters is one', () => {
  expect(textOf(words(BigInt(codeAt), 7n))).toBeUndefined();
  expect(textOf('secret\0\0')).toEqual({ text: 'secret', end: 6 });
  expect(textOf('a name of more than a word\0?')).toEqual({ text: 'a name of more than a word', end: 26 });
});

test('a text is UTF-8 without control characters, and ends; a long one is cut between characters', () => {
  expect(textOf('größer\0')?.text).toBe('größer');
  expect(textOf(`${'x'.repeat(59)}${'ö'.repeat(9)}\0`)?.text).toBe(`${'x'.repeat(59)}…`);
  for (const other of ['\x01ab\0', 'ab\x7f\0', 'without an end', 'a\0', ''])
    expect(textOf(other)).toBeUndefined();
  expect(textOf(Uint8Array.of(0x48, 0xfd, 0x55, 0x55, 0))).toBeUndefined();
});

test('words are aligned, exact, and none where nothing was read', () => {
  const bytes = words(0n, 0x7fff_0000_1000n, 2n ** 63n, 0x40_1000n);
  expect(found(bytes, 0, wide)).toEqual([
    [8, 0x7fff_0000_1000],
    [24, 0x40_1000],
  ]);
  expect(found(bytes, 9, wide)).toEqual([[24, 0x40_1000]]);
  expect(found(bytes.subarray(0, 12), 8, wide)).toEqual([]);
  expect(wordAt(bytes, 28, wide)).toBeUndefined();
  const bigEndian = Uint8Array.of(0, 0, 0x7f, 0xff, 0, 0, 0x10, 0);
  expect(found(bigEndian, 0, { pointerSize: 8, littleEndian: false })).toEqual([[0, 0x7fff_0000_1000]]);
  expect(found(Uint8Array.of(1, 0, 0, 0, 2, 0), 0, { pointerSize: 2, littleEndian: true })).toEqual([
    [0, 1],
    [4, 2],
  ]);
});
