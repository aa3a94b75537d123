// The type table: ids, aliases and what was never described.

import { describe, expect, it } from 'vitest';
import { typeId } from './ids.js';
import { TypeTable } from './types.js';

describe('the type table', () => {
  it('never hands out an id that a describer chose', () => {
    const types = new TypeTable();
    types.define(typeId(1), { kind: 'unit', name: 'one' });
    types.define(typeId(3), { kind: 'unit', name: 'three' });
    expect([types.add({ kind: 'unit', name: 'a' }), types.add({ kind: 'unit', name: 'b' })]).toEqual([2, 4]);
    expect(types.get(typeId(1)).name).toBe('one');
    expect([...types.entries()]).toHaveLength(4);
  });

  it('follows aliases to what they mean', () => {
    const types = new TypeTable();
    const int = types.add({ kind: 'integer', name: 'int', size: 4, signed: true });
    const first = types.add({ kind: 'alias', name: 'a', target: int });
    const second = types.add({ kind: 'alias', name: 'b', target: first });
    expect(types.resolve(second)).toMatchObject({ kind: 'integer', name: 'int' });
    expect(types.get(second).name).toBe('b');
  });

  it('ends a cycle of aliases', () => {
    const types = new TypeTable();
    types.define(typeId(1), { kind: 'alias', name: 'a', target: typeId(2) });
    types.define(typeId(2), { kind: 'alias', name: 'b', target: typeId(1) });
    expect(types.resolve(typeId(1))).toMatchObject({ kind: 'opaque', why: 'alias of itself' });
  });

  it('says which type was never described', () => {
    expect(new TypeTable().resolve(typeId(9))).toMatchObject({
      kind: 'opaque',
      why: 'type 9 was never described',
    });
  });
});
