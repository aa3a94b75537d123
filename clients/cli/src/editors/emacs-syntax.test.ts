import { expect, it } from 'vitest';
import type { Notation } from '@sonde/language';
import { syntaxEntries } from './emacs-syntax.js';

const notation = (
  comments: Notation['comments'],
  strings: readonly string[] = [],
  escapes = true,
): Notation => ({
  id: 'x',
  title: 'X',
  endings: ['.x'],
  isKnown: false,
  ...(comments === undefined ? {} : { comments }),
  syntax: { keywords: [], strings, escapes },
});

it('gives comments like those of C both styles', () => {
  expect(new Map(syntaxEntries(notation({ line: '//', block: ['/*', '*/'] }, ['"'])))).toEqual(
    new Map([
      ['"', '"'],
      ['/', '. 124b'],
      ['*', '. 23'],
      ['\n', '> b'],
    ]),
  );
});

it('knows comments of one character, and brackets that begin comments', () => {
  expect(syntaxEntries(notation({ line: ';' }, [], false))).toEqual([
    ['\\', '.'],
    [';', '<'],
    ['\n', '>'],
  ]);
  expect(new Map(syntaxEntries(notation({ block: ['(*', '*)'] })))).toEqual(
    new Map([
      ['(', '()1'],
      ['*', '. 23'],
      [')', ')(4'],
    ]),
  );
});
