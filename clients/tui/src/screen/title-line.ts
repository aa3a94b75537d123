// The title of an area: the pane in front, and the others behind it as tabs that can be clicked.
import type { Look } from '../look/look.js';
import { paneIds, type Pane, type PaneId } from '../panes/pane.js';
import type { Canvas } from '../terminal/grid.js';
import { fitted } from '../terminal/width.js';
import type { Area } from './layout.js';

/** Where a tab was drawn. */
export interface TabPlace {
  readonly pane: PaneId;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export function drawTitle(
  canvas: Canvas,
  look: Look,
  { panes: ids }: Area,
  panes: Readonly<Record<PaneId, Pane>>,
  front: PaneId,
  isFocused: boolean,
): readonly TabPlace[] {
  canvas.fill(0, 0, canvas.width, look.style('border'), look.glyphs.horizontal);
  const places: TabPlace[] = [];
  let x = 0;
  for (const id of ids) {
    const pane = panes[id];
    const detail = id === front ? (pane.detail?.() ?? '') : '';
    const others = ids.length - ids.indexOf(id) - 1;
    const words = ` ${paneIds.indexOf(id) + 1} ${pane.name}${detail === '' ? '' : ` ${detail}`} `;
    const style = look.style(id === front ? (isFocused ? 'focusedTitle' : 'title') : 'tab');
    // The names behind keep some room whatever the detail takes.
    const end = canvas.text(x, 0, fitted(words, Math.max(6, canvas.width - x - others * 5)), style);
    places.push({ pane: id, x: canvas.x + x, y: canvas.y, width: end - x });
    x = end;
    if (x >= canvas.width - 3) break;
  }
  return places;
}
