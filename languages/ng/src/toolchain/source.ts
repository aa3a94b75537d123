// A source file, and what is wrong with it.

import type { Position } from './ast.js';

export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** The file's stem, or the dotted name its `module` line declares. */
  readonly module: string;
  readonly text: string;
}

/** What the original tool calls the failure, and prints in front of it. */
export type ProblemKind = 'Parse error' | 'Type check error' | 'Runtime error' | 'Error';

/**
 * A mistake in a program. `text` and `saidAt` are the original tool's words and place, which programs' outputs are
 * compared with (no place: none is printed; often it is 0:0); `at` is where the mistake really is.
 */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem';
  file: SourceFile | undefined;

  constructor(
    readonly kind: ProblemKind,
    readonly text: string,
    readonly saidAt: Position | undefined,
    readonly at: Position,
    readonly hint?: string,
  ) {
    super(text);
  }

  /** The line that the original tool prints. */
  get verdict(): string {
    const place = this.saidAt === undefined ? '' : ` at ${this.saidAt.line}:${this.saidAt.column}`;
    return `${this.kind}: ${this.text}${place}`;
  }
}

export const nowhere: Position = { line: 0, column: 0 };
