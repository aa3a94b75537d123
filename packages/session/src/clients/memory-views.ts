// Memory views: what one client read of the program's memory, by the references it used.
//
// The protocol tells clients not to guess how references relate to one another: a change must be announced under each
// reference that shows it.

import type { Address, MemoryRange } from '@sonde/engine';

interface MemoryView {
  readonly base: Address;
  /** Bytes from the base: the first that was read, and the first that was not. */
  readonly from: bigint;
  readonly to: bigint;
}

export interface TouchedView {
  readonly memoryReference: string;
  readonly offset: number;
  readonly count: number;
}

/** A person looks at few at a time; the oldest is forgotten. */
const most = 64;

export class MemoryViews {
  readonly #views = new Map<string, MemoryView>();

  /** The client read this much, counted from what its reference stands for. */
  note(memoryReference: string, base: Address, offset: number, count: number): void {
    const known = this.#views.get(memoryReference);
    const [from, to] = [BigInt(offset), BigInt(offset) + BigInt(count)];
    this.#views.delete(memoryReference);
    this.#views.set(memoryReference, {
      base,
      from: known === undefined || from < known.from ? from : known.from,
      to: known === undefined || to > known.to ? to : known.to,
    });
    const [oldest] = this.#views.keys();
    if (this.#views.size > most && oldest !== undefined) this.#views.delete(oldest);
  }

  /** The parts of what was read that lie in a range; all of it where the range is not known. */
  touched(range?: MemoryRange): readonly TouchedView[] {
    return [...this.#views].flatMap(([memoryReference, view]) => {
      const part = range === undefined ? view : overlap(view, range);
      if (part === undefined || part.from >= part.to) return [];
      return [{ memoryReference, offset: Number(part.from), count: Number(part.to - part.from) }];
    });
  }
}

function overlap(
  { base, from, to }: MemoryView,
  { address, size }: MemoryRange,
): Pick<MemoryView, 'from' | 'to'> | undefined {
  // A plain number means the machine's only memory, whatever its name.
  if (base.space !== address.space && base.space !== '' && address.space !== '') return undefined;
  const start = address.offset - base.offset;
  const end = start + BigInt(size);
  return { from: start > from ? start : from, to: end < to ? end : to };
}
