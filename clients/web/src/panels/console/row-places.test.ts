import { expect, it } from 'vitest';
import { placeOf, rowCount } from './row-places.js';

const open = [
  { line: 1, extra: 2 },
  { line: 3, extra: 1 },
  { line: 5, extra: 0 },
];

it('rows are the lines when none is opened', () => {
  expect(rowCount(4, [])).toBe(4);
  expect(placeOf(3, [])).toEqual({ line: 3, inside: 0 });
});

it('opened lines push the others down', () => {
  const rows = Array.from({ length: rowCount(6, open) }, (_, row) => placeOf(row, open));
  expect(rows.map(({ line, inside }) => `${line}.${inside}`)).toEqual([
    ...['0.0', '1.0', '1.1', '1.2', '2.0', '3.0', '3.1', '4.0', '5.0'],
  ]);
});
