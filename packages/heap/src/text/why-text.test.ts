// Words for references.

import { expect, test } from 'vitest';
import { edgeText } from './why-text.js';

test('an element is named by its position, and what an element holds by both', () => {
  const words = (name: string | number): string => edgeText({ kind: 'index', name });
  expect([words(2), words('key'), words('[2].next')]).toEqual(['[2]', '[key]', '[2].next']);
});
