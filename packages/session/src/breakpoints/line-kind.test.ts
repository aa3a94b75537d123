import { describe, expect, it } from 'vitest';
import { lineKinds } from './line-kind.js';

const slashes = { line: '//', block: ['/*', '*/'] } as const;

describe('a line', () => {
  it('is blank, a comment, brackets or text', () => {
    const source = ['', '   ', '// why', 'x = 1; // why', '});', '  "// no comment"', '/* a */ y', '/* a */'];
    expect(lineKinds(source.join('\n'), slashes)).toEqual([
      'blank',
      'blank',
      'comment',
      'text',
      'bracket',
      'text',
      'text',
      'comment',
    ]);
  });

  it('inside a block comment is part of it, blank or not', () => {
    expect(lineKinds('a /* from\n\nhere\nto */ b\n', slashes)).toEqual([
      'text',
      'comment',
      'comment',
      'text',
      'blank',
    ]);
  });

  it('is text where the language says nothing about comments', () => {
    expect(lineKinds('// hm\n')).toEqual(['text', 'blank']);
  });
});
