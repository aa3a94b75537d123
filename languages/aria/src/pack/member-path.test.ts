import { TypeTable } from '@sonde/engine';
import { expect, it } from 'vitest';
import { memberPath } from './member-path.js';

const types = new TypeTable();
const int = types.add({ kind: 'integer', name: 'int32', size: 4, signed: true });
const point = types.add({
  ...{ kind: 'struct', name: 'Point', size: 4 },
  fields: [{ name: 'x', type: int, bitOffset: 0 }],
});
const pointer = types.add({ kind: 'pointer', name: 'Point *', size: 8, target: point });
const row = types.add({ kind: 'array', name: 'int32[3]', size: 12, element: int, count: 3 });
const fat = types.add({ kind: 'struct', name: 'FatPtr', size: 32, fields: [] });
const named = (name: string, target: typeof int) => types.add({ kind: 'alias', name, target });
const gc = named('gc_ptr<Point>', pointer);
const plain = named('Point@', pointer);
const wild = named('wild_ptr<Point>', fat);

it.each([
  ['p', 'x', point, 'p.x'],
  ['a + b', 'x', point, '(a + b).x'],
  ['q', 'x', gc, 'q.x'],
  ['at', 'x', plain, 'at->x'],
  ['w', 'x', wild, 'w->x'],
  ['at', '*', plain, 'at[0]'],
  ['q', '*', gc, 'q'],
  ['w', '*', wild, 'w[0]'],
  ['row', 2, row, 'row[2]'],
  ['at', 1, plain, 'at[1]'],
  ['p', '[header]', gc, undefined],
  ['p', 'z', point, undefined],
  ['p', 1, point, undefined],
  ['n', 'x', int, undefined],
])('of %s the part %s', (parent, child, type, path) => {
  expect(memberPath(parent, child, type, types)).toBe(path);
});
