// Output history: what the program printed, kept in bounds for clients that join late.

import type { OutputStream, SourceLocation, TimePosition } from '@sonde/engine';
import type { Painted } from './paint.js';

export interface OutputRecord {
  readonly category: string;
  readonly text: string;
  /** The same text for clients that show styles; only what we say ourselves has it. */
  readonly painted?: Painted;
  /** The engine's name of the stream that it came from; absent for what we say ourselves. */
  readonly stream?: OutputStream;
  /** Where in the program it was printed, where that is known. */
  readonly location?: SourceLocation;
  /** When, where one can go back in time. */
  readonly at?: TimePosition;
}

export class OutputHistory {
  readonly #records: OutputRecord[] = [];
  #size = 0;
  #dropped = 0;

  constructor(private readonly limit = 1_000_000) {}

  add(record: OutputRecord): void {
    this.#records.push(record);
    this.#size += record.text.length;
    while (this.#size > this.limit && this.#records.length > 1) {
      const oldest = this.#records.shift()!;
      this.#size -= oldest.text.length;
      this.#dropped += oldest.text.length;
    }
  }

  /** Characters that no longer are here. */
  get dropped(): number {
    return this.#dropped;
  }

  records(): readonly OutputRecord[] {
    return this.#records;
  }

  clear(): void {
    this.#records.length = 0;
    this.#size = 0;
    this.#dropped = 0;
  }
}
