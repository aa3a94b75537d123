import { expect, it } from 'vitest';
import { RowPlaces, type OpenLine } from './row-places.js';

const placesOf = (lines: readonly string[], columns: number): RowPlaces<string> => {
  const places = new RowPlaces<string>((line, width) => Math.max(1, Math.ceil(line.length / width)));
  places.update(lines, columns);
  return places;
};

const all = (places: RowPlaces<string>, open: readonly OpenLine[] = []): readonly string[] =>
  Array.from({ length: places.count(open) }, (_, row) => {
    const { line, piece, inside } = places.placeOf(row, open);
    return `${line}.${piece}${inside === 0 ? '' : `+${inside}`}`;
  });

it('rows are the lines when all are short and none is opened', () => {
  expect(all(placesOf(['a', '', 'b'], 4))).toEqual(['0.0', '1.0', '2.0']);
});

it('a long line takes several rows, what an opened one holds comes below its text', () => {
  const open = [
    { line: 1, extra: 2 },
    { line: 3, extra: 1 },
  ];
  const places = placesOf(['a', 'abcdef', 'b', '', 'abcde'], 4);
  expect(all(places, open)).toEqual([
    ...['0.0', '1.0', '1.1', '1.0+1', '1.0+2', '2.0', '3.0', '3.0+1', '4.0', '4.1'],
  ]);
});

it('lines that come and a last one that grows are measured; another width measures all anew', () => {
  const lines = ['a', 'b'];
  const places = placesOf(lines, 4);
  lines[1] = 'bcdefg';
  lines.push('c');
  places.update(lines, 4);
  expect(all(places)).toEqual(['0.0', '1.0', '1.1', '2.0']);
  places.update(lines, 2);
  expect(all(places)).toEqual(['0.0', '1.0', '1.1', '1.2', '2.0']);
  places.update([], 2);
  expect(all(places)).toEqual([]);
});
