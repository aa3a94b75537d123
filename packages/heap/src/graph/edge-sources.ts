// Which node an edge begins at: a mark for every 16th edge, then a search between two marks. A whole column would take as
// much as the edges.

const shift = 4;
const mostSteps = 16;

export class EdgeSources {
  readonly #marks: Uint32Array;

  constructor(private readonly first: Uint32Array) {
    const edges = first[first.length - 1]!;
    const marks = new Uint32Array((edges >>> shift) + 1);
    let next = 0;
    for (let node = 0; node + 1 < first.length; node++) {
      const end = first[node + 1]!;
      for (; next < marks.length && next << shift < end; next++) marks[next] = node;
    }
    this.#marks = marks;
  }

  sourceOf(edge: number): number {
    const { first } = this;
    const mark = edge >>> shift;
    let low = this.#marks[mark]!;
    // Few steps as a rule. Between two marks there may be a hundred thousand nodes without an edge, such as strings.
    for (let step = 0; step < mostSteps; step++, low++) if (first[low + 1]! > edge) return low;
    let high = mark + 1 < this.#marks.length ? this.#marks[mark + 1]! : first.length - 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (first[middle + 1]! > edge) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
