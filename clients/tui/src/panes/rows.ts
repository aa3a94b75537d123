// Rows as the lists among the panes draw them: those in view, the chosen one marked, a place at the right end.
import type { Look } from '../look/look.js';
import type { Canvas } from '../terminal/grid.js';
import { onGround, type Style } from '../terminal/style.js';
import { fitted, widthOf } from '../terminal/width.js';
import type { ListCursor } from './list-cursor.js';

/** Draws the rows that are in view; `cursor` must fit the list. */
export function drawRows(
  canvas: Canvas,
  cursor: ListCursor,
  look: Look,
  isFocused: boolean,
  drawRow: (canvas: Canvas, index: number) => void,
): void {
  for (let y = 0; y < canvas.height && cursor.top + y < cursor.count; y++) {
    drawRow(canvas.part(0, y, canvas.width, 1), cursor.top + y);
    if (isFocused && cursor.top + y === cursor.at)
      canvas.restyleRow(y, style => onGround(style, look.style('cursor')));
  }
}

/** A name from column `x` on, and behind it, at the right end, where that is. */
export function drawNameAndPlace(
  canvas: Canvas,
  x: number,
  [name, nameStyle]: readonly [string, Style],
  [place, placeStyle]: readonly [string, Style],
): void {
  const nameRoom = Math.max(8, canvas.width - x - widthOf(place) - 1);
  const end = canvas.text(x, 0, fitted(name, nameRoom), nameStyle);
  if (canvas.width - end > 4)
    canvas.text(
      Math.max(end + 1, canvas.width - widthOf(place)),
      0,
      fitted(place, canvas.width - end - 1),
      placeStyle,
    );
}

/** What stands in a list that is empty. */
export function drawEmptyWords(canvas: Canvas, look: Look, words: string, isProblem = false): void {
  canvas.text(1, 0, fitted(words, canvas.width - 2), look.style(isProblem ? 'error' : 'dim'));
}
