// What a window shows of a graph: its beginning, and after a change of its size or of the graph.
import { around, opened, shownGraph, type Direction, type Neighbourhood } from '@sonde/client';
import type { NodeView } from '@sonde/heap';
import { describe, expect, it } from 'vitest';
import { GraphScene } from './graph-camera.js';
import type { Placement } from './graph-grid.js';
import { nodeBox } from './graph-routes.js';

const node = (id: number): NodeView => ({
  id,
  type: 'T',
  kind: 'record',
  size: 8,
  provenance: 'gc',
  validity: 'live',
  references: 200,
  retainers: 200,
});

const open = (graph: Neighbourhood, direction: Direction, first: number, count: number): Neighbourhood =>
  opened(graph, {
    of: 1,
    direction,
    edges: Array.from({ length: count }, (_, nth) => ({
      kind: 'field',
      name: `f${nth}`,
      node: node(first + nth),
    })),
    total: 200,
  });

const small = open(open(around(node(1)), 'references', 2, 5), 'retainers', 100, 1);
const area = { width: 700, height: 340 };

/** Objects that are seen whole. */
function inView(scene: GraphScene, { cells }: Placement, { width, height }: typeof area): readonly string[] {
  const { x, y, scale } = scene.camera.get();
  return [...cells].flatMap(([key, cell]) => {
    const box = nodeBox(cell);
    const [left, top] = [x + box.x * scale, y + box.y * scale];
    const isIn =
      left >= 0 && top >= 0 && left + box.width * scale <= width && top + box.height * scale <= height;
    return isIn ? [key] : [];
  });
}

function begun(
  graph: Neighbourhood,
  room = area,
): { readonly scene: GraphScene; readonly placement: Placement } {
  const scene = new GraphScene();
  const placement = scene.placed(shownGraph(graph), 1);
  scene.aim('1', room);
  return { scene, placement };
}

describe('the window over a graph', () => {
  it('begins with the neighbours on both sides, none cut at an edge', () => {
    const { scene, placement } = begun(small);
    expect(inView(scene, placement, area)).toHaveLength(placement.cells.size);
    expect(scene.camera.get().scale).toBeGreaterThanOrEqual(0.75);
  });

  it('shows one side whole where there is no room for two', () => {
    const narrow = { width: 460, height: 340 };
    const { scene, placement } = begun(small, narrow);
    expect(inView(scene, placement, narrow)).toEqual(expect.arrayContaining(['1', '2', '3', '4', '5', '6']));
  });

  it('shows the nearest neighbours whole where an object holds more than fit', () => {
    const { scene, placement } = begun(open(small, 'references', 10, 60));
    expect(inView(scene, placement, area).length).toBeGreaterThanOrEqual(6);
    expect(inView(scene, placement, area)).toEqual(expect.arrayContaining(['1', '100']));
  });

  it('keeps the focus in view when the graph has grown and the window becomes smaller', () => {
    const { scene } = begun(small, { width: 1200, height: 640 });
    const grown = scene.placed(shownGraph(open(small, 'references', 10, 60)), 1);
    const before = scene.camera.get();
    scene.aim('1', { width: 1200, height: 640 });
    expect(scene.camera.get()).toEqual(before);
    for (const move of [0, 40])
      for (const room of [area, { width: 460, height: 150 }, { width: 300, height: 100 }]) {
        if (move !== 0) scene.pan(move, 0);
        scene.aim('1', room);
        expect(inView(scene, grown, room)).toContain('1');
      }
  });

  it('does not move a graph that has grown when the window changes by a little', () => {
    const { scene } = begun(small);
    scene.placed(shownGraph(open(small, 'references', 10, 2)), 1);
    const before = scene.camera.get();
    scene.aim('1', { ...area, height: area.height - 5 });
    scene.aim('1', { ...area });
    expect(scene.camera.get()).toEqual(before);
  });

  it('never stays empty after a change of its size', () => {
    const { scene, placement } = begun(small);
    scene.pan(5000, 0);
    expect(inView(scene, placement, area)).toEqual([]);
    const smaller = { width: 500, height: 200 };
    scene.aim('1', smaller);
    expect(inView(scene, placement, smaller)).toContain('1');
  });

  it('fits a hundred objects, and shows the focus where even that is too much', () => {
    const { scene } = begun(small);
    const hub = scene.placed(shownGraph(open(small, 'references', 10, 40)), 1);
    scene.fit('1', area);
    expect(inView(scene, hub, area)).toHaveLength(hub.cells.size);
    const smaller = { width: 460, height: 300 };
    scene.aim('1', smaller);
    expect(inView(scene, hub, smaller)).toHaveLength(hub.cells.size);
    const crowd = scene.placed(shownGraph(open(small, 'references', 10, 190)), 1);
    scene.fit('1', area);
    expect(inView(scene, crowd, area)).toContain('1');
  });
});
