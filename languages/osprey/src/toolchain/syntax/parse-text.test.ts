// Texts as people type them into a debugger, in both flavors.

import { describe, expect, it } from 'vitest';
import { parseExpressionText } from './parse-text.js';

const kindOf = (text: string): unknown => {
  const found = parseExpressionText(text, 'ml');
  return 'tree' in found ? found.tree.kind : `${found.column} ${found.problem}`;
};

describe('a text of the layout flavor', () => {
  it('has matches and blocks over several lines', () => {
    expect(kindOf('match s\n  Circle r => r\n  Point => 0')).toBe('match');
    expect(kindOf('  match s\n      Circle r =>\n        d = r\n        d\n      Point => 0')).toBe('match');
    expect(kindOf('a = 1\nb = a\na + b')).toBe('block');
    expect(kindOf('  a = 1\n  f a')).toBe('block');
    expect(kindOf('f\n  a\n  + 1')).not.toBe('block');
  });

  it('may be written with braces where there is one line', () => {
    expect(kindOf('match s { Circle(r) => r  Point => 0 }')).toBe('match');
  });

  it('may compare without spaces and begin behind some', () => {
    expect(kindOf('a<b')).toBe('binary');
    expect(kindOf('   a - 3')).toBe('binary');
  });

  it('is told what is wrong in its own flavor', () => {
    expect(kindOf('match s\n  Circle r => r\n Point => 0')).toBe(
      '2 inconsistent indentation does not match any enclosing block',
    );
    expect(kindOf('    a = 1\n  a')).toBe('block');
    expect(kindOf('match s')).toMatch(/arms of the match on deeper lines/);
    expect(kindOf('')).toMatch(/expected an expression/);
  });
});
