// What is wrong with one line of MVASM; the assembler reports it and goes on with the next line.

import type { ProblemKind } from '../problem.js';

/** Columns count from 0 here; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export class LineProblem extends Error {
  constructor(
    readonly span: Span,
    readonly kind: ProblemKind,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
