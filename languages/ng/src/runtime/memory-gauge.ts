// Keeps a program within its memory: counts what it takes, and looks at what is really alive when the count is high.

import { heap, sizes } from './heap.js';
import { Composite, ProgramError, Reference, type Parts, type Value } from './values.js';

/** Texts count only above this: short ones are shared or die young. */
const shortText = 256;

export class MemoryGauge {
  /** What may be taken before it is looked at again. */
  nextLook: number;

  constructor(private readonly limit: number) {
    heap.used = 0;
    this.nextLook = limit / 2;
  }

  get full(): boolean {
    return heap.used > this.nextLook;
  }

  /** Texts do not count themselves. */
  text(length: number): void {
    if (length > shortText) heap.used += length;
  }

  /** Before much is taken at once: throws when there is no room for it, while the program still stands before that. */
  makeRoom(bytes: number, roots: () => Iterable<readonly Value[]>): void {
    if (heap.used + bytes <= this.limit) return;
    this.look(roots());
    if (heap.used + bytes > this.limit) throw this.#outOfMemory(heap.used + bytes);
  }

  /** Throws when the program has more than it may. */
  look(roots: Iterable<readonly Value[]>): void {
    const alive = sizeOf(roots);
    if (alive > this.limit) throw this.#outOfMemory(alive);
    heap.used = alive;
    // Not too soon again: each look goes through everything.
    this.nextLook = alive + Math.max((this.limit - alive) / 2, this.limit / 16);
  }

  #outOfMemory(bytes: number): ProgramError {
    return new ProgramError(`Out of memory: ${bytes} bytes in use, ${this.limit} allowed`);
  }
}

/** Marks what it has seen in place: a list of all that is alive would take as much again. */
export function sizeOf(roots: Iterable<readonly Value[]>): number {
  const mark = ++heap.marks;
  const waiting: Parts[] = [];
  const followed = new Set<Reference>();
  let size = 0;
  const add = (value: Value): void => {
    if (typeof value === 'string') size += value.length > shortText ? value.length : 0;
    else if (value instanceof Composite) {
      size += sizes.composite;
      if (value.parts.mark === mark) return;
      value.parts.mark = mark;
      waiting.push(value.parts);
    } else if (value instanceof Reference) addReference(value);
    else if (typeof value === 'object') size += sizes.numeral;
  };
  const addReference = (reference: Reference): void => {
    size += sizes.reference;
    if (reference.owner !== undefined) return add(reference.owner);
    // Activations and globals are roots themselves.
    if (reference.home.kind !== 'heap') return;
    const value = reference.cells![0];
    if (value instanceof Composite) return add(value);
    // Anything else could lead back here.
    if (followed.has(reference)) return;
    followed.add(reference);
    add(value);
  };
  for (const root of roots) {
    size += sizes.item * root.length;
    for (const value of root) if (typeof value === 'object' || typeof value === 'string') add(value);
  }
  for (let parts = waiting.pop(); parts !== undefined; parts = waiting.pop()) {
    size += sizes.parts + sizes.item * parts.items.length;
    for (const item of parts.items) if (typeof item === 'object' || typeof item === 'string') add(item);
  }
  return size;
}
