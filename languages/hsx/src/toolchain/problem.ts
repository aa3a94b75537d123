// What the tools have to say about a program: one kind for the assembler and the linker.

export interface ProblemPlace {
  /** As the reader knows it: what was given on the command line, or what an `.include` led to. */
  readonly file: string;
  /** From 1, like the columns. */
  readonly line: number;
  readonly column: number;
  /** Exclusive. */
  readonly endColumn?: number;
}

/** `out-of-reach` is told apart because a compiler can do something about it: compile again with jumps that reach further. */
export type ProblemKind =
  | 'syntax'
  | 'range'
  | 'symbol'
  | 'include'
  | 'metadata'
  | 'out-of-reach'
  | 'too-large'
  | 'unresolved'
  | 'duplicate'
  | 'entry'
  | 'debug-info'
  | 'damaged';

export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly kind: ProblemKind;
  readonly message: string;
  readonly hint?: string;
  readonly place?: ProblemPlace;
  /** The line of source it speaks of. */
  readonly sourceLine?: string;
  /** The name that cannot be reached or resolved. */
  readonly symbol?: string;
  /** Where the instruction stands that cannot reach it. */
  readonly address?: number;
  /** The name of the object that it is about. */
  readonly object?: string;
}

export const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error');
