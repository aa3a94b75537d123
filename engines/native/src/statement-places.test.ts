import { describe, expect, it } from 'vitest';
import { firstOfEach } from './statement-places.js';

/** Marks each place in the text by the character at which it begins. */
function left(text: string, columns: readonly number[], line = 1): readonly string[] {
  const source = { name: 'a', path: '/a' };
  const places = columns.map(column => ({ source, line, column }));
  return firstOfEach(places, text).map(({ column = 1 }) =>
    text.split('\n')[line - 1]!.slice(column - 1, column + 2),
  );
}

const at = (text: string, ...parts: readonly string[]): readonly number[] =>
  parts.map(part => text.indexOf(part) + 1);

describe('places for breakpoints', () => {
  it('are one for each statement, not one for each part of it', () => {
    const text = 'sum = first + second; puts(text);';
    expect(left(text, at(text, 'first', 'second', 'sum', 'puts', 'text'))).toEqual(['sum', 'put']);
  });

  it('of a loop are its head and its body', () => {
    const text = 'for (int at = 0; at < two; at++) print(sum);';
    expect(left(text, at(text, 'at = 0', 'at < two', 'two', 'at++', 'print', 'sum'))).toEqual(['at ', 'pri']);
  });

  it('are not misled by texts and comments', () => {
    const text = 'f("; {", a /* ; */, \';\', b); // ; g';
    expect(left(text, at(text, 'f', 'a /', 'b)'))).toEqual(['f("']);
  });

  it('stay where a comment goes over several lines', () => {
    const text = '/* ;\n;*/ f(a); g(b);';
    expect(left(text, [5, 7, 11, 13], 2)).toEqual(['f(a', 'g(b']);
  });
});
