// Repetition in paths: what is folded, and what stays as it is.

import { expect, test } from 'vitest';
import { foldedLines, repeatsIn } from './repeats.js';

const fold = (text: string): string =>
  foldedLines(text.split(''), text.split(''), (times, period) => `(${times} more of ${period})`).join('');

test('a list is told by its first and its last link', () => {
  expect(fold('abcccccccd')).toBe('abc(5 more of 1)cd');
  expect(fold('a')).toBe('a');
  expect(fold('')).toBe('');
});

test('links of several steps, two lists in a row, and what comes between', () => {
  expect(fold('xabababababy')).toBe('xab(3 more of 2)aby');
  expect(fold('aaaaabbbbb')).toBe('a(3 more of 1)ab(3 more of 1)b');
  expect(fold('abcabcabcab')).toBe('abcabcabcab');
  expect(repeatsIn('abcdabcdabcdabcd'.split(''))).toEqual([{ start: 0, period: 4, times: 4 }]);
});
