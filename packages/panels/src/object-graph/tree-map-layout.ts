// Squarified tree map (Bruls, Huizing, van Wijk): areas in proportion to sizes, as square as they can be.
import type { Box } from './graph-routes.js';

/** A box for each size, in their order; sizes come largest first. What has no size gets no area. */
export function treeMap(sizes: readonly number[], into: Box): readonly Box[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= 0 || into.width <= 0 || into.height <= 0)
    return sizes.map(() => ({ ...into, width: 0, height: 0 }));
  const scale = (into.width * into.height) / total;
  const boxes: Box[] = [];
  let free = into;
  for (let begin = 0; begin < sizes.length;) {
    const side = Math.min(free.width, free.height);
    let end = begin + 1;
    let area = sizes[begin]! * scale;
    while (end < sizes.length) {
      const next = area + sizes[end]! * scale;
      if (worst(sizes, begin, end + 1, scale, next, side) > worst(sizes, begin, end, scale, area, side))
        break;
      area = next;
      end++;
    }
    free = strip(sizes.slice(begin, end), scale, area, free, boxes);
    begin = end;
  }
  return boxes;
}

/** How far from a square the flattest of a strip is. */
function worst(
  sizes: readonly number[],
  begin: number,
  end: number,
  scale: number,
  area: number,
  side: number,
): number {
  const [largest, smallest] = [sizes[begin]! * scale, sizes[end - 1]! * scale];
  if (smallest <= 0 || area <= 0) return Infinity;
  return Math.max((side * side * largest) / (area * area), (area * area) / (side * side * smallest));
}

/** Along the shorter side of what is free; the answer is the rest. */
function strip(sizes: readonly number[], scale: number, area: number, free: Box, boxes: Box[]): Box {
  const isColumn = free.width >= free.height;
  const side = isColumn ? free.height : free.width;
  const thickness = side === 0 ? 0 : Math.min(area / side, isColumn ? free.width : free.height);
  let at = isColumn ? free.y : free.x;
  for (const size of sizes) {
    const length = thickness === 0 ? 0 : (size * scale) / thickness;
    boxes.push(
      isColumn
        ? { x: free.x, y: at, width: thickness, height: length }
        : { x: at, y: free.y, width: length, height: thickness },
    );
    at += length;
  }
  return isColumn
    ? { ...free, x: free.x + thickness, width: free.width - thickness }
    : { ...free, y: free.y + thickness, height: free.height - thickness };
}

const letter = 7;
/** Smaller areas bear no name. */
const leastNamed = { height: 16, letters: 6 } as const;

/** As much of a name as fits: with its size, without it, its beginning, or nothing. */
export function areaName(title: string, size: string, { width, height }: Box): string {
  const room = height < leastNamed.height ? 0 : Math.floor((width - 10) / letter);
  const whole = [`${title} ${size}`, title].find(text => text.length <= room);
  return whole ?? (room < leastNamed.letters ? '' : `${title.slice(0, room - 1)}…`);
}
