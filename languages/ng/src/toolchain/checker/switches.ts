// `switch` on tagged unions.

import type { StatementOf } from '../ast.js';
import { typeOf } from './expressions.js';
import { hashOrder } from './hash-order.js';
import { failAt } from './problems.js';
import { checkBranch } from './statements.js';
import { untyped, type Type, type UnionType } from './types.js';
import { operandContext, type Context } from './unit-state.js';

/** What its cases return is not held against the function's result, and `next` cannot be used in them. */
export function checkSwitch(statement: StatementOf<'switch'>, context: Context): Type {
  const subject = typeOf(statement.subject, operandContext(context));
  const union = subject.kind === 'untyped' ? undefined : unionOf(subject, context);
  if (union === undefined && subject.kind !== 'untyped')
    failAt('Switch scrutinee must be a tagged union type', statement, statement.subject);

  const { places } = context;
  const entry = places.within(context.scope);
  const merged = entry.copy();
  const covered = new Set<string>();
  for (const { variant, bindings, body } of statement.cases) {
    const inner = caseContext(context, entry);
    covered.add(variant.text);
    const shape = union?.variants.get(variant.text);
    if (union !== undefined && shape === undefined)
      failAt(`Unknown variant '${variant.text}' for tagged union '${union.name}'`, statement, variant);
    for (const [index, binding] of bindings.entries()) {
      const type = shape?.payload[index];
      if (type === undefined || binding.text === '') continue;
      inner.scope.declare(binding.text, type);
      if (type.kind !== 'untyped') inner.notes.declared.set(binding, type);
    }
    checkBranch(body, inner);
    merged.add(inner.places.within(context.scope));
  }
  if (statement.otherwise !== undefined) {
    const inner = caseContext(context, entry);
    checkBranch(statement.otherwise, inner);
    merged.add(inner.places.within(context.scope));
  } else if (union !== undefined) {
    const missing = hashOrder(union.variants.keys()).find(name => !covered.has(name));
    if (missing !== undefined)
      failAt(`Non-exhaustive switch: variant '${missing}' of '${union.name}' is not covered`, statement);
  }
  places.become(merged);
  return untyped;
}

const caseContext = (context: Context, entry: Context['places']): Context => ({
  ...context,
  scope: context.scope.inner(),
  places: entry.copy(),
  expected: undefined,
  next: [],
});

function unionOf(type: Type, { scope }: Context): UnionType | undefined {
  if (type.kind === 'union') return type;
  if (type.kind !== 'variant') return undefined;
  const union = scope.lookup(type.union);
  return union?.kind === 'union' ? union : undefined;
}
