// Answers that were opened: each a tree of its own, below its line.
import { type FetchChildren, type LogLine, Openness, Store, ValueTree } from '@sonde/client';
import type { OpenLine } from './row-places.js';

interface Opened {
  readonly tree: ValueTree;
  readonly stopListening: () => void;
}

export class OpenedAnswers {
  /** Counts up whenever rows may look different. */
  readonly version = new Store(0);
  readonly #opened = new Map<number, Opened>();

  constructor(private readonly fetch: FetchChildren) {}

  treeOf({ number }: LogLine): ValueTree | undefined {
    return this.#opened.get(number)?.tree;
  }

  async toggle(line: LogLine): Promise<void> {
    const { number, value } = line;
    const known = this.#opened.get(number);
    if (known !== undefined) {
      known.stopListening();
      this.#opened.delete(number);
      return this.#changed();
    }
    if (value === undefined) return;
    const tree = new ValueTree(this.fetch);
    this.#opened.set(number, { tree, stopListening: tree.version.subscribe(() => this.#changed()) });
    await tree.show(
      [{ key: '', kind: 'value', variable: value, opensItself: true }],
      new Openness(),
      undefined,
    );
  }

  /** The opened lines among those that are shown, in order, with the rows below each. */
  places(shown: readonly LogLine[]): readonly OpenLine[] {
    const places: OpenLine[] = [];
    for (const [number, { tree }] of this.#opened) {
      const line = indexOf(shown, number);
      // The tree's first row is the line itself.
      if (line >= 0) places.push({ line, extra: Math.max(0, tree.rowCount - 1) });
    }
    return places.sort((a, b) => a.line - b.line);
  }

  #changed(): void {
    this.version.update(count => count + 1);
  }
}

/** Numbers ascend, so it is found by halves. */
function indexOf(lines: readonly LogLine[], number: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.number < number) low = middle + 1;
    else high = middle;
  }
  return lines[low]?.number === number ? low : -1;
}
