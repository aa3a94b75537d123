// Which bytes of memory were read: what variables lead to, told by following them.

export class ReadRanges {
  readonly #ranges: [start: number, end: number][] = [];

  add(start: number, length: number): void {
    if (length > 0) this.#ranges.push([start, start + length]);
  }

  /** How many bytes from `from` up to `to` were read, none counted twice. */
  countWithin(from: number, to: number): number {
    let [count, covered] = [0, from];
    for (const [start, end] of this.#ranges.toSorted(([one], [other]) => one - other)) {
      const [first, last] = [Math.max(start, covered), Math.min(end, to)];
      if (last <= first) continue;
      count += last - first;
      covered = last;
    }
    return count;
  }
}
