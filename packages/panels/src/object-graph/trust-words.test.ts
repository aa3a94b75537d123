// What is said about the numbers of a snapshot begins with what cannot be trusted.
import { expect, it } from 'vitest';
import { trustParts } from './trust-words.js';

it('says what is least certain first, and a shared reason once', () => {
  const parts = trustParts({
    labels: {
      nodes: { exactness: 'exact' },
      edges: { exactness: 'exact' },
      roots: { exactness: 'unavailable', why: 'no roots' },
      sizes: { exactness: 'approximate', why: 'a model' },
    },
    retained: { exactness: 'approximate', why: 'a model' },
  } as Parameters<typeof trustParts>[0]);
  expect(parts).toEqual([
    { exactness: 'unavailable', text: 'unavailable: roots', why: 'no roots' },
    { exactness: 'approximate', text: 'approximate: sizes, what is kept', why: 'a model' },
    { exactness: 'exact', text: 'exact: objects, references', why: '' },
  ]);
});
