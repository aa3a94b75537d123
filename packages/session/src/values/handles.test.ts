import { Failure } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { HandleTable, IdentityTable } from './handles.js';

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
  return 'none';
};

describe('handles', () => {
  it('tells a stale handle from one that never was', () => {
    const table = new HandleTable<string>('thing');
    const old = table.add('a');
    table.expire();
    expect(codeOf(() => table.get(old))).toBe('stale');
    expect(codeOf(() => table.get(old + 1))).toBe('not-found');
    expect(codeOf(() => table.get(0))).toBe('not-found');
  });

  it('never hands out a number twice', () => {
    const table = new HandleTable<string>('thing');
    const first = table.add('a');
    table.expire();
    expect(table.add('b')).not.toBe(first);
  });

  it('gives the same thing the same number until it expires', () => {
    const table = new IdentityTable<{ key: string }>('thing', t => t.key);
    const first = table.of({ key: 'a' });
    expect(table.of({ key: 'a' })).toBe(first);
    expect(table.of({ key: 'b' })).not.toBe(first);
    table.expire();
    expect(table.of({ key: 'a' })).not.toBe(first);
  });
});
