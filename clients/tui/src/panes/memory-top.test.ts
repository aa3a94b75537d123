import type { Region } from '@sonde/client';
import { expect, it } from 'vitest';
import { topFor } from './memory-top.js';

const region = (start: number, size: number, space = ''): Region => ({
  start: { space, offset: BigInt(start) },
  reference: `0x${start.toString(16)}`,
  size,
  type: 'data',
});
const regions = [region(0x100, 0x100), region(0x200, 0x40), region(0x600, 8), region(0, 0x20, 'other')];
const top = (offset: number, space = ''): number =>
  Number(topFor({ space, offset: BigInt(offset) }, regions, 8n, 16n));

it('begins at the place where there is enough behind it, or nobody knows', () => {
  expect(top(0x104)).toBe(0x104);
  expect(top(0x1c0)).toBe(0x1c0);
  expect(top(0x400)).toBe(0x400);
});

it('begins before the place where memory ends in view, in whole rows, and not before it begins', () => {
  expect(top(0x238)).toBe(0x1c0);
  expect(top(0x23c)).toBe(0x1c4);
  expect(top(0x604)).toBe(0x604);
  expect(top(0x18, 'other')).toBe(0);
});
