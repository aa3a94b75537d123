// Mistakes the checker finds, in the original compiler's words, at its place and at the true one.

import type { Node } from '../ast.js';
import { nowhere, SourceProblem, type SourceFile } from '../source.js';
import { adviceFor } from './advice.js';

/** Most of its messages come without a place, which it prints as 0:0. */
export function fail(text: string, where: Node, hint?: string): never {
  throw new SourceProblem('Type check error', text, nowhere, where.span.start, hint ?? adviceFor(text));
}

/** It names the place it has for `said`; the mistake is at `where`. */
export function failAt(text: string, said: Node, where: Node = said, hint?: string): never {
  throw new SourceProblem('Type check error', text, said.at, where.span.start, hint ?? adviceFor(text));
}

/** A mistake inside a declaration of another module is in that module's file. */
export function inFile(problem: unknown, file: SourceFile | undefined): unknown {
  if (problem instanceof SourceProblem) problem.file ??= file;
  return problem;
}
