// Iterators are used where they are made: a chain of range, map and filter becomes one loop.

import type { Inference } from './inference.js';
import type { TypedExpression, TypedStatement } from './typed-program.js';
import { expressionsIn, valueOf } from './typed-walk.js';
import { isNamed } from './types.js';

export function checkIterators(
  inference: Inference,
  code: readonly (TypedExpression | TypedStatement)[],
): void {
  const used = new Set(inference.iterators);
  const isStatement = (part: TypedExpression | TypedStatement): part is TypedStatement =>
    part.kind === 'let' || part.kind === 'assign' || part.kind === 'expression';
  for (const part of code) {
    for (const expression of expressionsIn(isStatement(part) ? valueOf(part) : part)) {
      if (!isNamed(expression.type, 'Iterator')) continue;
      const isMade = expression.kind === 'callBuiltIn';
      if (isMade && used.has(expression)) continue;
      inference.error(
        expression.at,
        'iterators are used where they are made; keeping or passing them is not supported yet',
        'Write the chain in one: range(0, 5) |> map(f) |> fold(0, g).',
      );
    }
  }
}
