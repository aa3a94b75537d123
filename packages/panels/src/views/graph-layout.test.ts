import { describe, expect, it } from 'vitest';
import {
  labelHeight,
  layOutGraph,
  pathOf,
  type GraphInput,
  type GraphLayout,
  type Point,
} from './graph-layout.js';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const graphOf = (nodes: string, ...edges: string[]): GraphInput => ({
  nodes: nodes.split(' ').map(id => ({ id, label: `node ${id}` })),
  edges: edges.map(edge => {
    const [from = '', to = '', label] = edge.split(' ');
    return { from, to, ...(label === undefined ? {} : { label }) };
  }),
});

/** Points along an edge as it is drawn, without its ends, which touch nodes. */
function along(points: readonly Point[]): readonly Point[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index]!;
    const middle = (from.y + to.y) / 2;
    return Array.from({ length: 19 }, (_, nth) => {
      const t = (nth + 1) / 20;
      if (from.x === to.x || from.y === to.y)
        return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      return { x: (a + b) * from.x + (c + d) * to.x, y: a * from.y + (b + c) * middle + d * to.y };
    });
  });
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const holds = (box: Box, { x, y }: Point): boolean =>
  x > box.x + 0.01 && x < box.x + box.width - 0.01 && y > box.y + 0.01 && y < box.y + box.height - 0.01;

function expectReadable(layout: GraphLayout): void {
  const labels = layout.edges.flatMap(({ label }) =>
    label === undefined ? [] : [{ ...label, height: labelHeight }],
  );
  const boxes: readonly Box[] = [...layout.nodes, ...labels];
  const drawn = layout.edges.flatMap(({ points }) => along(points));
  const faults = boxes.flatMap((box, nth) => [
    ...(box.x >= 0 && box.x + box.width <= layout.width ? [] : [`${nth} is outside`]),
    ...(box.y >= 0 && box.y + box.height <= layout.height ? [] : [`${nth} is outside`]),
    ...boxes.flatMap((other, index) =>
      index > nth && overlap(box, other) ? [`${nth} is over ${index}`] : [],
    ),
    ...(drawn.some(point => holds(box, point)) ? [`an edge crosses ${nth}`] : []),
  ]);
  expect(faults).toEqual([]);
}

const place = (layout: GraphLayout, id: string) => layout.nodes.find(node => node.id === id)!;

describe('the layout of a graph', () => {
  it('puts what points above what it points to', () => {
    const layout = layOutGraph(graphOf('a b c', 'a b next', 'b c next'));
    const [a, b, c] = ['a', 'b', 'c'].map(id => place(layout, id).y);
    expect(a).toBeLessThan(b!);
    expect(b).toBeLessThan(c!);
    expectReadable(layout);
  });

  it('leads edges that go back or far around the nodes between', () => {
    const layout = layOutGraph(
      graphOf('a b c d', 'a b', 'b c', 'c d', 'd a back', 'a d far', 'b b self', 'b b again'),
    );
    expectReadable(layout);
    const back = layout.edges.find(({ label }) => label?.text === 'back')!;
    expect(back.points[0]!.y).toBeGreaterThan(back.points.at(-1)!.y);
    expect(layout.edges.find(({ from, to }) => from === to)?.label?.text).toBe('self, again');
  });

  it('bears edges to nowhere, nodes twice, long names and nothing at all', () => {
    expect(layOutGraph({ nodes: [], edges: [] })).toMatchObject({ nodes: [], edges: [], height: 0 });
    const long = 'x'.repeat(500);
    const layout = layOutGraph({
      nodes: [
        { id: 'a', label: long },
        { id: 'a', label: 'again' },
        { id: 'b', label: '' },
      ],
      edges: [
        { from: 'a', to: 'nowhere' },
        { from: 'a', to: 'b', label: long },
      ],
    });
    expect(layout.nodes).toHaveLength(2);
    expect(layout.edges).toHaveLength(1);
    expect(layout.nodes[0]!.label).toHaveLength(40);
    expectReadable(layout);
  });

  it('is the same for the same graph, and keeps the layers of what was there when a leaf comes', () => {
    const before = graphOf('r a b c', 'r a l', 'r b r', 'b c l');
    expect(layOutGraph(before)).toEqual(layOutGraph(before));
    const after = layOutGraph({
      nodes: [...before.nodes, { id: 'd', label: 'node d' }],
      edges: [...before.edges, { from: 'c', to: 'd', label: 'l' }],
    });
    for (const { id, x, y } of layOutGraph(before).nodes) expect(place(after, id)).toMatchObject({ x, y });
  });

  it('stays readable for graphs of sixty nodes with rings, of any shape', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 12; round++) {
      const count = 2 + random(59);
      const nodes = Array.from({ length: count }, (_, nth) => ({
        id: `n${nth}`,
        label: 'v'.repeat(1 + random(20)),
      }));
      const edges = Array.from({ length: count + random(count) }, () => ({
        from: `n${random(count)}`,
        to: `n${random(count)}`,
        ...(random(2) === 0 ? { label: 'e'.repeat(1 + random(9)) } : {}),
      }));
      expectReadable(layOutGraph({ nodes, edges }));
    }
  });

  it('draws bends between layers only', () => {
    expect(
      pathOf([
        { x: 0, y: 0 },
        { x: 10, y: 20 },
        { x: 10, y: 40 },
      ]),
    ).toBe('M0 0C0 10 10 10 10 20L10 40');
  });
});
