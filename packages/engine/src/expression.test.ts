// What can be said about an expression program without running it.

import { describe, expect, it } from 'vitest';
import { changesProgram, isPure, operandsOf, operationsOf, type Expression } from './expression.js';
import { typeId } from './ids.js';

const type = typeId(1);
const one: Expression = { op: 'constant', value: 1n, type };
const negative = (of: Expression): Expression => ({
  op: 'integer',
  operator: 'neg',
  kind: { bits: 32, signed: true, overflow: 'wrap' },
  a: of,
  type,
});

describe('an expression program', () => {
  it('lists the operations it uses', () => {
    const program: Expression = {
      op: 'select',
      test: { op: 'compare', operator: 'eq', a: one, b: one, type },
      then: { op: 'concat', parts: [{ op: 'format', of: one, type }], type },
      else: { op: 'fail', message: 'no', type },
      type,
    };
    expect([...operationsOf(program)].sort()).toEqual([
      'compare',
      'concat',
      'constant',
      'fail',
      'format',
      'select',
    ]);
  });

  it('is impure when it writes or calls, however deep inside', () => {
    const call: Expression = { op: 'call', callee: 'f', arguments: [one], type };
    const write: Expression = { op: 'assign', target: one, value: one, type };
    expect(isPure(negative(one))).toBe(true);
    expect(isPure(negative({ op: 'let', slot: 0, value: one, body: call, type }))).toBe(false);
    expect(isPure({ op: 'index', of: one, at: write, type })).toBe(false);
  });

  it('is impure when code of the machine is meant to change something, and only then', () => {
    const run = (changes: boolean): Expression => ({ op: 'run', code: {}, changes, type });
    expect([isPure(negative(run(false))), isPure(negative(run(true)))]).toEqual([true, false]);
    expect([changesProgram(run(false)), changesProgram(run(true))]).toEqual([false, true]);
    expect(changesProgram({ op: 'call', callee: 'f', arguments: [], type })).toBe(false);
    expect(operandsOf(run(true))).toEqual([]);
  });

  it('lists operands in the order they are evaluated', () => {
    const two: Expression = { op: 'constant', value: 2n, type };
    expect(operandsOf({ op: 'let', slot: 0, value: two, body: one, type })).toEqual([two, one]);
    expect(operandsOf(negative(two))).toEqual([two]);
    expect(operandsOf({ op: 'bound', slot: 0, type })).toEqual([]);
  });

  it('may be deep, or share its parts', () => {
    let deep: Expression = one;
    for (let level = 0; level < 100_000; level++) deep = negative(deep);
    expect([...operationsOf(deep)].sort()).toEqual(['constant', 'integer']);
    let shared: Expression = one;
    for (let level = 0; level < 100; level++) shared = { op: 'and', a: shared, b: shared, type };
    expect(isPure(shared)).toBe(true);
  });
});
