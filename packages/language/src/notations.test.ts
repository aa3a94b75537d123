import { describe, expect, it } from 'vitest';
import { notationsOf, sourceEndings, type NotationFacts } from './notations.js';

const language: NotationFacts = {
  id: 'tree',
  name: 'Tree',
  extensions: ['.tree', '.tree.c', '.leaf', '.bark', '.root'],
  source: {
    comments: { line: '//' },
    commentsOf: { '.leaf': { line: ';' } },
    syntax: { keywords: ['grow'] },
  },
  editor: { built: ['.bark'], knownAs: { roots: ['.root'] } },
};

describe('notations', () => {
  it('leave out what a build makes', () => {
    expect(sourceEndings(language)).toEqual(['.tree', '.tree.c', '.leaf', '.root']);
  });

  it('are one for each way of writing comments, and those that editors know under their names', () => {
    const syntax = { keywords: ['grow'] };
    expect(notationsOf(language)).toEqual([
      { id: 'roots', title: 'Tree', endings: ['.root'], isKnown: true, comments: { line: '//' }, syntax },
      {
        id: 'tree',
        title: 'Tree',
        endings: ['.tree', '.tree.c'],
        isKnown: false,
        comments: { line: '//' },
        syntax,
      },
      {
        id: 'tree-leaf',
        title: 'Tree (.leaf)',
        endings: ['.leaf'],
        isKnown: false,
        comments: { line: ';' },
        syntax,
      },
    ]);
  });

  it('need no facts at all', () => {
    expect(notationsOf({ id: 'bare', name: 'Bare', extensions: ['.bare'] })).toEqual([
      { id: 'bare', title: 'Bare', endings: ['.bare'], isKnown: false },
    ]);
    expect(notationsOf({ id: 'none', name: 'None', extensions: [] })).toEqual([]);
  });
});
