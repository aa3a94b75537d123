import { describe, expect, it } from 'vitest';
import { lastOffset, formatAddress, parseAddress, digitsFor, paddedOffset } from './address.js';
import { letterOf, moved, offsetOfRow, rowOf, windowAround, wordAt, wordValue } from './hex-window.js';

describe('the window over memory', () => {
  it('has the place that was asked for at the beginning of a row', () => {
    const window = windowAround({ space: '', offset: 0x7fff_0000_1238n }, 16);
    const row = rowOf(window, 0x7fff_0000_1238n)!;
    expect(offsetOfRow(window, row)).toBe(0x7fff_0000_1238n);
    expect(row).toBeGreaterThan(60_000);
    expect(window.rows).toBeGreaterThan(row + 60_000);
  });

  it('begins and ends with memory itself', () => {
    const low = windowAround({ space: '', offset: 0x24n }, 16);
    expect(low.start).toBe(4n);
    expect(rowOf(low, 3n)).toBeUndefined();
    const high = windowAround({ space: '', offset: lastOffset - 3n }, 16);
    expect(rowOf(high, lastOffset)).toBe(high.rows - 1);
    expect(offsetOfRow(high, high.rows - 1)).toBeLessThanOrEqual(lastOffset);
    expect(windowAround({ space: '', offset: 0n }, 8).start).toBe(0n);
  });

  it('knows the word of a byte and what it points to, either way round', () => {
    expect(wordAt(0x1007n, 8)).toBe(0x1000n);
    expect(wordAt(0x1008n, 4)).toBe(0x1008n);
    expect(wordValue([0x34, 0x12, 0, 0], false)).toBe(0x1234n);
    expect(wordValue([0x12, 0x34], true)).toBe(0x1234n);
  });

  it('moves the cursor by keys and stops at both ends', () => {
    expect(moved(0x20n, 'ArrowRight', 16, 10)).toBe(0x21n);
    expect(moved(0x20n, 'ArrowUp', 16, 10)).toBe(0x10n);
    expect(moved(0x5n, 'ArrowUp', 16, 10)).toBe(0x5n);
    expect(moved(0n, 'ArrowLeft', 16, 10)).toBe(0n);
    expect(moved(0x20n, 'PageUp', 16, 10)).toBe(0n);
    expect(moved(0x20n, 'PageDown', 16, 10)).toBe(0xc0n);
    expect(moved(lastOffset, 'ArrowDown', 16, 10)).toBe(lastOffset);
    expect(moved(0n, 'x', 16, 10)).toBeUndefined();
  });

  it('shows letters as letters', () => {
    expect([0x41, 0x20, 0x7f, 0].map(letterOf).join('')).toBe('A ..');
  });
});

describe('addresses', () => {
  it('are read as the protocol writes them', () => {
    expect(parseAddress(' 0x10 ')).toEqual({ space: '', offset: 16n });
    expect(parseAddress('code:0xff')).toEqual({ space: 'code', offset: 255n });
    expect(parseAddress('12')).toEqual({ space: '', offset: 12n });
    for (const text of ['', 'x', '0x', '-1', '0x1ffffffffffffffff', 'a b'])
      expect(parseAddress(text)).toBeUndefined();
    expect(formatAddress({ space: 'code', offset: 255n })).toBe('code:0xff');
  });

  it('stand straight in their column', () => {
    expect(digitsFor(0x7fff_ffff_ffffn)).toBe(12);
    expect(paddedOffset(0x10n, digitsFor(0xffn))).toBe('0010');
  });
});
