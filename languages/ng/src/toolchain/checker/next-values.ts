// `next`: a new value for every binding of the loop, or for every parameter of the function.

import type { StatementOf } from '../ast.js';
import { spreadType } from './collections.js';
import { typeOf } from './expressions.js';
import { typesMatch } from './matching.js';
import { failAt } from './problems.js';
import { typeText, untyped, type Type } from './types.js';
import { operandContext, type Context } from './unit-state.js';

export function checkNext(statement: StatementOf<'next'>, context: Context): void {
  const inner = operandContext(context, context.mayNameMoved);
  const given = statement.values.flatMap(value => {
    if (value.kind !== 'spread') return [typeOf(value, inner)];
    const { type, items } = spreadType(value, inner);
    return items.length > 0 ? items : [type];
  });
  const variadic = context.next.some(({ kind }) => kind === 'pack');
  const wanted: readonly Type[] = context.next.flatMap(type => (type.kind === 'pack' ? type.items : [type]));
  if (variadic ? given.length > wanted.length : given.length !== wanted.length)
    failAt(`Next statement argument count mismatch: ${given.length} to ${wanted.length}`, statement);
  // With a pack, fewer values are the end of it.
  const skipped = wanted.length - given.length;
  for (const [index, type] of given.entries()) {
    const required = wanted[skipped + index] ?? untyped;
    if (type.kind === 'untyped' || typesMatch(required, type)) continue;
    failAt(
      `Next statement argument type mismatch: ${typeText(type)} to ${typeText(required)}`,
      statement,
      statement.values[index] ?? statement,
    );
  }
}
