import { typeId, TypeTable } from '@sonde/engine';
import { expect, it } from 'vitest';
import { memberPath } from './member-path.js';

it.each([
  ['acc', 'balance', 'acc.balance'],
  ['xs', 2, 'xs[2]'],
  ['r', '*', '(*r)'],
  ['(*r)', 'x', '(*r).x'],
  ['t', 'not a name', undefined],
] as const)('%s and %s make %s', (parent, child, path) => {
  expect(memberPath(parent, child, typeId(1), new TypeTable())).toBe(path);
});
