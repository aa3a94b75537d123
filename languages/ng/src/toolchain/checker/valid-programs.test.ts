import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../test/checker/checking.js';
import { programs } from '../../test/checker/valid-programs.js';

describe('nothing is said about', () => {
  it.each(Object.entries(programs))('%s', (_title, text) => {
    expect(verdictOf(text)).toBe('ok');
  });
});
