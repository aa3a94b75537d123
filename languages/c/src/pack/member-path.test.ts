import { describe, expect, it } from 'vitest';
import { TypeTable } from '@sonde/engine';
import { memberPath } from './member-path.js';

describe('the way to a part of a C value', () => {
  const types = new TypeTable();
  const point = types.add({ kind: 'struct', name: 'point', fields: [] });
  const pointer = types.add({ kind: 'pointer', name: 'point *', target: point, size: 8 });
  const alias = types.add({ kind: 'alias', name: 'handle', target: pointer });

  it('is written with a dot, an arrow or an index', () => {
    expect(memberPath('p', 'x', point, types)).toBe('p.x');
    expect(memberPath('p', 'x', pointer, types)).toBe('p->x');
    expect(memberPath('p', 'x', alias, types)).toBe('p->x');
    expect(memberPath('list->items', 3, point, types)).toBe('list->items[3]');
    expect(memberPath('p', '*', pointer, types)).toBe('*p');
  });

  it('is put in parentheses where that matters', () => {
    expect(memberPath('*p', 'x', point, types)).toBe('(*p).x');
    expect(memberPath('a + 1', '*', pointer, types)).toBe('*(a + 1)');
  });

  it('is nothing for a part without a name in C', () => {
    expect(memberPath('p', '[header]', point, types)).toBeUndefined();
  });
});
