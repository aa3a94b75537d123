// What was asked in the console before: arrow keys go back and forth in it, and it outlives the page.
import type { Shelf } from '../program-shelf.js';

export const mostEntries = 200;

export class CommandHistory {
  #entries: readonly string[];
  /** Where the arrow keys are; the length when they are at the line that is being typed. */
  #at: number;
  #draft = '';

  constructor(private readonly shelf: Shelf) {
    this.#entries = readEntries(shelf.read());
    this.#at = this.#entries.length;
  }

  get entries(): readonly string[] {
    return this.#entries;
  }

  add(text: string): void {
    this.#entries = [...this.#entries.filter(entry => entry !== text), text].slice(-mostEntries);
    this.#at = this.#entries.length;
    this.#draft = '';
    this.shelf.write(JSON.stringify(this.#entries));
  }

  /** The entry before; what is typed is kept for the way back. Undefined at the oldest. */
  previous(typed: string): string | undefined {
    if (this.#at === 0) return undefined;
    if (this.#at === this.#entries.length) this.#draft = typed;
    return this.#entries[--this.#at];
  }

  next(): string | undefined {
    if (this.#at >= this.#entries.length) return undefined;
    return this.#entries[++this.#at] ?? this.#draft;
  }

  /** Something was typed: it is the line of now, wherever it came from. */
  typed(): void {
    this.#at = this.#entries.length;
  }
}

function readEntries(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(each => typeof each === 'string').slice(-mostEntries) : [];
  } catch {
    return [];
  }
}
