// Matches: every value has an arm, and every arm may get a turn.

import type { ExpressionTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkBlock, isBare, joined } from './check-control.js';
import { checkAs, checkExpression } from '../expressions/check-expressions.js';
import { checkPattern } from './check-patterns.js';
import { locate } from '../expressions/check-places.js';
import { isUseful, missingPattern } from './exhaustiveness.js';
import { readLocation } from '../expressions/locations.js';
import { CheckMistake } from '../mistake.js';
import type { TypedArm, TypedExpression } from '../typed-expressions.js';
import type { TypedPattern } from '../typed-patterns.js';
import type { Type } from '../types.js';

export function checkMatch(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'match' }>,
  expected: Type | undefined,
): TypedExpression {
  const { subject, by } = checkSubject(body, tree.subject);
  const { type } = subject;
  const certain: TypedPattern[] = [];
  const arms: TypedArm[] = [];
  let wanted = expected ?? typeOfArms(body, tree.arms, type, by);
  for (const arm of tree.arms) {
    const typed = body.within(arm.at, (scope): TypedArm => {
      const pattern = checkPattern(body, arm.pattern, type, { kind: 'val', by });
      const guard = arm.guard && checkAs(body, arm.guard, body.checker.types.bool);
      return { pattern, guard, scope, body: checkBlock(body, arm.body, wanted), at: arm.at };
    });
    if (!isUseful(certain, typed.pattern, type))
      body.checker.problems.lint(
        'unreachable_code',
        arm.pattern.at,
        'an arm before this one fits all that it fits',
      );
    if (typed.guard === undefined) certain.push(typed.pattern);
    if (wanted === undefined && typed.body.type.kind !== 'never') wanted = typed.body.type;
    arms.push(typed);
  }
  const missing = missingPattern(certain, type);
  if (missing !== undefined)
    throw new CheckMistake(
      tree.subject.at,
      `no arm fits ${missing}`,
      'Add an arm for it, or `_ => …` for all others.',
    );
  const result = arms.reduce<Type>(
    (known, arm) => joined({ ...arm.body, type: known } as TypedExpression, arm.body, arm.body.at),
    body.checker.types.never,
  );
  return { kind: 'match', subject, arms, origin: 'match', type: result, at: tree.at };
}

/** Where the first arm is only a number or None, another says what it is. */
function typeOfArms(
  body: Body,
  arms: Extract<ExpressionTree, { kind: 'match' }>['arms'],
  type: Type,
  by: 'move' | 'borrow',
): Type | undefined {
  const [first] = arms;
  if (first === undefined || !isBare(first.body)) return undefined;
  const clear = arms.find(arm => !isBare(arm.body));
  if (clear === undefined) return undefined;
  const found = body.tentatively(() =>
    body.within(clear.at, () => {
      checkPattern(body, clear.pattern, type, { kind: 'val', by });
      return checkBlock(body, clear.body, undefined).type;
    }),
  );
  return found.kind === 'never' ? undefined : found;
}

/** What has a place of its own is only looked at; a value of nobody else's is taken apart. */
function checkSubject(
  body: Body,
  tree: ExpressionTree,
): { readonly subject: TypedExpression; readonly by: 'move' | 'borrow' } {
  if (tree.kind !== 'path' && tree.kind !== 'field' && tree.kind !== 'index')
    return { subject: checkExpression(body, tree, undefined, 'value'), by: 'move' };
  const location = locate(body, tree);
  const inPlace = location.kind === 'memory' && location.place.root.kind === 'local';
  return {
    subject: readLocation(body, location, inPlace ? 'borrow' : 'value', tree.at),
    by: inPlace ? 'borrow' : 'move',
  };
}
