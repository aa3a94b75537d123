// Mistakes the checker finds, in the original compiler's words, at its place and at the true one.

import type { Node } from '../ast.js';
import { nowhere, SourceProblem } from '../source.js';

/** Most of its messages come without a place, which it prints as 0:0. */
export function fail(text: string, where: Node, hint?: string): never {
  throw new SourceProblem('Type check error', text, nowhere, where.span.start, hint);
}

/** It names the place it has for `said`; the mistake is at `where`. */
export function failAt(text: string, said: Node, where: Node = said, hint?: string): never {
  throw new SourceProblem('Type check error', text, said.at, where.span.start, hint);
}

/** For what the language has and this compiler has not. */
export function leftOut(feature: string, where: Node): never {
  throw new SourceProblem(
    'Error',
    `${feature} is not supported by Sonde's compiler`,
    undefined,
    where.span.start,
  );
}
