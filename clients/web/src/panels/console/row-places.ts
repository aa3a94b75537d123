// Rows of a list of lines: a long line takes several, and one that is opened is followed by what it holds.

/** A line, by its place in the list, and how many rows follow its text. */
export interface OpenLine {
  readonly line: number;
  readonly extra: number;
}

export interface RowPlace {
  readonly line: number;
  /** Which row of its text. */
  readonly piece: number;
  /** Which of the rows below its text, from 1; 0 for the text. */
  readonly inside: number;
}

export class RowPlaces<Line> {
  /** The first row of each line, and behind them the number of all. */
  #starts: number[] = [0];
  #lines: readonly Line[] = [];
  #columns = 0;

  constructor(private readonly rowsOf: (line: Line, columns: number) => number) {}

  /** The same array may be given again when more was put into it: only that is measured, and the last one, which grows. */
  update(lines: readonly Line[], columns: number): void {
    if (lines !== this.#lines || columns !== this.#columns || lines.length < this.#starts.length - 1)
      this.#starts = [0];
    this.#lines = lines;
    this.#columns = columns;
    if (this.#starts.length > 1) this.#starts.pop();
    for (let index = this.#starts.length - 1; index < lines.length; index++)
      this.#starts.push(this.#starts[index]! + this.rowsOf(lines[index]!, columns));
  }

  count(open: readonly OpenLine[]): number {
    return open.reduce((sum, { extra }) => sum + extra, this.#starts.at(-1)!);
  }

  /** `open` is in order; there are as many as a user opened, so they are walked through. */
  placeOf(row: number, open: readonly OpenLine[]): RowPlace {
    let before = 0;
    for (const { line, extra } of open) {
      const end = (this.#starts[line + 1] ?? 0) + before;
      if (row < end) break;
      if (row < end + extra) return { line, piece: 0, inside: row - end + 1 };
      before += extra;
    }
    const line = this.#lineAt(row - before);
    return { line, piece: row - before - this.#starts[line]!, inside: 0 };
  }

  /** The last line that begins at the row or before it. */
  #lineAt(row: number): number {
    let [low, high] = [0, Math.max(0, this.#starts.length - 2)];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#starts[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
