// The layout of neighbourhoods: nothing moves, nothing lies on anything else, whatever the graph.
import {
  around,
  collapsed,
  directions,
  opened,
  shownGraph,
  type Neighbourhood,
  type ShownGraph,
} from '@sonde/client';
import type { EdgeView, NodeView } from '@sonde/heap';
import { describe, expect, it } from 'vitest';
import { emptyPlacement, place, type Placement } from './graph-grid.js';
import { labelBox, nodeBox, routesOf, type Box } from './graph-routes.js';
import { treeMap } from './tree-map-layout.js';

/** A generator with a seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Heap {
  readonly out: readonly (readonly number[])[];
  readonly in: readonly (readonly number[])[];
}

function randomHeap(seed: number, nodes: number, edges: number): Heap {
  const next = random(seed);
  const heap = {
    out: Array.from({ length: nodes }, () => [] as number[]),
    in: Array.from({ length: nodes }, () => [] as number[]),
  };
  for (let nth = 0; nth < edges; nth++) {
    const [from, to] = [next(nodes), next(nodes)];
    heap.out[from]!.push(to);
    heap.in[to]!.push(from);
  }
  return heap;
}

const nodeOf = (heap: Heap, id: number): NodeView => ({
  id,
  type: `Type${id % 5}`,
  kind: 'record',
  size: 8,
  provenance: 'gc',
  validity: 'live',
  references: heap.out[id]!.length,
  retainers: heap.in[id]!.length,
});

function open(
  graph: Neighbourhood,
  heap: Heap,
  of: number,
  direction: 'references' | 'retainers',
  count: number,
): Neighbourhood {
  const ids = direction === 'references' ? heap.out[of]! : heap.in[of]!;
  const known = graph.expansions.get(`${of} ${direction}`)?.edges.length ?? 0;
  const edges = ids
    .slice(known, known + count)
    .map((id, nth): EdgeView => ({ kind: 'field', name: `f${known + nth}`, node: nodeOf(heap, id) }));
  return opened(graph, { of, direction, edges, total: ids.length });
}

/** The state after each of many random actions. */
function* wander(seed: number, actions: number): Generator<ShownGraph> {
  const next = random(seed);
  const heap = randomHeap(seed, 120, 360);
  let graph = around(nodeOf(heap, 0));
  for (let nth = 0; nth < actions; nth++) {
    const ids = [...graph.nodes.keys()];
    const of = ids[next(ids.length)]!;
    const direction = directions[next(2)]!;
    graph = next(6) === 0 ? collapsed(graph, of, direction) : open(graph, heap, of, direction, 1 + next(6));
    yield shownGraph(graph);
  }
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Points along a drawn line, from the commands of its path. */
function* pointsOf(path: string): Generator<{ readonly x: number; readonly y: number }> {
  let [x, y] = [0, 0];
  for (const [, command, rest] of path.matchAll(/([MHC])([^MHC]*)/g)) {
    const numbers = rest!.trim().split(/[ ,]+/).map(Number);
    const [a, b, c, d, e, f] =
      command === 'C'
        ? (numbers as [number, number, number, number, number, number])
        : [x, y, numbers[0]!, y, numbers[0]!, command === 'M' ? numbers[1]! : y];
    if (command !== 'M')
      for (let step = 1; step < 20; step++) {
        const t = step / 20;
        const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3] as const;
        yield {
          x: weights[0] * x + weights[1] * a + weights[2] * c + weights[3] * e,
          y: weights[0] * y + weights[1] * b + weights[2] * d + weights[3] * f,
        };
      }
    [x, y] = [e, f];
  }
}

function faultsOf(graph: ShownGraph, placement: Placement): readonly string[] {
  const boxes = [
    ...[...placement.cells].map(([key, cell]) => ({ key, box: nodeBox(cell) })),
    ...[...placement.labels].map(([key, cell]) => ({ key, box: labelBox(cell) })),
  ];
  const faults = boxes.flatMap((one, nth) =>
    boxes
      .slice(nth + 1)
      .flatMap(other => (overlap(one.box, other.box) ? [`${one.key} lies on ${other.key}`] : [])),
  );
  for (const { key, path } of routesOf(graph, placement))
    for (const { x, y } of pointsOf(path))
      for (const { key: other, box } of boxes)
        if (x > box.x + 0.5 && x < box.x + box.width - 0.5 && y > box.y + 0.5 && y < box.y + box.height - 0.5)
          faults.push(`the line ${key} crosses ${other}`);
  return faults;
}

describe('the layout of a neighbourhood', () => {
  it('puts what holds an object left of it, and what it holds right of it', () => {
    const heap = { out: [[1], [2], []], in: [[], [0], [1]] };
    const graph = open(open(around(nodeOf(heap, 1)), heap, 1, 'references', 8), heap, 1, 'retainers', 8);
    const { cells } = place(emptyPlacement, shownGraph(graph));
    expect(cells.get('0')).toEqual({ column: -1, row: 0 });
    expect(cells.get('2')).toEqual({ column: 1, row: 0 });
  });

  it('moves nothing that stays, and lays nothing over anything, on random graphs', () => {
    let [kept, drawn] = [0, 0];
    for (let seed = 1; seed <= 12; seed++) {
      let placement = emptyPlacement;
      for (const graph of wander(seed, 25)) {
        const next = place(placement, graph);
        for (const [key, cell] of placement.cells)
          if (next.cells.has(key)) {
            kept++;
            expect(next.cells.get(key), `seed ${seed}, ${key}`).toEqual(cell);
          }
        placement = next;
        drawn = Math.max(drawn, graph.nodes.length);
      }
      const graph = [...wander(seed, 25)].at(-1)!;
      expect(faultsOf(graph, placement), `seed ${seed}`).toEqual([]);
    }
    expect(kept).toBeGreaterThan(1000);
    expect(drawn).toBeGreaterThan(30);
  });

  it('bundles lines that lead to one object by one name', () => {
    const heap = { out: [[1, 2, 3, 4], [5], [5], [5], [5], []], in: [[], [0], [0], [0], [0], [1, 2, 3, 4]] };
    let graph = open(around(nodeOf(heap, 0)), heap, 0, 'references', 8);
    for (const of of [1, 2, 3, 4]) graph = open(graph, heap, of, 'references', 8);
    const { labels } = place(emptyPlacement, shownGraph(graph));
    expect([...labels.values()].map(({ text }) => text)).toContain('.f0 ×3');
  });
});

describe('the tree map', () => {
  it('fills its area in proportion, without overlap', () => {
    const next = random(7);
    const sizes = Array.from({ length: 60 }, () => 1 + next(1000)).toSorted((a, b) => b - a);
    const into = { x: 10, y: 20, width: 400, height: 240 };
    const boxes = treeMap(sizes, into);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    for (const [nth, box] of boxes.entries())
      expect((box.width * box.height) / (400 * 240)).toBeCloseTo(sizes[nth]! / total, 6);
    const inner = boxes.map(({ x, y, width, height }) => ({
      x: x + 0.01,
      y: y + 0.01,
      width: width - 0.02,
      height: height - 0.02,
    }));
    for (const [nth, box] of inner.entries()) {
      expect(box.x >= 10 && box.y >= 20 && box.x + box.width <= 410 && box.y + box.height <= 260).toBe(true);
      for (const other of inner.slice(nth + 1)) expect(overlap(box, other)).toBe(false);
    }
  });

  it('bears nothing and zero', () => {
    expect(treeMap([], { x: 0, y: 0, width: 10, height: 10 })).toEqual([]);
    expect(treeMap([0, 0], { x: 0, y: 0, width: 10, height: 10 }).every(({ width }) => width === 0)).toBe(
      true,
    );
    expect(treeMap([5, 0], { x: 0, y: 0, width: 0, height: 10 })).toHaveLength(2);
  });
});
