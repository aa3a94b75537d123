// Where the panes are, by the terminal's size: one pane on a tiny one, three columns on a wide one.
import type { PaneId } from '../panes/pane.js';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A place that shows one of its panes; the others are behind it as tabs. The first row is the title. */
export interface Area extends Rect {
  readonly panes: readonly PaneId[];
}

interface Column {
  /** Of the width. */
  readonly share: number;
  readonly cells: readonly { readonly share: number; readonly panes: readonly PaneId[] }[];
}

const wide: readonly Column[] = [
  {
    share: 0.45,
    cells: [
      { share: 0.64, panes: ['source'] },
      { share: 0.36, panes: ['console'] },
    ],
  },
  {
    share: 0.27,
    cells: [
      { share: 0.44, panes: ['variables'] },
      { share: 0.22, panes: ['watches'] },
      { share: 0.34, panes: ['stack'] },
    ],
  },
  {
    share: 0.28,
    cells: [
      { share: 0.38, panes: ['disassembly', 'trace'] },
      { share: 0.34, panes: ['registers', 'memory'] },
      { share: 0.28, panes: ['breakpoints', 'functions', 'timeline'] },
    ],
  },
];

const medium: readonly Column[] = [
  { share: 0.58, cells: [{ share: 1, panes: ['source', 'disassembly', 'memory', 'trace'] }] },
  {
    share: 0.42,
    cells: [
      { share: 0.45, panes: ['variables', 'registers'] },
      { share: 0.2, panes: ['watches'] },
      { share: 0.35, panes: ['stack', 'breakpoints', 'functions', 'timeline'] },
    ],
  },
];

const small: readonly Column[] = [
  { share: 0.6, cells: [{ share: 1, panes: ['source', 'disassembly', 'memory', 'trace'] }] },
  {
    share: 0.4,
    cells: [
      { share: 0.6, panes: ['variables', 'watches', 'registers'] },
      { share: 0.4, panes: ['stack', 'breakpoints', 'functions', 'timeline'] },
    ],
  },
];

/** Below this, one pane has all the room. */
const leastColumns = 50;
const leastRows = 12;

/** `isThere` leaves out panes that the target has nothing for; `alone` is the one that is enlarged. */
export function layout(
  columns: number,
  rows: number,
  isThere: (pane: PaneId) => boolean,
  alone: PaneId | undefined,
): readonly Area[] {
  // The last row is the status line.
  const room = { x: 0, y: 0, width: columns, height: Math.max(0, rows - 1) };
  if (alone !== undefined) return [{ ...room, panes: [alone] }];
  if (columns >= 150 && rows >= 36) return columnsIn(room, wide, isThere);
  const bottom = Math.max(5, Math.floor(rows * 0.26));
  const upper = { ...room, height: room.height - bottom };
  return [
    ...columnsIn(upper, columns >= 110 && rows >= 34 ? medium : small, isThere),
    { x: 0, y: upper.height, width: columns, height: bottom, panes: ['console'] },
  ];
}

export const isTiny = (columns: number, rows: number): boolean => columns < leastColumns || rows < leastRows;

function columnsIn(
  room: Rect,
  columns: readonly Column[],
  isThere: (pane: PaneId) => boolean,
): readonly Area[] {
  let x = room.x;
  return columns.flatMap(({ share, cells }, index) => {
    const isLast = index === columns.length - 1;
    // One column between two is the line that parts them.
    const width = isLast ? room.x + room.width - x : Math.round(room.width * share);
    const areas = cellsIn({ ...room, x, width: isLast ? width : width - 1 }, cells, isThere);
    x += width;
    return areas;
  });
}

function cellsIn(room: Rect, cells: Column['cells'], isThere: (pane: PaneId) => boolean): readonly Area[] {
  const there = cells
    .map(({ share, panes }) => ({ share, panes: panes.filter(isThere) }))
    .filter(({ panes }) => panes.length > 0);
  const whole = there.reduce((sum, { share }) => sum + share, 0);
  let y = room.y;
  return there.map(({ share, panes }, index) => {
    const isLast = index === there.length - 1;
    const height = isLast ? room.y + room.height - y : Math.round((room.height * share) / whole);
    const area = { x: room.x, y, width: room.width, height, panes };
    y += height;
    return area;
  });
}

export const isInside = ({ x, y, width, height }: Rect, column: number, row: number): boolean =>
  column >= x && column < x + width && row >= y && row < y + height;
