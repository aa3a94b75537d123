import { describe, expect, it } from 'vitest';
import { verdictOf } from './test/checking.js';
import { programs } from './test/valid-programs.js';

describe('nothing is said about', () => {
  it.each(Object.entries(programs))('%s', (_title, text) => {
    expect(verdictOf(text)).toBe('ok');
  });
});
