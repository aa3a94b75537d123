import { describe, expect, it } from 'vitest';
import type { Example, LanguageInfo } from '../page/server-api.js';
import { exampleGroups, firstGroup } from './example-groups.js';

const language = (id: string, missing?: string): LanguageInfo => ({
  id,
  name: id.toUpperCase(),
  extensions: [`.${id}`],
  ...(missing === undefined ? {} : { missing }),
});

const example = (name: string, stopAt?: number): Example => ({
  language: name.split('.')[1]!,
  name,
  about: '',
  path: `/examples/${name}`,
  ...(stopAt === undefined ? {} : { stopAt }),
});

describe('examples on the start page', () => {
  it('are grouped by language, the tour first, then those that stop somewhere', () => {
    const groups = exampleGroups({
      languages: [language('xy'), language('zz')],
      examples: [example('all.xy'), example('loops.xy', 4), example('tour.xy', 9), example('only.zz')],
    });
    expect(groups.map(({ language: { id }, examples }) => [id, examples.map(({ name }) => name)])).toEqual([
      ['xy', ['tour.xy', 'loops.xy', 'all.xy']],
      ['zz', ['only.zz']],
    ]);
  });

  it('leave out a language that has none', () => {
    expect(exampleGroups({ languages: [language('xy')], examples: [] })).toEqual([]);
  });

  it('begin with a language whose tools are there', () => {
    const groups = exampleGroups({
      languages: [language('xy', 'No compiler.'), language('zz')],
      examples: [example('a.xy'), example('b.zz')],
    });
    expect(firstGroup(groups)?.language.id).toBe('zz');
    expect(firstGroup(groups.slice(0, 1))?.language.id).toBe('xy');
    expect(firstGroup([])).toBeUndefined();
  });
});
