// Boxes and lines of a placed neighbourhood. Lines turn only in lanes beside the columns and pass between the rows, so that none
// crosses a box or a name.
import type { ShownGraph } from '@sonde/client';
import type { Cell, Placement } from './graph-grid.js';

export const nodeSize = { width: 172, height: 38 } as const;
export const labelSize = { width: 96, height: 15 } as const;
const lane = 22;
const rowPitch = 52;
const columnPitch = nodeSize.width + 2 * lane + labelSize.width;
/** Lines between two rows keep apart by this. */
const trackPitch = 4;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const nodeBox = ({ column, row }: Cell): Box => ({
  x: column * columnPitch,
  y: row * rowPitch,
  ...nodeSize,
});

/** Above its line. */
export const labelBox = ({ column, row }: Cell): Box => ({
  x: labelLeft(column),
  y: middle(row) - labelSize.height - 2,
  ...labelSize,
});

const middle = (row: number): number => row * rowPitch + nodeSize.height / 2;
const right = (column: number): number => column * columnPitch + nodeSize.width;
const labelLeft = (gap: number): number => right(gap) + lane;
const labelRight = (gap: number): number => labelLeft(gap) + labelSize.width;
const left = (column: number): number => column * columnPitch;

export function boundsOf(cells: readonly Cell[], labels: readonly Cell[] = []): Box {
  const boxes = [...cells.map(nodeBox), ...labels.map(labelBox)];
  if (boxes.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [Math.min(...boxes.map(box => box.x)), Math.min(...boxes.map(box => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map(box => box.x + box.width)) - x,
    height: Math.max(...boxes.map(box => box.y + box.height)) - y,
  };
}

export interface Route {
  /** Of the edge in the graph, or of what counts the rest. */
  readonly key: string;
  readonly path: string;
  readonly edge?: number;
}

export function routesOf(graph: ShownGraph, { cells, labels }: Placement): readonly Route[] {
  const labelOf = new Map<number, Cell>();
  for (const label of labels.values()) for (const edge of label.edges) labelOf.set(edge, label);
  const edges = graph.edges.flatMap(({ from, to }, edge): Route[] => {
    const [source, target, label] = [cells.get(from), cells.get(to), labelOf.get(edge)];
    if (source === undefined || target === undefined || label === undefined) return [];
    return [{ key: `${from} ${to}`, path: pathOf(source, target, label, track(`${from} ${to}`)), edge }];
  });
  const more = graph.more.flatMap(({ key, found: { through, direction } }): Route[] => {
    const [owner, rest] = [cells.get(through), cells.get(key)];
    if (owner === undefined || rest === undefined) return [];
    const [source, target] = direction === 'references' ? [owner, rest] : [rest, owner];
    return [{ key, path: pathOf(source, target, { column: source.column, row: rest.row }, 0) }];
  });
  return [...edges, ...more];
}

/** Between the rows: which of the tracks there; the same for the same line. */
function track(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0;
  return ((Math.abs(hash) % 3) - 1) * trackPitch;
}

function pathOf(from: Cell, to: Cell, label: Cell, offset: number): string {
  const [start, end, named] = [middle(from.row), middle(to.row), middle(label.row)];
  const begin = `M${right(from.column)} ${start}`;
  const finish = `H${labelRight(label.column)}${curve(labelRight(label.column), named, left(to.column), end)}`;
  const isNext = to.column === from.column + 1 && label.column === from.column;
  if (isNext) return `${begin}${curve(right(from.column), start, labelLeft(label.column), named)}${finish}`;
  // Along between two rows: on the side of the name from which the line comes.
  const between = middle(label.row + (from.row > label.row ? 0.5 : -0.5)) + offset;
  if (label.column > from.column)
    return (
      `${begin}${curve(right(from.column), start, labelLeft(from.column), between)}H${right(label.column)}` +
      `${curve(right(label.column), between, labelLeft(label.column), named)}${finish}`
    );
  const out = right(from.column);
  const back = labelLeft(label.column);
  return (
    `${begin}C${out + lane - 4} ${start} ${out + lane - 4} ${between} ${out} ${between}H${back}` +
    `C${back - lane + 4} ${between} ${back - lane + 4} ${named} ${back} ${named}${finish}`
  );
}

function curve(x: number, y: number, toX: number, toY: number): string {
  if (y === toY) return `H${toX}`;
  const half = (x + toX) / 2;
  return `C${half} ${y} ${half} ${toY} ${toX} ${toY}`;
}
