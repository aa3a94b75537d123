// A source text that knows its lines.

import type { SourceRef } from '@sonde/engine';
import type { Span } from './span.js';

export class SourceText {
  readonly #lineStarts: readonly number[];

  constructor(
    readonly source: SourceRef,
    readonly text: string,
    /** Where its offsets begin: texts of one program follow each other, so that an offset tells which of them it is in. */
    readonly base = 0,
  ) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#lineStarts = starts;
  }

  span(start: number, end: number): Span {
    const line = this.#lineOf(start);
    const endLine = this.#lineOf(end);
    return {
      start: this.base + start,
      end: this.base + end,
      line: line + 1,
      column: start - this.#lineStarts[line]! + 1,
      endLine: endLine + 1,
      endColumn: end - this.#lineStarts[endLine]! + 1,
    };
  }

  /** Without its end. */
  line(line: number): string {
    const start = this.#lineStarts[line - 1] ?? this.text.length;
    const next = this.#lineStarts[line];
    return this.text.slice(start, next === undefined ? undefined : next - 1).replace(/\r$/, '');
  }

  slice(span: Span): string {
    return this.text.slice(span.start - this.base, span.end - this.base);
  }

  /** Whether something with that place stands in this text. */
  holds({ start }: Span): boolean {
    return start >= this.base && start < this.end;
  }

  /** The first offset that another text may begin with. */
  get end(): number {
    return this.base + this.text.length + 1;
  }

  #lineOf(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
