// Where the regions are on the canvas: in the order of their addresses, line by line, as wide as they are large.

export interface Sized {
  readonly size: number;
  /** Whether nothing lies between it and the one before. */
  readonly adjoins: boolean;
}

export interface MapBox {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MapLayout {
  readonly boxes: readonly MapBox[];
  readonly height: number;
}

export interface MapSpace {
  readonly width: number;
  /** How many lines there is room for; more are made when even the smallest boxes need them. */
  readonly lines: number;
}

/** Never narrower: it must be seen and hit. */
export const leastWidth = 14;
export const lineHeight = 34;
const lineGap = 8;
/** Between neighbours, and between those with a hole in memory between them. */
const closeGap = 2;
const wideGap = 8;
const rounds = 40;

export function layOut(regions: readonly Sized[], { width, lines }: MapSpace): MapLayout {
  if (regions.length === 0 || width < leastWidth) return { boxes: [], height: 0 };
  const largest = Math.max(...regions.map(({ size }) => size));
  // The greatest scale that fits: found by halves, because lines break where they break.
  let [low, high] = [0, width / largest];
  if (flow(regions, high, width).lines > lines) {
    for (let round = 0; round < rounds; round++) {
      const middle = (low + high) / 2;
      if (flow(regions, middle, width).lines <= lines) low = middle;
      else high = middle;
    }
  } else low = high;
  const { boxes, lines: used } = flow(regions, low, width);
  return { boxes, height: used * lineHeight + (used - 1) * lineGap };
}

function flow(
  regions: readonly Sized[],
  scale: number,
  width: number,
): { readonly boxes: readonly MapBox[]; readonly lines: number } {
  const boxes: MapBox[] = [];
  let [x, line] = [0, 0];
  for (const [index, { size, adjoins }] of regions.entries()) {
    const wide = Math.min(width, Math.max(leastWidth, size * scale));
    const gap = x === 0 ? 0 : adjoins ? closeGap : wideGap;
    // Tolerates what floating point adds up to.
    if (x > 0 && x + gap + wide > width + 0.001) [x, line] = [0, line + 1];
    else x += gap;
    boxes.push({ index, x, y: line * (lineHeight + lineGap), width: wide, height: lineHeight });
    x += wide;
  }
  return { boxes, lines: line + 1 };
}

/** The box at a point. */
export const boxAt = ({ boxes }: MapLayout, x: number, y: number): MapBox | undefined =>
  boxes.find(box => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height);

/** The box above or below, by its middle; the same when there is none. */
export function boxBeyond({ boxes }: MapLayout, index: number, by: 1 | -1): number {
  const from = boxes[index];
  if (from === undefined) return index;
  const y = from.y + by * (lineHeight + lineGap);
  const middle = from.x + from.width / 2;
  const line = boxes.filter(box => box.y === y);
  const distance = (box: MapBox): number => Math.abs(box.x + box.width / 2 - middle);
  return (
    line.reduce<MapBox | undefined>(
      (best, box) => (best === undefined || distance(box) < distance(best) ? box : best),
      undefined,
    )?.index ?? index
  );
}

/**
 * Holes that stand for the fragmentation of a region, as parts of its width: many small ones, spread evenly, that together take
 * that share. None of them says where a real hole is; that is not told.
 */
export function holesIn(
  width: number,
  fragmentation: number,
): readonly { readonly from: number; readonly to: number }[] {
  if (fragmentation <= 0) return [];
  const count = Math.max(1, Math.min(24, Math.round(width / 12)));
  const step = width / count;
  const hole = step * Math.min(1, fragmentation);
  return Array.from({ length: count }, (_, nth) => {
    const from = nth * step + (step - hole) / 2;
    return { from, to: from + hole };
  });
}
