import { expect, it } from 'vitest';
import { wordWrapped } from './status-line.js';

it('shows a text in lines of whole words, and cuts only what does not fit', () => {
  expect(wordWrapped('one two\n three', 20, 4)).toEqual(['one two three']);
  expect(wordWrapped('one two three four', 9, 4)).toEqual(['one two', 'three', 'four']);
  expect(wordWrapped('a verylongword b', 8, 4)).toEqual(['a', 'verylon…', 'b']);
  expect(wordWrapped('漢字 漢字 漢字', 9, 2)).toEqual(['漢字 漢字', '漢字']);
  expect(wordWrapped('one two three four five', 7, 2)).toEqual(['one two', 'three …']);
  expect(wordWrapped('', 9, 2)).toEqual(['']);
});
