// The title of an area: the pane in front, and the others behind it as tabs that can be clicked.
import type { Look } from '../look/look.js';
import { paneKeyOf, type Pane, type PaneId } from '../panes/pane.js';
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
  const detail = panes[front].detail?.() ?? '';
  const words = tabWords(ids, panes, front, detail, canvas.width);
  for (const [index, id] of ids.entries()) {
    const style = look.style(id === front ? (isFocused ? 'focusedTitle' : 'title') : 'tab');
    const end = canvas.text(x, 0, fitted(words[index]!, canvas.width - x), style);
    places.push({ pane: id, x: canvas.x + x, y: canvas.y, width: end - x });
    x = end;
    if (x >= canvas.width - 2) break;
  }
  return places;
}

/** As much of a detail as other names are shortened for, and as is left of it before they go. */
const wantedDetail = 16;
const cutDetail = 5;

/** The pane in front keeps its name and what it says; those behind it get shorter, down to their keys. */
function tabWords(
  ids: readonly PaneId[],
  panes: Readonly<Record<PaneId, Pane>>,
  front: PaneId,
  detail: string,
  width: number,
): readonly string[] {
  const least = detail === '' ? 0 : Math.min(widthOf(detail), wantedDetail) + 1;
  const cut = Math.min(least, cutDetail + 1);
  const ways: readonly (readonly [nameOf: (id: PaneId) => string, room: number])[] = [
    [id => panes[id].name, least],
    [id => (id === front ? panes[id].name : panes[id].shortName), least],
    [id => panes[id].shortName, least],
    [id => panes[id].shortName, cut],
    [id => (id === front ? panes[id].shortName : panes[id].shortName.slice(0, 3)), cut],
    [id => (id === front ? panes[id].shortName : panes[id].shortName.slice(0, 2)), cut],
    [id => (id === front ? panes[id].shortName : panes[id].shortName.slice(0, 3)), 0],
    [id => (id === front ? panes[id].shortName : panes[id].shortName.slice(0, 2)), 0],
    [id => (id === front ? panes[id].name : ''), least],
    [id => (id === front ? panes[id].shortName : ''), 0],
  ];
  const roomOf = (words: readonly string[]): number =>
    width - words.reduce((sum, each) => sum + widthOf(each), 0);
  let [words, room]: readonly [readonly string[], number] = [[], 0];
  for (const [nameOf, wanted] of ways) {
    words = ids.map(id => ` ${`${paneKeyOf(id)} ${nameOf(id)}`.trimEnd()} `);
    room = roomOf(words);
    if (room >= wanted) break;
  }
  return words.map((each, index) =>
    ids[index] === front && detail !== '' && room >= 5 ? `${each}${fitted(detail, room - 1)} ` : each,
  );
}
