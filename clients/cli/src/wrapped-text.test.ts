import { describe, expect, it } from 'vitest';
import { columns, paragraphs, widthOf, wrapped } from './wrapped-text.js';

describe('text in the width of a terminal', () => {
  it('breaks between words, and leaves a word whole that is too long', () => {
    expect(wrapped('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrapped('a unbreakableword b', 6)).toEqual(['a', 'unbreakableword', 'b']);
    expect(wrapped('', 10)).toEqual(['']);
  });

  it('joins the lines of a paragraph and leaves indented ones alone', () => {
    expect(paragraphs('one\ntwo\n  as it   is\nthree', 40)).toBe('one two\n  as it   is\nthree');
  });

  it('keeps the second column in its place', () => {
    expect(
      columns(
        [
          ['a', 'one two three'],
          ['long', 'x'],
        ],
        32,
      ),
    ).toBe('  a     one two three\n  long  x');
    expect(columns([['a', 'one two three four five six seven']], 32)).toBe(
      '  a  one two three four five six\n     seven',
    );
  });

  it('gives a long name a line of its own', () => {
    const name = `--${'x'.repeat(40)}`;
    expect(
      columns(
        [
          ['-a', 'short'],
          [name, 'why'],
        ],
        60,
      ),
    ).toBe(`  -a  short\n  ${name}\n      why`);
  });

  it('asks the terminal how wide it is, and takes 80 for a pipe', () => {
    expect(widthOf({ isTTY: true, columns: 100 })).toBe(100);
    expect(widthOf({ columns: 100 })).toBe(80);
    expect(widthOf({ isTTY: true, columns: 0 })).toBe(80);
  });
});
