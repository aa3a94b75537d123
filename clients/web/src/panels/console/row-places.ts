// Rows of a list in which some lines are opened and take more than one row.

/** A line, by its place in the list, and how many rows it takes beyond its own. */
export interface OpenLine {
  readonly line: number;
  readonly extra: number;
}

export interface RowPlace {
  readonly line: number;
  /** 0 is the line's own row. */
  readonly inside: number;
}

export const rowCount = (lines: number, open: readonly OpenLine[]): number =>
  open.reduce((sum, { extra }) => sum + extra, lines);

/** `open` is in order; there are as many as a user opened, so they are walked through. */
export function placeOf(row: number, open: readonly OpenLine[]): RowPlace {
  let before = 0;
  for (const { line, extra } of open) {
    const begin = line + before;
    if (row <= begin) break;
    if (row <= begin + extra) return { line, inside: row - begin };
    before += extra;
  }
  return { line: row - before, inside: 0 };
}
