import { expect, it } from 'vitest';
import { BuildWords } from './build-words.js';

it('what a build said is not said again with its failure', () => {
  const words = new BuildWords();
  words.add('\u001b[1ma.x:1:2: \u001b[31merror:\u001b[39m no\n  line\n');
  expect(words.news('a.x could not be built. a.x:1:2: error: no')).toBe('a.x could not be built.');
  expect(words.news('something else')).toBe('something else');
  words.forget();
  expect(words.news('a.x could not be built. a.x:1:2: error: no')).toContain('error: no');
});
