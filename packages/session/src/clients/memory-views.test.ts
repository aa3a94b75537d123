import { address } from '@sonde/engine';
import { describe, expect, it } from 'vitest';
import { MemoryViews } from './memory-views.js';

const range = (offset: number, size: number, space = '') => ({ address: address(offset, space), size });

describe('what a client read of memory', () => {
  it('is touched where it overlaps, counted from its own reference', () => {
    const views = new MemoryViews();
    views.note('0x100', address(0x100), 0, 16);
    views.note('0x108', address(0x108), -4, 8);
    expect(views.touched(range(0x106, 4))).toEqual([
      { memoryReference: '0x100', offset: 6, count: 4 },
      { memoryReference: '0x108', offset: -2, count: 4 },
    ]);
    expect(views.touched(range(0x10f, 100))).toEqual([{ memoryReference: '0x100', offset: 15, count: 1 }]);
    expect(views.touched(range(0x110, 4))).toEqual([]);
  });

  it('grows with every read, and is all touched when nobody knows what was written', () => {
    const views = new MemoryViews();
    views.note('r', address(0, 'data'), 4, 4);
    views.note('r', address(0, 'data'), 16, 4);
    expect(views.touched()).toEqual([{ memoryReference: 'r', offset: 4, count: 16 }]);
  });

  it('lies in one space of addresses; a plain number means the only one', () => {
    const views = new MemoryViews();
    views.note('data:0x0', address(0, 'data'), 0, 4);
    expect(views.touched(range(0, 4, 'code'))).toEqual([]);
    expect(views.touched(range(0, 4))).toHaveLength(1);
  });

  it('is forgotten when there is too much of it, the oldest first', () => {
    const views = new MemoryViews();
    for (let nth = 0; nth < 100; nth++) views.note(`r${nth}`, address(nth), 0, 1);
    views.note('r99', address(99), 0, 1);
    expect(views.touched()).toHaveLength(64);
    expect(views.touched(range(0, 1))).toEqual([]);
  });
});
