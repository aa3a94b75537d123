import { expect, it } from 'vitest';
import { failureText } from './errors.js';

const word = '0'.repeat(63) + '1';

it.each([
  ['zero amount', 'zero amount'],
  [`TooSmall(1,no)\0${word}${word}`, 'TooSmall(1,no)'],
  ['Empty()\0', 'Empty()'],
  ['no error\0here', 'no error\\x00here'],
  ['\u001b[2Jgone\u0085', '\\x1b[2Jgone\\x85'],
  ['two\nlines, größer', 'two\nlines, größer'],
])('a failure is told in plain words: %j', (message, told) => {
  expect(failureText(message)).toBe(told);
});
