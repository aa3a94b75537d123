import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.js';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index}`);

test('equal texts have no diff', () => {
  expect(lineDiff('a\nb\n', 'a\nb\n')).toBe('');
});

test('changes are shown with a little of what is around them', () => {
  const before = numbered(20);
  const after = before.with(10, 'changed').toSpliced(3, 1);
  expect(lineDiff(before.join('\n'), after.join('\n')).split('\n')).toEqual([
    '  line 0',
    '  line 1',
    '  line 2',
    '- line 3',
    '  line 4',
    '  line 5',
    '  line 6',
    '  line 7',
    '  line 8',
    '  line 9',
    '- line 10',
    '+ changed',
    '  line 11',
    '  line 12',
    '  line 13',
    '@@',
  ]);
});

test('a long diff is cut and says so', () => {
  const lines = lineDiff('', numbered(500).join('\n')).split('\n');
  expect(lines).toHaveLength(61);
  expect(lines.at(-1)).toMatch(/^… 441 more lines$/);
});

test('texts too different to compare are shown as replaced', () => {
  const one = numbered(3000).join('\n');
  const other = numbered(3000).reverse().join('\n');
  expect(lineDiff(one, other)).toContain('- line 0');
});
