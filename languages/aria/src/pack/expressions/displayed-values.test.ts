import { nameScope, TypeTable, type TypeId, type VisibleName } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { displayedValue } from './displayed-values.js';

const types = new TypeTable();
const int = types.add({ kind: 'integer', name: 'int32', size: 4, signed: true });
const tbb = types.add({ kind: 'alias', name: 'tbb32', target: int });
const real = types.add({ kind: 'float', name: 'flt64', size: 8 });
const pointer = types.add({ kind: 'pointer', name: 'int32@', size: 8, target: int });
const colour = types.add({
  ...{ kind: 'enum', name: 'Colour', size: 4, underlying: int },
  enumerators: [
    { name: 'red', value: 0n },
    { name: 'blue', value: 5n },
  ],
});

function taken(text: string, target: TypeId, ...variables: readonly string[]): unknown {
  const visible = variables.map((name): VisibleName => ({
    name,
    type: target,
    place: { kind: 'named', name },
    kind: 'local',
  }));
  const found = displayedValue(text, target, { names: nameScope(visible), types, image: undefined });
  if (typeof found !== 'object') return found;
  return 'value' in found.program ? found.program.value : found.program;
}

describe('a displayed value is taken back', () => {
  it('as the member of an enum that it names', () => {
    expect(taken('blue', colour)).toBe(5n);
    expect(taken('→ red at 0x1000', colour)).toBe(0n);
    expect(taken('green', colour)).toBeUndefined();
  });

  it('as numbers that Aria has no literal for', () => {
    expect([taken('nan', real), taken(' -inf ', real), taken('inf', real)]).toEqual([
      NaN,
      -Infinity,
      Infinity,
    ]);
    expect(taken('ERR (sentinel)', tbb)).toBe('ERR');
  });

  it('as the address that a pointer holds, or as what is behind it', () => {
    expect(taken('→ 33 at 0x7ffe10', pointer)).toBe(0x7ffe10n);
    expect(taken('0x7ffe10', pointer)).toBe(0x7ffe10n);
    expect(taken('→ 34 at 0x7ffe10', int)).toBe('34');
  });

  it('only where no variable has that name, and nothing is taken for more than it is', () => {
    expect(taken('blue', colour, 'blue')).toBeUndefined();
    expect(taken('0x10', int)).toBeUndefined();
    expect(taken('a → b', pointer)).toBeUndefined();
  });
});
