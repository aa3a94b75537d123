// Which node an edge begins at: a mark for every 16th edge, then a few steps. A whole column would take as much as the edges.

const shift = 4;

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
    let node = this.#marks[edge >>> shift]!;
    while (this.first[node + 1]! <= edge) node++;
    return node;
  }
}
