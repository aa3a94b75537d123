import { expect, it } from 'vitest';
import { rowsIn } from './wrap-text.js';

it.each([
  ['', 4, [0]],
  ['abcd', 4, [0]],
  ['abcde', 4, [0, 4]],
  ['abcdefghi', 4, [0, 4, 8]],
  ['some words here', 8, [0, 5, 11]],
  ['a_word_without_end and', 8, [0, 8, 16]],
  // A tab goes to the next stop, a sign of the East takes two columns, a mark none.
  ['ab\tc', 8, [0, 3]],
  ['日本語', 4, [0, 2]],
  ['e\u0301e\u0301e\u0301', 2, [0, 4]],
  ['😀😀', 3, [0, 2]],
  ['\t', 4, [0]],
])('the rows of %j in %d columns begin at %j', (text, columns, begins) => {
  expect(rowsIn(text, columns)).toEqual(begins);
});
