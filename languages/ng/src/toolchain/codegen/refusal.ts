// What the code generator refuses, in the words of the original, which says no place for it.

import type { Node, Position } from '../ast.js';
import { nowhere, SourceProblem } from '../source.js';

/** The original calls it a runtime error, though nothing has run yet. */
export const refusal = (text: string, where: Node | Position, hint?: string): SourceProblem =>
  new SourceProblem('Runtime error', text, nowhere, 'span' in where ? where.span.start : where, hint);
