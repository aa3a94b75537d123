// What is said about the numbers of a snapshot begins with what cannot be trusted.
import { expect, it } from 'vitest';
import { inShort, trustParts, trustText } from './trust-words.js';

it('says what is least certain first, and a shared reason once', () => {
  const parts = trustParts({
    labels: {
      nodes: { exactness: 'exact' },
      edges: { exactness: 'approximate', why: 'another' },
      roots: { exactness: 'unavailable', why: 'no roots' },
      sizes: { exactness: 'approximate', why: 'a model' },
      sites: { exactness: 'exact' },
    },
    retained: { exactness: 'approximate', why: 'a model' },
  });
  expect(parts.map(trustText)).toEqual([
    'unavailable: roots (no roots)',
    'approximate: references (another)',
    'approximate: sizes, what is kept (a model)',
    'exact: objects',
  ]);
  expect(inShort(parts).map(trustText)).toEqual([
    'unavailable: roots',
    'approximate: references, sizes, what is kept',
    'exact: objects',
  ]);
});

it('does not tell reasons again that what is kept has from the others', () => {
  const why = (reason: string) => ({ exactness: 'approximate' as const, why: reason });
  const parts = trustParts({
    labels: {
      nodes: why('a'),
      edges: why('b'),
      roots: { exactness: 'exact' },
      sizes: { exactness: 'exact' },
    },
    retained: why('a; b'),
  });
  expect(parts.map(trustText)).toEqual([
    'approximate: objects (a)',
    'approximate: references (b)',
    'approximate: what is kept (for these reasons)',
    'exact: roots, sizes',
  ]);
});
