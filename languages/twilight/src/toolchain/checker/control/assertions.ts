// assert_pre, assert_post and assert_invariant.

import type { AssertionTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAs } from '../expressions/check-expressions.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Local, TypedAssertion } from '../typed-places.js';

export interface CheckedAssertion {
  readonly typed: TypedAssertion;
  readonly olds: readonly { readonly local: Local; readonly value: TypedExpression }[];
}

export function checkAssertion(body: Body, tree: AssertionTree): TypedAssertion {
  return checkWithOlds(body, tree).typed;
}

/** With the values that are to be kept from the beginning. */
export function checkWithOlds(body: Body, tree: AssertionTree): CheckedAssertion {
  const before = body.assertion;
  const olds: { local: Local; value: TypedExpression }[] = [];
  body.assertion = { olds, post: tree.assertion === 'post' };
  try {
    const condition = checkAs(body, tree.condition, body.checker.types.bool);
    return {
      typed: { assertion: tree.assertion, condition, message: messageOf(body, tree), at: tree.at },
      olds,
    };
  } finally {
    body.assertion = before;
  }
}

function messageOf(body: Body, { message, assertion, at }: AssertionTree): string {
  const { path } = body.environment.scope.file;
  return message ?? `Assertion failed: ${assertion} at ${path}:${at.line}:${at.column}`;
}
