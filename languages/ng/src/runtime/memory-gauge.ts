// Keeps a program within its memory: counts what it takes, and looks at what is really alive when the count is high.

import { heap } from './heap.js';
import { Composite, ProgramError, Reference, type Value } from './values.js';

/** Texts count only above this: short ones are shared or die young. */
const shortText = 256;

export class MemoryGauge {
  #nextLook: number;

  constructor(private readonly limit: number) {
    heap.used = 0;
    this.#nextLook = limit / 2;
  }

  get full(): boolean {
    return heap.used > this.#nextLook;
  }

  /** For what is about to be made; texts above all, which do not count themselves. */
  text(length: number): void {
    if (length > shortText) heap.used += length;
  }

  /** Throws when the program has more than it may. */
  look(roots: Iterable<Value>, besides: number): void {
    const alive = sizeOf(roots) + besides;
    if (alive > this.limit)
      throw new ProgramError(`Out of memory: ${alive} bytes in use, ${this.limit} allowed`);
    heap.used = alive;
    this.#nextLook = alive + Math.max((this.limit - alive) / 2, 64 * 1024);
  }
}

function sizeOf(roots: Iterable<Value>): number {
  const seen = new Set<object>();
  const waiting: Value[] = [];
  let size = 0;
  const add = (value: Value): void => {
    if (typeof value === 'string') size += value.length > shortText ? value.length : 0;
    else if (typeof value === 'object') waiting.push(value);
  };
  for (const root of roots) add(root);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const cells = cellsOf(value);
    if (value instanceof Composite && !seen.has(value)) {
      seen.add(value);
      size += 88;
    }
    if (cells === undefined || seen.has(cells)) continue;
    seen.add(cells);
    size += 64 + 8 * cells.length;
    for (const cell of cells) add(cell);
  }
  return size;
}

/** What else is reachable through a value. */
export function cellsOf(value: Value): readonly Value[] | undefined {
  if (value instanceof Composite) return value.parts.items;
  if (value instanceof Reference) return value.owner === undefined ? value.cells : value.owner.parts.items;
  if (typeof value === 'object' && value.kind === 'trait') return cellsOf(value.target);
  return undefined;
}
