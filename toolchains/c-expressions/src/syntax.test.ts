import { describe, expect, it } from 'vitest';
import { syntaxProblem } from './syntax.js';

describe('what is no expression of C', () => {
  it.each([
    ['length > 3 &&', 'a value is missing behind "&&", at column 14.'],
    ['length > 3 && ', 'a value is missing behind "&&", at column 15.'],
    ['a == == b', 'a value is missing before "==", at column 6.'],
    ['(a > 3', '"(" at column 1 is not closed.'],
    ['a > 3)', '")" at column 6 closes nothing.'],
    ['a[3)', '")" at column 4 closes nothing.'],
    ['|| a', 'a value is missing before "||", at column 1.'],
    ['f(a, )', undefined],
    ['3 x', 'an operator is missing before "x", at column 3.'],
    ['  ', 'there is no expression.'],
    ['count >', 'a value is missing behind ">", at column 8.'],
    ['p->', 'a value is missing behind "->", at column 4.'],
  ])('%j: %s', (text, problem) => {
    expect(syntaxProblem(text)).toBe(problem);
  });

  it.each([
    'unknown > 3',
    'f(3) == 4',
    'f()',
    'strcmp(name, "x") == 0',
    '(struct point *)p',
    '*(int *)p == 3 && -a < +b',
    'sizeof(int) * 2',
    'sizeof a',
    "v.size() > 3 && v[0] == 'x'",
    'std::max<int>(a, b) == ::limit',
    'i++ == 3',
    'i++',
    'a ? b : -c',
    '!done && ~bits & 0xffUL',
    '$rax == 3',
    'a, b',
    'x = 3',
    '(unsigned char)c >= 1.5e3f',
  ])('%j may be one', text => {
    expect(syntaxProblem(text)).toBeUndefined();
  });
});
