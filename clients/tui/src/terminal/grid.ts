// A screen as cells: what stands in each and how it looks, in typed arrays, so that two screens compare fast.
import { clustersOf, isSimple, widthOf, type Cluster } from './width.js';
import { asSeenOnBlank, plainCell, type Style } from './style.js';

/** The second cell of something that takes two. */
export const continuation = 0x1fffff;
const blank = 0x20;
const unknown = 0xfffd;

/** Letters of several characters have numbers above those of Unicode; a flood of them ends as the sign for the unknown. */
const firstCluster = 0x200000;
const mostClusters = 20_000;
const clusterTexts: string[] = [];
const clusterCodes = new Map<string, number>();

function codeOf({ text }: Cluster): number {
  const code = text.codePointAt(0)!;
  if (text.length === (code > 0xffff ? 2 : 1)) return code;
  const known = clusterCodes.get(text);
  if (known !== undefined) return known;
  if (clusterTexts.length >= mostClusters) return unknown;
  const made = firstCluster + clusterTexts.length;
  clusterTexts.push(text);
  clusterCodes.set(text, made);
  return made;
}

/** Empty for the second cell of something wide. */
export function textOfCode(code: number): string {
  if (code === continuation) return '';
  return code >= firstCluster ? clusterTexts[code - firstCluster]! : String.fromCodePoint(code);
}

/** Terminals do not agree on the width of emoji that are made of several characters. */
export const isRisky = (code: number): boolean => code >= firstCluster;

export class Grid {
  readonly codes: Uint32Array;
  readonly styles: Uint32Array;

  constructor(
    readonly columns: number,
    readonly rows: number,
  ) {
    this.codes = new Uint32Array(columns * rows).fill(blank);
    this.styles = new Uint32Array(columns * rows);
  }

  clear(): void {
    this.codes.fill(blank);
    this.styles.fill(plainCell);
  }

  /** Writes up to a column, which is not written any more; answers where the text ends. */
  put(x: number, y: number, text: string, style: Style, end = this.columns): number {
    if (y < 0 || y >= this.rows) return x;
    const limit = Math.min(end, this.columns);
    if (isSimple(text)) {
      for (let index = 0; index < text.length && x + index < limit; index++)
        this.#set(x + index, y, text.charCodeAt(index), style);
      return Math.min(limit, x + text.length);
    }
    let at = x;
    for (const cluster of clustersOf(text)) {
      if (at + cluster.width > limit) break;
      this.#set(at, y, codeOf(cluster), style);
      if (cluster.width === 2) this.#set(at + 1, y, continuation, style);
      at += cluster.width;
    }
    return at;
  }

  fill(x: number, y: number, width: number, style: Style, letter = ' '): void {
    const code = letter.codePointAt(0)!;
    for (let at = Math.max(0, x); at < Math.min(this.columns, x + width); at++) this.#set(at, y, code, style);
  }

  /** Changes how cells look, and leaves what they show. */
  restyle(x: number, y: number, width: number, change: (style: Style) => Style): void {
    if (y < 0 || y >= this.rows) return;
    for (let at = Math.max(0, x); at < Math.min(this.columns, x + width); at++) {
      const index = y * this.columns + at;
      this.styles[index] = change(this.styles[index]!);
    }
  }

  /** A row as text, for tests and pictures. */
  rowText(y: number): string {
    let text = '';
    for (let x = 0; x < this.columns; x++) text += textOfCode(this.codes[y * this.columns + x]!);
    return text.trimEnd();
  }

  #set(x: number, y: number, code: number, style: Style): void {
    if (x < 0 || y < 0 || y >= this.rows || x >= this.columns) return;
    const index = y * this.columns + x;
    // Half of something wide is nothing: what is written over takes its other half with it.
    if (this.codes[index] === continuation && code !== continuation && x > 0) this.codes[index - 1] = blank;
    if (x + 1 < this.columns && this.codes[index + 1] === continuation) this.codes[index + 1] = blank;
    this.codes[index] = code;
    this.styles[index] = code === blank ? asSeenOnBlank(style) : style;
  }
}

/** A part of a grid, with places of its own. */
export class Canvas {
  constructor(
    readonly grid: Grid,
    readonly x: number,
    readonly y: number,
    readonly width: number,
    readonly height: number,
  ) {}

  part(x: number, y: number, width: number, height: number): Canvas {
    const [left, top] = [Math.min(x, this.width), Math.min(y, this.height)];
    return new Canvas(
      this.grid,
      this.x + left,
      this.y + top,
      Math.max(0, Math.min(width, this.width - left)),
      Math.max(0, Math.min(height, this.height - top)),
    );
  }

  /** Answers the column behind it. */
  text(x: number, y: number, text: string, style: Style, end = this.width): number {
    if (y < 0 || y >= this.height || x >= this.width) return x;
    return this.grid.put(this.x + x, this.y + y, text, style, this.x + Math.min(end, this.width)) - this.x;
  }

  fill(x: number, y: number, width: number, style: Style, letter = ' '): void {
    if (y < 0 || y >= this.height) return;
    this.grid.fill(this.x + x, this.y + y, Math.min(width, this.width - x), style, letter);
  }

  restyleRow(y: number, change: (style: Style) => Style): void {
    if (y >= 0 && y < this.height) this.grid.restyle(this.x, this.y + y, this.width, change);
  }
}

export { widthOf };
