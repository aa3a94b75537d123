// Lays out a graph in layers: what points stands above what it points to, and no label lies on a node, an edge or another label.
//
// Every edge that is longer than one layer, and every label, gets a place of its own in the layers that it crosses. Edges are
// straight up and down inside of a layer and slant only between layers, where there is nothing else.

import { ranksOf } from './graph-ranks.js';
import { margin, orderLayers, placeSlots, type Slot } from './graph-slots.js';

export interface GraphInput {
  readonly nodes: readonly { readonly id: string; readonly label: string; readonly group?: string }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly label?: string }[];
}

export interface PlacedNode {
  readonly id: string;
  readonly label: string;
  readonly group?: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  /** From the edge's beginning to where its arrow head is. */
  readonly points: readonly Point[];
  readonly label?: { readonly text: string; readonly x: number; readonly y: number; readonly width: number };
}

/**
 * The line of an edge: straight inside of layers, bent between them so that it leaves and arrives upright. A bend stays between
 * the heights of its ends, so it touches nothing there either.
 */
export function pathOf(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (before === undefined) return `M${round(x)} ${round(y)}`;
      if (before.x === x || before.y === y) return `L${round(x)} ${round(y)}`;
      const middle = round((before.y + y) / 2);
      return `C${round(before.x)} ${middle} ${round(x)} ${middle} ${round(x)} ${round(y)}`;
    })
    .join('');
}

const round = (number: number): number => Math.round(number * 10) / 10;

export interface GraphLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

const letter = 7.3;
const nodeHeight = 26;
export const labelHeight = 16;
const betweenLayers = 20;
const loopWidth = 22;
const longestLabel = 40;
const farthestPorts = 14;

/** An edge on its way through the layers; even layers hold nodes, odd ones labels. */
interface Way {
  readonly edge: GraphInput['edges'][number];
  readonly slots: readonly Slot[];
  readonly isReversed: boolean;
  /** The slot that carries the label, and its layer. */
  readonly labelAt?: { readonly slot: Slot; readonly layer: number };
}

export function layOutGraph(graph: GraphInput): GraphLayout {
  const nodes = uniqueNodes(graph.nodes);
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const loops = joinedLoops(edges.filter(({ from, to }) => from === to));
  const straight = edges.filter(({ from, to }) => from !== to);
  const ranks = ranksOf(
    nodes.map(({ id }) => id),
    straight,
  );

  const layers: Slot[][] = Array.from({ length: 2 * Math.max(0, ...ranks.values()) + 1 }, () => []);
  const slotOf = new Map<string, Slot>();
  for (const { id, label } of nodes) {
    const width = textWidth(label) + 18;
    const loop = loops.get(id);
    const extra = loop === undefined ? 0 : loopSpace(loop);
    const slot: Slot = { width: width + extra, anchor: width / 2, up: [], down: [], x: 0 };
    slotOf.set(id, slot);
    layers[2 * ranks.get(id)!]!.push(slot);
  }
  const ways = straight.map(edge => wayOf(edge, ranks, slotOf, layers));
  orderLayers(layers);
  placeSlots(layers);

  const tops = layerTops(layers);
  const ports = portsOf(ways);
  const placed = nodes.map(node => placeNode(node, slotOf.get(node.id)!, tops[2 * ranks.get(node.id)!]!));
  const byId = new Map(placed.map(node => [node.id, node]));
  const drawn = [
    ...ways.map(way => drawWay(way, ranks, tops, ports)),
    ...[...loops].map(([id, label]) => drawLoop(byId.get(id)!, label)),
  ];
  const right = Math.max(0, ...layers.flat().map(({ x, width }) => x + width));
  const bottom = (tops.at(-1) ?? 0) + nodeHeight;
  return {
    nodes: placed,
    edges: drawn,
    width: right + margin,
    height: nodes.length === 0 ? 0 : bottom + margin,
  };
}

/** As much of a text as is drawn. */
export const cutText = (text: string): string =>
  text.length <= longestLabel ? text : `${text.slice(0, longestLabel - 1)}…`;

const textWidth = (text: string): number => cutText(text).length * letter;

const loopSpace = (label: string): number => loopWidth + (label === '' ? 0 : textWidth(label) + 6);

/** A node that points to itself by several names has one loop with all of them. */
function joinedLoops(loops: GraphInput['edges']): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const { from, label = '' } of loops) {
    const before = labels.get(from) ?? '';
    labels.set(from, before === '' || label === '' ? before + label : `${before}, ${label}`);
  }
  return labels;
}

function uniqueNodes(nodes: GraphInput['nodes']): GraphInput['nodes'] {
  const seen = new Set<string>();
  return nodes.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function wayOf(
  edge: GraphInput['edges'][number],
  ranks: ReadonlyMap<string, number>,
  slotOf: ReadonlyMap<string, Slot>,
  layers: Slot[][],
): Way {
  const isReversed = ranks.get(edge.from)! > ranks.get(edge.to)!;
  const [upper, lower] = isReversed ? [edge.to, edge.from] : [edge.from, edge.to];
  const [first, last] = [2 * ranks.get(upper)!, 2 * ranks.get(lower)!];
  const slots: Slot[] = [slotOf.get(upper)!];
  let labelAt: Way['labelAt'];
  for (let layer = first + 1; layer < last; layer++) {
    // The label stands near the end from which the edge is read.
    const isLabelled =
      edge.label !== undefined && edge.label !== '' && layer === (isReversed ? last - 1 : first + 1);
    const slot: Slot = {
      width: isLabelled ? textWidth(edge.label) + 10 : 2,
      anchor: 1,
      up: [],
      down: [],
      x: 0,
    };
    if (isLabelled) labelAt = { slot, layer };
    layers[layer]!.push(slot);
    slots.push(slot);
  }
  slots.push(slotOf.get(lower)!);
  for (let index = 1; index < slots.length; index++) {
    slots[index - 1]!.down.push(slots[index]!);
    slots[index]!.up.push(slots[index - 1]!);
  }
  return { edge, slots, isReversed, ...(labelAt === undefined ? {} : { labelAt }) };
}

/** Layers of labels are low, and those without any label lower still. */
function layerTops(layers: readonly (readonly Slot[])[]): readonly number[] {
  const tops: number[] = [];
  let y = margin;
  for (const [index, layer] of layers.entries()) {
    tops.push(y);
    y += heightOf(index, layer) + betweenLayers;
  }
  return tops;
}

const heightOf = (index: number, layer: readonly Slot[]): number => {
  if (index % 2 === 0) return nodeHeight;
  return layer.some(({ width }) => width > 2) ? labelHeight : 0;
};

function placeNode({ id, label, group }: GraphInput['nodes'][number], slot: Slot, y: number): PlacedNode {
  return {
    id,
    label: cutText(label),
    ...(group === undefined ? {} : { group }),
    x: slot.x,
    y,
    width: 2 * slot.anchor,
    height: nodeHeight,
  };
}

/** Where ways leave their upper node and reach their lower one: side by side, in the order in which they part. */
function portsOf(ways: readonly Way[]): ReadonlyMap<Way, { readonly upper: number; readonly lower: number }> {
  const spread = (end: (way: Way) => Slot, next: (way: Way) => Slot): ReadonlyMap<Way, number> => {
    const ports = new Map<Way, number>();
    for (const slot of new Set(ways.map(end))) {
      const group = ways.filter(way => end(way) === slot);
      const sorted = group.toSorted((a, b) => next(a).x + next(a).anchor - next(b).x - next(b).anchor);
      const apart = Math.min(farthestPorts, (2 * slot.anchor - 10) / sorted.length);
      for (const [nth, way] of sorted.entries())
        ports.set(way, slot.x + slot.anchor + (nth - (sorted.length - 1) / 2) * apart);
    }
    return ports;
  };
  const upper = spread(
    ({ slots }) => slots[0]!,
    ({ slots }) => slots[1]!,
  );
  const lower = spread(
    ({ slots }) => slots.at(-1)!,
    ({ slots }) => slots.at(-2)!,
  );
  return new Map(ways.map(way => [way, { upper: upper.get(way)!, lower: lower.get(way)! }]));
}

function drawWay(
  way: Way,
  ranks: ReadonlyMap<string, number>,
  tops: readonly number[],
  ports: ReturnType<typeof portsOf>,
): PlacedEdge {
  const { edge, slots, isReversed, labelAt } = way;
  const upper = 2 * ranks.get(isReversed ? edge.to : edge.from)!;
  const points: Point[] = [];
  for (const [index, slot] of slots.entries()) {
    const layer = upper + index;
    const { upper: first, lower: last } = ports.get(way)!;
    const x = index === 0 ? first : index === slots.length - 1 ? last : slot.x + slot.anchor;
    const top = tops[layer]!;
    const height = (tops[layer + 1] ?? top + nodeHeight + betweenLayers) - top - betweenLayers;
    if (index > 0) points.push({ x, y: top });
    if (index < slots.length - 1) points.push({ x, y: top + height });
  }
  const { from, to, label } = edge;
  return {
    from,
    to,
    points: isReversed ? points.toReversed() : points,
    ...(labelAt === undefined || label === undefined
      ? {}
      : {
          label: {
            text: cutText(label),
            x: labelAt.slot.x + 6,
            y: tops[labelAt.layer]!,
            width: textWidth(label),
          },
        }),
  };
}

/** To the right of the node, with its label beside it. */
function drawLoop(node: PlacedNode, label: string): PlacedEdge {
  const right = node.x + node.width;
  const far = right + loopWidth - 8;
  const [high, low] = [node.y + 6, node.y + node.height - 6];
  const points = [
    { x: right, y: high },
    { x: far, y: high },
    { x: far, y: low },
    { x: right, y: low },
  ];
  const y = node.y + (nodeHeight - labelHeight) / 2;
  return {
    from: node.id,
    to: node.id,
    points,
    ...(label === '' ? {} : { label: { text: cutText(label), x: far + 5, y, width: textWidth(label) } }),
  };
}
