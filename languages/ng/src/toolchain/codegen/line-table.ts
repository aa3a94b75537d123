// Which source an instruction of a function comes from.

import type { Span } from '../ast.js';

export interface LineMark {
  readonly offset: number;
  readonly span: Span;
  /** Path of the source, which may be another module's. */
  readonly file: string;
  /** A statement begins here. */
  readonly statement: boolean;
}

export class LineTable {
  readonly #marks: LineMark[] = [];

  constructor(readonly file: string) {}

  get marks(): readonly LineMark[] {
    return this.#marks;
  }

  statement(offset: number, span: Span): void {
    const last = this.#marks.at(-1);
    if (last?.offset === offset) {
      if (last.statement) return;
      this.#marks.pop();
    }
    this.#marks.push({ offset, span, file: this.file, statement: true });
  }

  /** A part of a statement: something that can fail or call. Where a statement begins, the statement is what is meant. */
  part(offset: number, span: Span, file = this.file): void {
    const last = this.#marks.at(-1);
    if (last !== undefined && last.file === file && samePlace(last.span, span)) return;
    if (last?.offset === offset) {
      if (last.statement) return;
      this.#marks.pop();
    }
    this.#marks.push({ offset, span, file, statement: false });
  }
}

const samePlace = (a: Span, b: Span): boolean =>
  a.start.line === b.start.line &&
  a.start.column === b.start.column &&
  a.end.line === b.end.line &&
  a.end.column === b.end.column;
