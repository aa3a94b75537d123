// Where a view of the graph stands and what it has placed; both stay while another tab is in front.
import { Store, type ObjectGraphView, type ShownGraph } from '@sonde/client';
import { emptyPlacement, place, type Placement } from './graph-grid.js';
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

const scales = { least: 0.3, most: 1.6, readable: 0.8 } as const;
const margin = 16;

export class GraphScene {
  readonly camera = new Store<Camera>({ x: 0, y: 0, scale: 1 });
  #placement: Placement = emptyPlacement;
  #begun = 0;
  /** What was aimed at, and in which area. */
  #aimed: { readonly begun: number; readonly area: Area; readonly placement: Placement } | undefined;
  #isMoved = false;

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
      // A window of another size shows it anew only as long as a user has changed nothing about it.
      if (before.area === area || this.#isMoved || before.placement !== this.#placement) return;
    }
    this.#aimed = { begun: this.#begun, area, placement: this.#placement };
    this.#isMoved = false;
    if (!this.#fits(boundsOf(this.#placement), area, scales.readable)) this.#centre(focus, area);
  }

  /** All of it, as large as that goes. */
  fit(area: Area): void {
    this.#fits(boundsOf(this.#placement), area, scales.least);
  }

  pan(dx: number, dy: number): void {
    this.#isMoved = true;
    this.camera.update(({ x, y, scale }) => ({ x: x + dx, y: y + dy, scale }));
  }

  /** The point of the area stays where it is. */
  zoom(by: number, at: { readonly x: number; readonly y: number }): void {
    this.#isMoved = true;
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
      return dx === 0 && dy === 0 ? camera : { ...camera, x: camera.x + dx, y: camera.y + dy };
    });
  }

  #fits(bounds: Box, area: Area, least: number): boolean {
    const [wide, high] = [area.width - 2 * margin, area.height - 2 * margin];
    const scale = Math.min(1, wide / bounds.width, high / bounds.height);
    if (least === scales.readable && scale < least) return false;
    const used = Math.max(scales.least, scale);
    this.camera.set({
      x: (area.width - bounds.width * used) / 2 - bounds.x * used,
      y: (area.height - bounds.height * used) / 2 - bounds.y * used,
      scale: used,
    });
    return true;
  }

  #centre(focus: string, area: Area): void {
    const { x, y, width, height } = nodeBox(this.#placement.cells.get(focus) ?? { column: 0, row: 0 });
    const scale = scales.readable;
    this.camera.set({
      x: area.width / 2 - (x + width / 2) * scale,
      y: area.height / 2 - (y + height / 2) * scale,
      scale,
    });
  }
}

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
