// Names and strings as LLVM spells them.

import { expect, it } from 'vitest';
import { quoted, spelledName } from './spelling.js';

it('leaves plain names as they are and quotes the others', () => {
  expect(spelledName('a.b-c$_1')).toBe('a.b-c$_1');
  expect(spelledName('1st')).toBe('"1st"');
  expect(spelledName('a b')).toBe('"a b"');
  expect(spelledName('gc_ptr<T>')).toBe('"gc_ptr<T>"');
});

it('escapes every byte that is not printable ASCII', () => {
  expect(quoted('é"\\\n')).toBe('"\\C3\\A9\\22\\5C\\0A"');
  expect(quoted(Uint8Array.of(0, 0x7f, 0xff, 0x41))).toBe('"\\00\\7F\\FFA"');
});

it('refuses names that LLVM cannot read', () => {
  expect(() => spelledName('')).toThrow('may not be empty');
  expect(() => spelledName('a\0b')).toThrow('NUL');
});
