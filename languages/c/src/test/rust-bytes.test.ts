// Numbers of one byte in Rust programs: LLDB takes them for the characters of C.

import { describe, expect, it } from 'vitest';
import { rustMissing, useRustProgram } from './rust-program.js';

/** Name, text and type. */
const wanted = [
  ['minus', '-1', 'i8'],
  ['plus', '65', 'i8'],
  ['row', '[1, 2, -3]', '[i8; 3]'],
  ['pair', '{low: 10, high: 200}', 'bytes::Pair'],
  ['list', '[1, -2]', 'alloc::vec::Vec<i8>'],
  ['letter', "'é' 233", 'char'],
  ['letters', "['a' 97, 'b' 98]", 'alloc::vec::Vec<char>'],
  ['three', "['a' 97, '\\0' 0, 'c' 99]", '[char; 3]'],
  ['some', 'Some(-5)', 'core::option::Option<i8>'],
  ['some_letter', "Some('c' 99)", 'core::option::Option<char>'],
  ['wrapped', '{inside: 7}', 'bytes::Wrapped<i8>'],
  ['wrapped_letter', "{inside: 'x' 120}", 'bytes::Wrapped<char>'],
  ['tuple', "(1, 2, 'y' 121)", '(i8, u8, char)'],
  ['slice', '[1, 2, -3]', '&[i8]'],
] as const;

describe.skipIf(rustMissing)('numbers of one byte', () => {
  const program = useRustProgram('bytes');

  it('are numbers by their own names, and characters are characters', async () => {
    const stopped = await program.stopped();
    const texts = await stopped.texts(wanted.map(([name]) => name));
    expect(wanted.map(([name]) => [name, texts[name], stopped.typeOf(name)])).toEqual(wanted);
    const behind = await stopped.texts(['to_letter', 'boxed_letter']);
    expect(behind['to_letter']).toMatch(/^→ 'é' 233 at 0x\w+$/);
    expect(behind['boxed_letter']).toMatch(/^→ 'z' 122 at 0x\w+$/);
    expect(stopped.typeOf('function')).toBe('fn(i8) -> i8');
  });
});
