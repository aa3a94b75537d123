// What to write so that a terminal which shows one grid shows another: changed cells only, in few bytes.
import { continuation, isRisky, textOfCode, type Grid } from './grid.js';
import { asSeenOnBlank, plainCell, sgr, type Style } from './style.js';

const blank = 0x20;
/** Cells that did not change are written too where going over them costs as much. */
const shortGap = 4;
/** From here on `EL` is shorter than blanks. */
const worthErasing = 6;

/** `before` is undefined where nobody knows what the terminal shows. The pen is plain before and after. */
export function paint(before: Grid | undefined, after: Grid): string {
  const same = before?.columns === after.columns && before.rows === after.rows ? before : undefined;
  const painter = new Painter(same, after);
  if (same === undefined) painter.erase();
  for (let y = 0; y < after.rows; y++) painter.row(y);
  return painter.end();
}

class Painter {
  #out = '';
  #pen: Style = plainCell;
  /** Where the terminal's cursor is; undefined where terminals differ about it. */
  #at: { readonly x: number; readonly y: number } | undefined;

  constructor(
    private readonly before: Grid | undefined,
    private readonly after: Grid,
  ) {}

  erase(): void {
    this.#out += '\u001b[m\u001b[H\u001b[2J';
    this.#at = { x: 0, y: 0 };
  }

  row(y: number): void {
    const { columns } = this.after;
    const first = this.#nextChange(0, y);
    if (first === columns) return;
    const tail = this.#blankTail(y);
    let forced = false;
    for (let x = this.#begin(first, y); x < columns;) {
      if (columns - Math.max(x, tail) >= worthErasing && x >= tail) return this.#eraseFrom(x, y);
      const code = this.#write(x, y);
      const width = this.after.codes[y * columns + x + 1] === continuation && x + 1 < columns ? 2 : 1;
      // A terminal that takes another width for it has moved all that follows.
      if (isRisky(code)) {
        forced = true;
        this.#at = undefined;
      }
      x += width;
      if (forced) continue;
      const next = this.#nextChange(x, y);
      if (next === columns) return;
      if (next - x > shortGap) x = this.#begin(next, y);
    }
  }

  end(): string {
    return this.#out + sgr(this.#pen, plainCell);
  }

  /** Something wide begins one cell before its second half. */
  #begin(x: number, y: number): number {
    return x > 0 && this.after.codes[y * this.after.columns + x] === continuation ? x - 1 : x;
  }

  #nextChange(from: number, y: number): number {
    const { columns, codes, styles } = this.after;
    const { before } = this;
    const row = y * columns;
    if (before === undefined) {
      // An erased row is blank already.
      for (let x = from; x < columns; x++)
        if (codes[row + x] !== blank || styles[row + x] !== plainCell) return x;
      return columns;
    }
    for (let x = from; x < columns; x++)
      if (codes[row + x] !== before.codes[row + x] || styles[row + x] !== before.styles[row + x]) return x;
    return columns;
  }

  /** Where the plain blanks begin that end a row. */
  #blankTail(y: number): number {
    const { columns, codes, styles } = this.after;
    let x = columns;
    while (x > 0 && codes[y * columns + x - 1] === blank && styles[y * columns + x - 1] === plainCell) x--;
    return x;
  }

  #write(x: number, y: number): number {
    const index = y * this.after.columns + x;
    this.#goTo(x, y);
    const [code, style] = [this.after.codes[index]!, this.after.styles[index]!];
    // A blank looks the same in every colour of letters: the pen stays.
    if (code !== blank || style !== plainCell || asSeenOnBlank(this.#pen) !== plainCell) {
      this.#out += sgr(this.#pen, style);
      this.#pen = style;
    }
    this.#out += textOfCode(code);
    const next = x + (this.after.codes[index + 1] === continuation && x + 1 < this.after.columns ? 2 : 1);
    // Behind the last column terminals differ about where the cursor is.
    this.#at = next < this.after.columns ? { x: next, y } : undefined;
    return code;
  }

  #eraseFrom(x: number, y: number): void {
    this.#goTo(x, y);
    this.#out += `${sgr(this.#pen, plainCell)}\u001b[K`;
    this.#pen = plainCell;
  }

  #goTo(x: number, y: number): void {
    const at = this.#at;
    this.#at = { x, y };
    if (at?.x === x && at.y === y) return;
    if (at !== undefined && at.y === y && x > at.x)
      this.#out += x === at.x + 1 ? '\u001b[C' : `\u001b[${x - at.x}C`;
    else if (at !== undefined && at.y + 1 === y && x === 0) this.#out += '\r\n';
    else this.#out += `\u001b[${y + 1}${x === 0 ? '' : `;${x + 1}`}H`;
  }
}
