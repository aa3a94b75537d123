import { describe, expect, it } from 'vitest';
import { TypeTable } from '@sonde/engine';
import { memberPath } from './member-path.js';

describe('the way to a part of a C value', () => {
  const types = new TypeTable();
  const int = types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
  const point = types.add({
    kind: 'struct',
    name: 'point',
    fields: [{ name: 'x', type: int, bitOffset: 0 }],
  });
  const array = types.add({ kind: 'array', name: 'int[4]', element: int, count: 4 });
  const named = (name: string) => types.add({ kind: 'struct', name, fields: [] });
  const pointer = types.add({ kind: 'pointer', name: 'point *', target: point, size: 8 });
  const alias = types.add({ kind: 'alias', name: 'handle', target: pointer });

  it('is written with a dot, an arrow or an index', () => {
    expect(memberPath('p', 'x', point, types)).toBe('p.x');
    expect(memberPath('p', 'x', pointer, types)).toBe('p->x');
    expect(memberPath('p', 'x', alias, types)).toBe('p->x');
    expect(memberPath('list->items', 3, array, types)).toBe('list->items[3]');
    expect(memberPath('p', '*', pointer, types)).toBe('*p');
  });

  it('is put in parentheses where that matters', () => {
    expect(memberPath('*p', 'x', point, types)).toBe('(*p).x');
    expect(memberPath('a + 1', '*', pointer, types)).toBe('*(a + 1)');
  });

  it('is nothing for a part without a name in C', () => {
    expect(memberPath('p', '[header]', point, types)).toBeUndefined();
    expect(memberPath('p', 'radius', point, types)).toBeUndefined();
    expect(memberPath('z', 'real', named('_Complex double'), types)).toBeUndefined();
  });

  it('leads through references as if they were what they refer to', () => {
    const reference = types.add({ kind: 'pointer', name: 'point &', target: point, reference: true });
    expect(memberPath('r', 'x', reference, types)).toBe('r.x');
    expect(memberPath('r', '*', reference, types)).toBe('r');
  });

  it('leads into containers that count their elements, and into smart pointers', () => {
    const vector = named('std::vector<int>');
    const toVector = types.add({ kind: 'pointer', name: 'std::vector<int> *', target: vector });
    expect(memberPath('v', 3, vector, types)).toBe('v[3]');
    expect(memberPath('v', 3, toVector, types)).toBe('(*v)[3]');
    expect(memberPath('s', 3, named('std::string'), types)).toBe('s[3]');
    expect(memberPath('m', 3, named('std::map<int, int>'), types)).toBeUndefined();
    expect(memberPath('m', '@.at(3)', named('std::map<int, int>'), types)).toBe('m.at(3)');
    expect(memberPath('m.at(3)', 'x', point, types)).toBe('m.at(3).x');
    expect(memberPath('l', 3, named('std::list<int>'), types)).toBe('*std::next(l.begin(), 3)');
    expect(memberPath('*l', 3, named('std::__1::set<int>'), types)).toBe('*std::next((*l).begin(), 3)');
    expect(memberPath('t', 0, named('std::tuple<int>'), types)).toBe('std::get<0>(t)');
    expect(memberPath('h', 0, named('std::collections::hash::set::HashSet<i32>'), types)).toBeUndefined();
    expect(memberPath('v', '_M_impl', vector, types)).toBeUndefined();
    const shared = types.add({
      kind: 'struct',
      name: 'std::shared_ptr<point>',
      fields: [{ name: '_M_ptr', type: pointer, bitOffset: 0 }],
    });
    expect(memberPath('p', 'x', shared, types)).toBe('p->x');
    const unique = types.add({
      kind: 'struct',
      name: 'std::unique_ptr<point>',
      fields: [{ name: '__ptr_', type: pointer, bitOffset: 0 }],
    });
    expect(memberPath('p', 'x', unique, types)).toBe('p->x');
    // The declared type knows nothing of a member that the object has.
    expect(memberPath('p', 'radius', shared, types)).toBeUndefined();
    expect(memberPath('o', 'value', named('std::optional<int>'), types)).toBe('*o');
    expect(memberPath('p', 'first', named('std::pair<int, int>'), types)).toBe('p.first');
  });
});
