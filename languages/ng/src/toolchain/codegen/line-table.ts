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

/** A call is written at this offset. */
export interface CallMark {
  readonly offset: number;
  readonly span: Span;
  readonly file: string;
}

export class LineTable {
  readonly #marks: LineMark[];
  readonly #calls: CallMark[];

  /** `around`: the table that this one adds to. */
  constructor(
    readonly file: string,
    around?: LineTable,
  ) {
    this.#marks = around === undefined ? [] : around.#marks;
    this.#calls = around === undefined ? [] : around.#calls;
  }

  get marks(): readonly LineMark[] {
    return this.#marks;
  }

  get calls(): readonly CallMark[] {
    return this.#calls;
  }

  /** A part of a statement that calls a function, which people can choose to step into. */
  call(offset: number, span: Span): void {
    this.part(offset, span);
    this.#calls.push({ offset, span, file: this.file });
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
  part(offset: number, span: Span): void {
    const { file } = this;
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
