// Where objects of a neighbourhood stand: cells of a grid, given once and kept, so that nothing moves when more is shown.
//
// Columns follow from who holds whom, rows are the free ones nearest to the object through which others were found. Names of
// references have cells of their own between the columns.
import type { Direction, ShownEdge, ShownGraph } from '@sonde/client';

export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** A name between two columns; several lines may run through it where they lead to one object by the same name. */
export interface PlacedLabel extends Cell {
  readonly text: string;
  /** Positions of its edges in the graph. */
  readonly edges: readonly number[];
}

export interface Placement {
  /** Of objects, and of what stands for those that are not shown. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** The column of a name is that on its left. */
  readonly labels: ReadonlyMap<string, PlacedLabel>;
  /** Where things stood that are not shown now: they come back there if it is free. */
  readonly past: ReadonlyMap<string, Cell>;
}

export const emptyPlacement: Placement = { cells: new Map(), labels: new Map(), past: new Map() };

/** More names than these, beside the one by which it was found, are told together where they reach an object. */
const ownNames = 2;

interface Item {
  readonly key: string;
  readonly column: number;
  readonly found?: { readonly through: string; readonly direction: Direction };
}

/** Everything that was placed before and is still there stays in its cell. */
export function place(before: Placement, graph: ShownGraph): Placement {
  const items: readonly Item[] = [...graph.nodes, ...graph.more];
  const isThere = new Set(items.map(({ key }) => key));
  const cells = new Map([...before.cells].filter(([key]) => isThere.has(key)));
  const taken = new Taken(cells.values(), before.labels.values());
  for (const { key, column, found } of items) {
    const cell = before.past.get(key);
    if (cells.has(key) || cell?.column !== column || !taken.isFree(cell, gapOf(column, found))) continue;
    cells.set(key, cell);
    taken.addNode(cell);
  }
  for (const group of groupsOf(items.filter(({ key }) => !cells.has(key))))
    for (const [nth, row] of rowsFor(group, cells, taken).entries()) {
      const cell = { column: group.column, row };
      cells.set(group.keys[nth]!, cell);
      taken.addNode(cell);
    }
  return { cells, labels: placeLabels(before, graph, cells), past: new Map([...before.past, ...cells]) };
}

/** The name of what was found by a reference stands before it, of what was found by a retainer behind it. */
const gapOf = (column: number, found: Item['found']): number =>
  found?.direction === 'references' ? column - 1 : column;

interface Group {
  readonly keys: string[];
  readonly column: number;
  readonly found: Item['found'];
}

/** Those that were found together stand together, and what counts the rest of them stands last. */
function groupsOf(items: readonly Item[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { key, column, found } of items) {
    const name = found === undefined ? `alone ${key}` : `${found.through} ${found.direction} ${column}`;
    const group = groups.get(name) ?? { keys: [], column, found };
    groups.set(name, group);
    group.keys.push(key);
  }
  return [...groups.values()];
}

/** Free rows side by side, as near as can be to what they hang on. */
function rowsFor(
  { keys, column, found }: Group,
  cells: ReadonlyMap<string, Cell>,
  taken: Taken,
): readonly number[] {
  const middle = found === undefined ? 0 : (cells.get(found.through)?.row ?? 0);
  const gap = gapOf(column, found);
  const begin = Math.ceil(middle - (keys.length - 1) / 2 - 0.001);
  const isFree = (first: number): boolean =>
    keys.every((_, nth) => taken.isFree({ column, row: first + nth }, gap));
  for (let away = 0; ; away++)
    for (const first of away === 0 ? [begin] : [begin + away, begin - away])
      if (isFree(first)) return keys.map((_, nth) => first + nth);
}

class Taken {
  readonly #nodes = new Set<string>();
  readonly #labels = new Set<string>();

  constructor(nodes: Iterable<Cell>, labels: Iterable<Cell>) {
    for (const cell of nodes) this.addNode(cell);
    for (const cell of labels) this.addLabel(cell);
  }

  /** With room for the name by which it was found. */
  isFree({ column, row }: Cell, gap: number): boolean {
    return !this.hasNode({ column, row }) && !this.hasLabel({ column: gap, row });
  }

  hasNode = (cell: Cell): boolean => this.#nodes.has(`${cell.column} ${cell.row}`);
  hasLabel = (cell: Cell): boolean => this.#labels.has(`${cell.column} ${cell.row}`);
  addNode = (cell: Cell): void => void this.#nodes.add(`${cell.column} ${cell.row}`);
  addLabel = (cell: Cell): void => void this.#labels.add(`${cell.column} ${cell.row}`);
}

interface WantedLabel {
  readonly key: string;
  readonly wish: Cell;
  readonly texts: Set<string>;
  readonly edges: number[];
}

function placeLabels(
  before: Placement,
  graph: ShownGraph,
  cells: ReadonlyMap<string, Cell>,
): ReadonlyMap<string, PlacedLabel> {
  const wanted = wantedLabels(graph, cells);
  const keptOf = ({ key, wish }: WantedLabel): Cell | undefined => {
    const cell = before.labels.get(key);
    return cell?.column === wish.column ? cell : undefined;
  };
  const kept = wanted.map(keptOf).filter(cell => cell !== undefined);
  const taken = new Taken([], kept);
  const labels = new Map<string, PlacedLabel>();
  // A name beside its own object comes first: another one may have to make do with a row further off.
  const sorted = wanted.toSorted((one, other) => Number(isCross(one.key)) - Number(isCross(other.key)));
  for (const label of sorted) {
    const { key, wish, texts, edges } = label;
    const cell = keptOf(label) ?? nearestFree(wish, taken);
    taken.addLabel(cell);
    labels.set(key, { column: cell.column, row: cell.row, text: labelText(texts, edges.length), edges });
  }
  return labels;
}

const isCross = (key: string): boolean => key.startsWith('to ');

const labelText = (texts: ReadonlySet<string>, lines: number): string => {
  const [only = ''] = texts;
  if (texts.size > 1) return `${lines} references`;
  return lines > 1 ? `${only} ×${lines}` : only;
};

function nearestFree({ column, row }: Cell, taken: Taken): Cell {
  for (let away = 0; ; away++)
    for (const next of away === 0 ? [row] : [row - away, row + away])
      if (!taken.hasLabel({ column, row: next })) return { column, row: next };
}

function wantedLabels(graph: ShownGraph, cells: ReadonlyMap<string, Cell>): readonly WantedLabel[] {
  const treeEdges = treeEdgesOf(graph);
  const wanted = new Map<string, WantedLabel>();
  const names = new Map<string, Set<string>>();
  for (const [index, edge] of graph.edges.entries()) {
    const [from, to] = [cells.get(edge.from), cells.get(edge.to)];
    if (from === undefined || to === undefined) continue;
    const child = treeEdges.get(pairKey(edge));
    const key = child === undefined ? bundleKey(edge, names) : `of ${child}`;
    // Beside the object that was found by it; one that was found another way first may stand anywhere.
    const isNext = child !== undefined && to.column === from.column + 1;
    const wish = { column: to.column - 1, row: (isNext ? cells.get(child)! : to).row };
    const label = wanted.get(key) ?? { key, wish, texts: new Set(), edges: [] };
    wanted.set(key, label);
    label.texts.add(edge.text);
    label.edges.push(index);
  }
  return [...wanted.values()];
}

/** Lines that lead to one object by one name are bundled; where there are many names, those are told together. */
function bundleKey({ to, text }: ShownEdge, names: Map<string, Set<string>>): string {
  const known = names.get(to) ?? new Set();
  names.set(to, known);
  if (known.size < ownNames) known.add(text);
  return known.has(text) ? `to ${to} by ${text}` : `to ${to}`;
}

const pairKey = ({ from, to }: { readonly from: string; readonly to: string }): string => `${from} ${to}`;

/** By pair: the object that was found by this edge. */
function treeEdgesOf({ nodes }: ShownGraph): ReadonlyMap<string, string> {
  return new Map(
    nodes.flatMap(({ key, found }) => {
      if (found === undefined) return [];
      const { through, direction } = found;
      const pair = direction === 'references' ? { from: through, to: key } : { from: key, to: through };
      return [[pairKey(pair), key] as const];
    }),
  );
}
