import { describe, expect, it } from 'vitest';
import { boxAt, boxBeyond, holesIn, layOut, leastWidth, lineHeight, type MapLayout } from './map-layout.js';

const sized = (...sizes: number[]) => sizes.map(size => ({ size, adjoins: true }));

function inside({ boxes }: MapLayout, width: number): void {
  const faults = boxes.filter((box, nth) => {
    const before = boxes[nth - 1];
    const isOver = before !== undefined && before.y === box.y && before.x + before.width > box.x;
    const isOutside = box.x < 0 || box.x + box.width > width + 0.01 || box.width < leastWidth;
    return isOver || isOutside || (before !== undefined && before.y > box.y);
  });
  expect(faults).toEqual([]);
}

describe('the layout of a memory map', () => {
  it('is nothing for no regions or no room', () => {
    expect(layOut([], { width: 500, lines: 4 })).toEqual({ boxes: [], height: 0 });
    expect(layOut(sized(1), { width: 0, lines: 4 })).toEqual({ boxes: [], height: 0 });
  });

  it('gives the largest the whole width and the others their share', () => {
    const { boxes } = layOut(sized(1000, 500, 250), { width: 600, lines: 4 });
    expect(boxes.map(({ width }) => Math.round(width))).toEqual([600, 300, 150]);
    expect(boxes.map(({ y }) => y > 0)).toEqual([false, true, true]);
  });

  it('shrinks all alike when there are fewer lines', () => {
    const layout = layOut(sized(400, 200, 200), { width: 600, lines: 1 });
    inside(layout, 600);
    expect(new Set(layout.boxes.map(({ y }) => y)).size).toBe(1);
    expect(layout.boxes[0]!.width / layout.boxes[1]!.width).toBeCloseTo(2, 5);
    expect(layout.boxes.reduce((sum, { width }) => sum + width, 0)).toBeGreaterThan(590);
  });

  it('never makes one too small to be seen, however large the others are', () => {
    const layout = layOut(sized(2 ** 40, 1, 16, 2 ** 30), { width: 500, lines: 3 });
    inside(layout, 500);
    expect(layout.boxes[1]!.width).toBe(leastWidth);
  });

  it('takes more lines than there is room for when a thousand need them', () => {
    const layout = layOut(sized(...Array.from({ length: 1_000 }, (_, nth) => ((nth * 7919) % 4096) + 1)), {
      width: 300,
      lines: 4,
    });
    expect(layout.boxes).toHaveLength(1_000);
    inside(layout, 300);
    expect(layout.height).toBeGreaterThan(4 * lineHeight);
  });

  it('leaves a wider gap where there is a hole in memory', () => {
    const regions = [
      { size: 1, adjoins: false },
      { size: 1, adjoins: true },
      { size: 1, adjoins: false },
    ];
    const { boxes } = layOut(regions, { width: 300, lines: 1 });
    const gaps = [1, 2].map(nth => boxes[nth]!.x - boxes[nth - 1]!.x - boxes[nth - 1]!.width);
    expect(gaps[1]).toBeGreaterThan(gaps[0]!);
  });

  it('knows what is at a point, and what is above and below', () => {
    const layout = layOut(sized(600, 400, 190), { width: 600, lines: 2 });
    expect(boxAt(layout, 10, 5)?.index).toBe(0);
    expect(boxAt(layout, 10, lineHeight + 2)).toBeUndefined();
    expect(boxBeyond(layout, 0, 1)).toBe(1);
    expect(boxBeyond(layout, 2, -1)).toBe(0);
    expect(boxBeyond(layout, 2, 1)).toBe(2);
  });
});

describe('holes for fragmentation', () => {
  it('take its share of the width, spread evenly', () => {
    expect(holesIn(120, 0)).toEqual([]);
    const holes = holesIn(120, 0.25);
    expect(holes.reduce((sum, { from, to }) => sum + to - from, 0)).toBeCloseTo(30, 6);
    expect(holes.length).toBeGreaterThan(3);
    expect(holes.at(-1)!.to).toBeLessThanOrEqual(120);
    expect(holesIn(14, 1)).toHaveLength(1);
  });
});
