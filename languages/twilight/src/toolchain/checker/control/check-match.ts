// Matches: every value has an arm, and every arm may get a turn.

import type { ExpressionTree } from '../../syntax/tree.js';
import type { Body, MatchedPlace } from '../body.js';
import type { Mutable } from '../checker.js';
import { checkBlock, isBare, joined } from './check-control.js';
import { checkAs, checkExpression } from '../expressions/check-expressions.js';
import { checkPattern } from './check-patterns.js';
import { locate } from '../expressions/check-places.js';
import { isUseful, missingPattern } from './exhaustiveness.js';
import { readLocation } from '../expressions/locations.js';
import { CheckMistake } from '../mistake.js';
import type { TypedArm, TypedExpression } from '../typed-expressions.js';
import type { TypedPattern } from '../typed-patterns.js';
import type { Local } from '../typed-places.js';
import type { Type } from '../types.js';

export function checkMatch(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'match' }>,
  expected: Type | undefined,
): TypedExpression {
  const { subject, by, matched, taken } = checkSubject(body, tree.subject);
  const { type } = subject;
  const certain: TypedPattern[] = [];
  const arms: TypedArm[] = [];
  let wanted = expected ?? typeOfArms(body, tree.arms, type, by);
  for (const arm of tree.arms) {
    const typed = body.within(arm.at, (scope): TypedArm => {
      const pattern = checkPattern(body, arm.pattern, type, { kind: 'val', by, matched });
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
  const found = { kind: 'match', origin: 'match', type: result, at: tree.at } as const;
  if (!matched.moved) return { ...found, subject, arms };
  return { ...found, subject: taken(), arms: arms.map(arm => ({ ...arm, pattern: owning(arm.pattern) })) };
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
      checkPattern(body, clear.pattern, type, { kind: 'val', by, matched: { mayMove: true, moved: false } });
      return checkBlock(body, clear.body, undefined).type;
    }),
  );
  return found.kind === 'never' ? undefined : found;
}

/** The same pattern, but what it binds is its own. */
function owning(pattern: TypedPattern): TypedPattern {
  switch (pattern.kind) {
    case 'bind':
      if (pattern.use !== 'borrow') return pattern;
      (pattern.local as Mutable<Local>).holds = 'owned';
      return { ...pattern, use: 'move', inner: pattern.inner && owning(pattern.inner) };
    case 'variant':
    case 'product':
      return {
        ...pattern,
        parts: pattern.parts.map(({ nth, pattern: part }) => ({ nth, pattern: owning(part) })),
      };
    case 'list':
      return { ...pattern, parts: pattern.parts.map(owning) };
    default:
      return pattern;
  }
}

interface Subject {
  readonly subject: TypedExpression;
  readonly by: 'move' | 'borrow';
  readonly matched: MatchedPlace;
  /** The subject as a value, where an arm moves a part of it. */
  readonly taken: () => TypedExpression;
}

/** What has a place of its own is looked at, and moved where an arm moves a part of it; any other value is taken apart. */
function checkSubject(body: Body, tree: ExpressionTree): Subject {
  const isPlace = tree.kind === 'path' || tree.kind === 'field' || tree.kind === 'index';
  const location = isPlace ? locate(body, tree) : undefined;
  const root = location?.kind === 'memory' ? location.place.root : undefined;
  if (location?.kind !== 'memory' || root?.kind !== 'local') {
    const subject =
      location === undefined
        ? checkExpression(body, tree, undefined, 'value')
        : readLocation(body, location, 'value', tree.at);
    return { subject, by: 'move', matched: { mayMove: false, moved: false }, taken: () => subject };
  }
  const { local } = root;
  const isOwn = local.holds === 'owned' || body.matched.get(local)?.mayMove === true;
  const mayMove = isOwn && location.place.path.every(({ kind }) => kind !== 'index');
  return {
    subject: readLocation(body, location, 'borrow', tree.at),
    by: 'borrow',
    matched: { mayMove, moved: false },
    taken: () => readLocation(body, location, 'value', tree.at),
  };
}
