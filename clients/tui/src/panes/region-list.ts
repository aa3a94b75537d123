// The regions of memory as a list to choose from.
import { fileName, type Region } from '@sonde/client';
import type { Look } from '../look/look.js';
import type { Canvas } from '../terminal/grid.js';
import { fitted } from '../terminal/width.js';
import { ListCursor } from './list-cursor.js';
import { drawEmptyWords, drawRows } from './rows.js';

export class RegionList {
  readonly #cursor = new ListCursor();

  draw(canvas: Canvas, look: Look, regions: readonly Region[], isFocused: boolean): void {
    if (regions.length === 0) drawEmptyWords(canvas, look, 'The program tells of no regions.');
    this.#cursor.fit(regions.length, canvas.height);
    drawRows(canvas, this.#cursor, look, isFocused, (row, index) => drawRegion(row, look, regions[index]!));
  }

  /** Whether the key moved through the list. */
  key(chord: string): boolean {
    return this.#cursor.key(chord);
  }

  wheel(lines: number): void {
    this.#cursor.wheel(lines);
  }

  /** The region of a line of the view, or the chosen one. */
  chosen(regions: readonly Region[], y?: number): Region | undefined {
    const index = y === undefined ? this.#cursor.at : this.#cursor.rowAt(y);
    return index === undefined ? undefined : regions[index];
  }
}

/** Of a mapped file its last part: people know it by that. */
export const regionName = ({ name, type }: Region): string => (name === undefined ? type : fileName(name));

function drawRegion(canvas: Canvas, { style }: Look, region: Region): void {
  const end = region.start.offset + BigInt(Math.floor(region.size)) - 1n;
  let x = canvas.text(0, 0, `${region.reference} … 0x${end.toString(16)} `, style('address'));
  x = canvas.text(x, 0, `${region.permissions ?? ''} `, style('dim'));
  const name = regionName(region);
  const words = name === region.type ? name : `${region.type} ${name}`;
  canvas.text(x, 0, fitted(words, canvas.width - x), style('region'));
}
