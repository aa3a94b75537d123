// Where a view of the graph stands and what it has placed; both stay while another tab is in front.
import { Store, type ObjectGraphView, type ShownGraph } from '@sonde/client';
import { emptyPlacement, place, type Cell, type Placement } from './graph-grid.js';
import { boundsOf, nodeBox, type Box } from './graph-routes.js';

export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

interface Area {
  readonly width: number;
  readonly height: number;
}

const scales = { least: 0.1, most: 1.6, readable: 0.75 } as const;
const margin = 16;

export class GraphScene {
  readonly camera = new Store<Camera>({ x: 0, y: 0, scale: 1 });
  #placement: Placement = emptyPlacement;
  #begun = 0;
  /** What was aimed at, and in which area it is now. */
  #aimed: { readonly begun: number; readonly area: Area; readonly placement: Placement } | undefined;
  #isMoved = false;
  #isFitted = false;

  /** Another part of the graph begins anew; the same part keeps every place. */
  placed(graph: ShownGraph, begun: number): Placement {
    this.#placement = place(begun === this.#begun ? this.#placement : emptyPlacement, graph);
    this.#begun = begun;
    return this.#placement;
  }

  /** A part that is seen for the first time is brought to the middle, and stays there however it grows. */
  aim(focus: string, area: Area): void {
    if (area.width === 0 || area.height === 0) return;
    const before = this.#aimed;
    if (before?.begun === this.#begun) {
      if (before.area.width === area.width && before.area.height === area.height) return;
      if (this.#isFitted) {
        this.#aimed = { ...before, area };
        return this.fit(focus, area);
      }
      // A window of another size shows it anew only as long as a user has not moved it.
      if (this.#isMoved) {
        this.#aimed = { ...before, area };
        return this.#resized(focus, before.area, area);
      }
      // A graph that has grown has another middle: it moves only where objects would be lost from view.
      if (before.placement !== this.#placement && this.#keepsInView(focus, before.area, area)) {
        this.#aimed = { ...before, area };
        return;
      }
    }
    this.#aimed = { begun: this.#begun, area, placement: this.#placement };
    this.#isMoved = false;
    this.#isFitted = false;
    const here = this.#cell(focus);
    // All of it, or the neighbours on both sides, or the nearest of them, or those on one side: none is to be cut at an edge
    // that could be seen whole.
    const all = [-Infinity, Infinity] as const;
    const near = [-2, 2] as const;
    const parts = [
      [all, all],
      [[-1, 1], all],
      [[-1, 1], near],
      [[0, 1], near],
      [[-1, 0], near],
    ] as const;
    for (const [columns, rows] of parts) {
      const cells = this.#cellsAround(here, columns, rows);
      if (cells.length > 1 && this.#fits(boundsOf(cells), area)) return;
    }
    this.#centre(focus, area, scales.readable);
  }

  /** All of it, as large as that goes, also in a window of another size; of what is larger than any window the surroundings of the focus. */
  fit(focus: string, area: Area): void {
    this.#isFitted = true;
    const bounds = this.#bounds();
    const scale = scaleFor(bounds, area);
    if (scale < scales.least) this.#centre(focus, area, scales.least);
    else this.#show(bounds, area, scale);
  }

  pan(dx: number, dy: number): void {
    this.#moved();
    this.camera.update(({ x, y, scale }) => ({ x: x + dx, y: y + dy, scale }));
  }

  /** The point of the area stays where it is. */
  zoom(by: number, at: { readonly x: number; readonly y: number }): void {
    this.#moved();
    this.camera.update(({ x, y, scale }) => {
      const next = Math.min(scales.most, Math.max(scales.least, scale * by));
      const ratio = next / scale;
      return { x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio, scale: next };
    });
  }

  /** As little as is needed to see it. */
  reveal(key: string, area: Area): void {
    const cell = this.#placement.cells.get(key);
    if (cell === undefined) return;
    const { x, y, width, height } = nodeBox(cell);
    this.camera.update(camera => {
      const [left, top] = [camera.x + x * camera.scale, camera.y + y * camera.scale];
      const dx = slack(left, width * camera.scale, area.width);
      const dy = slack(top, height * camera.scale, area.height);
      if (dx !== 0 || dy !== 0) this.#moved();
      return dx === 0 && dy === 0 ? camera : { ...camera, x: camera.x + dx, y: camera.y + dy };
    });
  }

  #moved(): void {
    this.#isMoved = true;
    this.#isFitted = false;
  }

  /** What was in the middle stays there, and an object that was in view stays in view. */
  #resized(focus: string, before: Area, area: Area): void {
    const wasInView = this.#isInView(focus, before);
    this.camera.update(({ x, y, scale }) => ({
      x: x + (area.width - before.width) / 2,
      y: y + (area.height - before.height) / 2,
      scale,
    }));
    const isEmpty = ![...this.#placement.cells.keys()].some(key => this.#isInView(key, area));
    if (wasInView || isEmpty) this.reveal(focus, area);
  }

  /** A bar that grows by a few pixels is no reason to move: only the focus must be seen whole then. */
  #keepsInView(focus: string, before: Area, area: Area): boolean {
    const almost = { width: area.width + margin, height: area.height + margin };
    const seen = [...this.#placement.cells.keys()].filter(key => this.#isInView(key, before));
    return this.#isInView(focus, area) && seen.every(key => this.#isInView(key, almost));
  }

  #isInView(key: string, area: Area): boolean {
    const cell = this.#placement.cells.get(key);
    if (cell === undefined) return false;
    const { x, y, width, height } = nodeBox(cell);
    const camera = this.camera.get();
    const [left, top] = [camera.x + x * camera.scale, camera.y + y * camera.scale];
    const [right, bottom] = [left + width * camera.scale, top + height * camera.scale];
    return left >= 0 && top >= 0 && right <= area.width && bottom <= area.height;
  }

  #bounds(): Box {
    return boundsOf([...this.#placement.cells.values()], [...this.#placement.labels.values()]);
  }

  #cell = (key: string): Cell => this.#placement.cells.get(key) ?? { column: 0, row: 0 };

  #cellsAround(
    here: Cell,
    columns: readonly [number, number],
    rows: readonly [number, number],
  ): readonly Cell[] {
    const isWithin = (distance: number, [least, most]: readonly [number, number]): boolean =>
      distance >= least && distance <= most;
    return [...this.#placement.cells.values()].filter(
      ({ column, row }) => isWithin(column - here.column, columns) && isWithin(row - here.row, rows),
    );
  }

  #fits(bounds: Box, area: Area): boolean {
    const scale = scaleFor(bounds, area);
    if (scale < scales.readable) return false;
    this.#show(bounds, area, scale);
    return true;
  }

  #show({ x, y, width, height }: Box, area: Area, scale: number): void {
    this.camera.set({
      x: area.width / 2 - (x + width / 2) * scale,
      y: area.height / 2 - (y + height / 2) * scale,
      scale,
    });
  }

  #centre(focus: string, area: Area, scale: number): void {
    this.#show(nodeBox(this.#cell(focus)), area, scale);
  }
}

const scaleFor = ({ width, height }: Box, area: Area): number =>
  Math.min(1, (area.width - 2 * margin) / width, (area.height - 2 * margin) / height);

const slack = (from: number, length: number, room: number): number =>
  from < margin
    ? margin - from
    : from + length > room - margin
      ? Math.min(0, room - margin - length - from)
      : 0;

const scenes = new WeakMap<ObjectGraphView, GraphScene>();

export function sceneOf(view: ObjectGraphView): GraphScene {
  const scene = scenes.get(view) ?? new GraphScene();
  scenes.set(view, scene);
  return scene;
}
