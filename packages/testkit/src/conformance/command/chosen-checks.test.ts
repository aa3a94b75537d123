import { describe, expect, it } from 'vitest';
import type { Check } from '../check.js';
import { chosenChecks } from './chosen-checks.js';

const check = (id: string): Check => ({
  id,
  title: id,
  why: '',
  reference: { in: 'overview', page: '' },
  judges: 'schema',
});
const all = ['wire/schema', 'wire/answered', 'motion/next', 'motion/goto'].map(check);
const ids = (only: readonly string[], skip: readonly string[] = []): readonly string[] =>
  chosenChecks(all, only, skip).map(({ id }) => id);

describe('chosen checks', () => {
  it('are all of them when nothing is said', () => {
    expect(ids([])).toHaveLength(4);
  });

  it('are named by id and by group', () => {
    expect(ids(['motion', 'wire/schema'])).toEqual(['wire/schema', 'motion/next', 'motion/goto']);
    expect(ids(['motion'], ['motion/goto'])).toEqual(['motion/next']);
  });

  it('must exist, and something must be left', () => {
    expect(() => ids(['motion/nxt'])).toThrow('Did you mean "motion/next"?');
    expect(() => ids([], ['nonsense-and-more'])).toThrow('no check and no group "nonsense-and-more". --list');
    expect(() => ids(['motion'], ['motion'])).toThrow('no check is left');
  });
});
