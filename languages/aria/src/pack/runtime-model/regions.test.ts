import { expect, it } from 'vitest';
import { blockRegions, fragmentationOf } from './regions.js';

const block = (start: number, size: number) => ({ start: BigInt(start), size: BigInt(size) });

it('counts as fragmentation what is free outside of the largest free piece', () => {
  expect(fragmentationOf([])).toBe(0);
  expect(fragmentationOf([0n])).toBe(0);
  expect(fragmentationOf([4096n])).toBe(0);
  expect(fragmentationOf([50n, 50n])).toBe(0.5);
  expect(fragmentationOf([10n, 10n, 80n])).toBeCloseTo(0.2);
});

it('joins neighbours, and tells the holes between them', () => {
  const regions = blockRegions(
    [block(1000, 10), block(100, 10), block(130, 10), block(120, 10)],
    'wild',
    64n,
  );
  expect(regions.map(({ start, ...rest }) => ({ start: start.offset, ...rest }))).toEqual([
    { start: 100n, size: 40, type: 'wild', fragmentation: 0, objectCount: 3 },
    { start: 1000n, size: 10, type: 'wild', fragmentation: 0, objectCount: 1 },
  ]);
  const scattered = blockRegions([block(100, 10), block(120, 10), block(140, 10)], 'wild', 64n);
  expect(scattered[0]).toMatchObject({ size: 50, fragmentation: 0.5, objectCount: 3 });
});

it('makes one region of each block, unless there are too many', () => {
  expect(blockRegions([block(16, 16), block(32, 16)], 'wild', 0n)).toHaveLength(2);
  const many = Array.from({ length: 100_000 }, (_, nth) =>
    block(1 + nth * 64 + (nth >= 50_000 ? 1e9 : 0), 48),
  );
  const regions = blockRegions(many, 'wild', 0n);
  expect(regions).toHaveLength(1_000);
  expect(regions.reduce((sum, { objectCount = 0 }) => sum + objectCount, 0)).toBe(100_000);
  // The wide gap in the middle is not part of any.
  expect(regions.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(1e9);
});

it('leaves out what is no block', () => {
  expect(blockRegions([block(0, 16), block(16, 0)], 'wild', 0n)).toEqual([]);
  expect(blockRegions([], 'wildx', 0n)).toEqual([]);
});
