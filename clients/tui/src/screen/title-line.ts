// The title of an area: the pane in front, and the others behind it as tabs that can be clicked.
import type { Look } from '../look/look.js';
import { paneIds, type Pane, type PaneId } from '../panes/pane.js';
import type { Canvas } from '../terminal/grid.js';
import { fitted, widthOf } from '../terminal/width.js';
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
  const nameOf = (id: PaneId, isShort: boolean): string =>
    ` ${paneIds.indexOf(id) + 1} ${isShort ? panes[id].shortName : panes[id].name} `;
  const widthOfAll = (isShort: boolean): number =>
    ids.reduce((sum, id) => sum + widthOf(nameOf(id, isShort)), 0);
  const isShort = widthOfAll(false) > canvas.width;
  // What the names leave is for what the pane in front has to say.
  const room = canvas.width - widthOfAll(isShort);
  for (const id of ids) {
    const detail = id === front ? (panes[id].detail?.() ?? '') : '';
    const words = nameOf(id, isShort) + (detail === '' || room < 5 ? '' : `${fitted(detail, room - 1)} `);
    const style = look.style(id === front ? (isFocused ? 'focusedTitle' : 'title') : 'tab');
    const end = canvas.text(x, 0, fitted(words, canvas.width - x), style);
    places.push({ pane: id, x: canvas.x + x, y: canvas.y, width: end - x });
    x = end;
    if (x >= canvas.width - 3) break;
  }
  return places;
}
