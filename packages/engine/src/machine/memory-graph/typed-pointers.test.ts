// Where types have pointers, also in types that make no sense.

import { expect, test } from 'vitest';
import { typeId, type TypeId } from '../../ids.js';
import { TypeTable, type Field, type TypeDescription } from '../../types.js';
import { TypedPointers } from './typed-pointers.js';

const types = new TypeTable();
const int = types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
const pointer = (target: TypeId): TypeId => types.add({ kind: 'pointer', name: '*', size: 4, target });
const array = (element: TypeId, count: number): TypeId =>
  types.add({ kind: 'array', name: '[]', element, count, size: (types.get(element).size ?? 0) * count });
const field = (name: string, type: TypeId, offset: number, more: Partial<Field> = {}): Field => ({
  ...{ name, type, bitOffset: offset * 8 },
  ...more,
});
const record = (kind: 'struct' | 'union', size: number, ...fields: readonly Field[]): TypeId =>
  types.add({ kind, name: kind, size, fields });

const told = (type: TypeId) =>
  new TypedPointers(types)
    .in(type)
    .map(({ offset, name, kind, doubtful }) => [offset, name, kind, ...(doubtful ? ['doubtful'] : [])]);

test('pointers are named as the program names them', () => {
  const inner = record('struct', 8, field('n', int, 0), field('next', pointer(int), 4));
  const outer = record(
    'struct',
    44,
    field('first', pointer(int), 0),
    field('inner', inner, 4),
    field('many', array(inner, 2), 12),
    field('', record('struct', 4, field('base', pointer(int), 0)), 28, { role: 'anonymous' }),
    field('either', record('union', 4, field('number', int, 0), field('at', pointer(int), 0)), 32),
    field('bits', int, 36, { bitSize: 3 }),
  );
  expect(told(outer)).toEqual([
    [0, 'first', 'field'],
    [8, 'inner.next', 'field'],
    [16, 'many[0].next', 'field'],
    [24, 'many[1].next', 'field'],
    [28, 'base', 'field'],
    [32, 'either.at', 'union-payload', 'doubtful'],
  ]);
  expect(told(array(pointer(int), 3)).map(([offset, name, kind]) => [offset, name, kind])).toEqual([
    [0, 0, 'index'],
    [4, 1, 'index'],
    [8, 2, 'index'],
  ]);
  expect(told(pointer(int))).toEqual([[0, '*', 'reference']]);
  expect(told(pointer(types.add({ kind: 'function', name: 'f' })))).toEqual([]);
  expect(told(array(int, 1_000_000_000))).toEqual([]);
});

test('types that contain themselves, or very much, come to an end', () => {
  const [self, many] = [typeId(1_000), typeId(1_001)];
  const twice: TypeDescription = {
    ...{ kind: 'struct', name: 'self', size: 8 },
    fields: [field('a', self, 0), field('b', self, 4), field('p', pointer(int), 0)],
  };
  types.define(self, twice);
  types.define(many, { kind: 'array', name: 'many', element: many, count: 5, size: 20, stride: 4 });
  expect(told(self).length).toBeLessThanOrEqual(200_000);
  expect(told(many)).toEqual([]);
  expect(told(array(pointer(int), 10_000_000))).toHaveLength(65_536);
  let deep = pointer(int);
  for (let nth = 0; nth < 60; nth++) deep = array(deep, 2);
  expect(told(deep).length).toBeLessThanOrEqual(65_536);
  expect(told(typeId(99_999))).toEqual([]);
});
