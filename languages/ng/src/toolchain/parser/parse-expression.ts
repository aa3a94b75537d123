// One expression as a whole text, for watches, conditions and the like.

import type { Expression } from '../ast.js';
import { parseExpression as parseNextExpression } from './expressions.js';
import { TokenStream } from './token-stream.js';

/** Throws a `SourceProblem`, also for anything behind the expression. */
export function parseExpression(text: string): Expression {
  const stream = new TokenStream(text);
  const expression = parseNextExpression(stream);
  if (!stream.atEnd()) {
    stream.refuse(`Unexpected token ${stream.shown}`, 'The expression ends in front of this.');
  }
  return expression;
}
