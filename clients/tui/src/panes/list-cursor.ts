// The chosen row of a list and the part of the list that is in view.

export class ListCursor {
  at = 0;
  top = 0;
  height = 1;
  /** Rows are counted while they are drawn. */
  count = 0;

  /** Keeps both inside of what there is; `follow` brings the chosen row into view. */
  fit(count: number, height: number, follow = true): void {
    this.count = count;
    this.height = Math.max(1, height);
    this.at = Math.max(0, Math.min(this.at, count - 1));
    if (follow) {
      if (this.at < this.top) this.top = this.at;
      if (this.at >= this.top + this.height) this.top = this.at - this.height + 1;
    }
    this.top = Math.max(0, Math.min(this.top, count - this.height));
  }

  /** Chooses a row and shows it with some rows around it. */
  reveal(row: number, count: number): void {
    this.at = row;
    const margin = Math.min(3, Math.floor((this.height - 1) / 2));
    if (row < this.top + margin || row >= this.top + this.height - margin)
      this.top = row - Math.floor(this.height / 3);
    this.fit(count, this.height);
  }

  key(chord: string): boolean {
    const page = Math.max(1, this.height - 1);
    const steps: Readonly<Record<string, number>> = {
      ...{ Up: -1, k: -1, 'C-p': -1, Down: 1, j: 1, 'C-n': 1, PageUp: -page, 'C-b': -page },
      ...{ PageDown: page, 'C-f': page, Home: -this.count, g: -this.count, End: this.count, G: this.count },
    };
    const step = steps[chord];
    if (step === undefined) return false;
    this.at = Math.max(0, Math.min(this.count - 1, this.at + step));
    this.fit(this.count, this.height);
    return true;
  }

  /** Rolls the view; the chosen row stays in it. */
  wheel(lines: number): void {
    this.top = Math.max(0, Math.min(this.top + lines, this.count - this.height));
    this.at = Math.max(this.top, Math.min(this.at, this.top + this.height - 1));
  }

  /** The row of a line of the view. */
  rowAt(y: number): number | undefined {
    const row = this.top + y;
    return row < this.count ? row : undefined;
  }
}
