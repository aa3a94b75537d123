// A line about a breakpoint says what it said when it is shown again.
import { expect, it } from 'vitest';
import { termsIn, termsText } from './breakpoint-terms.js';

it.each([
  ['', {}],
  ['i > 3', { condition: 'i > 3' }],
  ['hits >= 2', { hitCondition: '>= 2' }],
  ['log at {i}; hits 3', { logMessage: 'at {i}; hits 3' }],
  [
    'f(a, log); hits % 5; log {a}, {b}',
    { condition: 'f(a, log)', hitCondition: '% 5', logMessage: '{a}, {b}' },
  ],
  ['n == 1; log one', { condition: 'n == 1', logMessage: 'one' }],
  ['hits 4; log four', { hitCondition: '4', logMessage: 'four' }],
  ['logged', { condition: 'logged' }],
])('%s', (text, terms) => {
  expect(termsIn(text)).toEqual(terms);
  expect(termsText(terms)).toBe(text);
});

it('does not mind blanks and semicolons at the end', () => {
  expect(termsIn('  n == 1 ; ')).toEqual({ condition: 'n == 1' });
  expect(termsIn('n == 1 ;hits 2;')).toEqual({ condition: 'n == 1', hitCondition: '2' });
});
