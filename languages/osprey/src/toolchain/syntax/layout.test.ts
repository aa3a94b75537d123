import { Problems, SourceText } from '@sonde/native-compiler';
import { describe, expect, it } from 'vitest';
import { layOut } from './layout.js';
import { scan } from './scanner.js';

/** Tokens as text: `>` opens a block, `<` closes one, `;` ends a line. */
function laidOut(text: string): string {
  const problems = new Problems(new SourceText({ name: 'test.ospml' }, text));
  const tokens = layOut(scan(problems.text, 'ml', problems), problems);
  if (tokens === undefined)
    return problems
      .diagnostics()
      .map(({ location, message }) => `${location?.line}:${location?.column} ${message}`)
      .join('\n');
  const signs: Record<string, string> = { indent: '>', dedent: '<', newline: ';', end: '' };
  return tokens
    .map(({ kind, text: word }) => signs[kind] ?? word)
    .join(' ')
    .trim();
}

describe('layout', () => {
  it('opens a block at a deeper line and closes it at a line further out', () => {
    expect(laidOut('f n =\n    a\n    b\nc')).toBe('f n = > a ; b < ; c');
  });

  it('closes all blocks at the end', () => {
    expect(laidOut('f =\n  g =\n    a')).toBe('f = > g = > a < <');
  });

  it('ignores blank lines and comments, nested ones too', () => {
    expect(laidOut('f =\n\n  // words\n  a (* one (* two *) *)\n\n  b')).toBe('f = > a ; b <');
  });

  it('means nothing inside brackets', () => {
    expect(laidOut('xs = [\n  1,\n      2\n ]\ny')).toBe('xs = [ 1 , 2 ] ; y');
  });

  it('comes back inside brackets behind an arrow at the end of a line', () => {
    expect(laidOut('f (\\n =>\n    a\n    b)\nc')).toBe('f ( \\ n => > a ; b < ) ; c');
  });

  it('goes on with a line that begins with an operator', () => {
    expect(laidOut('x = a\n    |> f\n    |> g\ny')).toBe('x = a |> f |> g ; y');
  });

  it('refuses a line that belongs to no block, where it stands', () => {
    expect(laidOut('f n =\n        a\n    b')).toBe(
      '3:5 inconsistent indentation does not match any enclosing block',
    );
  });
});
