// Loops: `loop`, `while` and `for`.

import type { BlockTree, ExpressionTree } from '../../syntax/tree.js';
import { checkAssertion } from './assertions.js';
import type { Body, OpenLoop } from '../body.js';
import { checkBlock } from './check-control.js';
import { checkAs, checkExpression, requireType, shown } from '../expressions/check-expressions.js';
import { checkPattern, requireIrrefutable } from './check-patterns.js';
import { locate } from '../expressions/check-places.js';
import { readLocation } from '../expressions/locations.js';
import { CheckMistake } from '../mistake.js';
import { isCopy } from '../type-rules/type-facts.js';
import { failures } from '../typed-make.js';
import type { ForOver, TypedExpression } from '../typed-expressions.js';
import type { Type } from '../types.js';

export function checkLoop(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'loop' }>,
  expected: Type | undefined,
): TypedExpression {
  const { types } = body.checker;
  const open = body.newLoop(true);
  if (expected !== undefined && expected.kind !== 'unit') open.value = expected;
  const inner = checkBody(body, open, tree.body);
  const type = open.broken ? (open.value ?? types.unit) : types.never;
  const result =
    type.kind === 'unit' || type.kind === 'never' ? undefined : body.hidden('loop', type, tree.at);
  return { kind: 'loop', loop: open.loop, body: inner, result, type, at: tree.at };
}

export function checkWhile(body: Body, tree: Extract<ExpressionTree, { kind: 'while' }>): TypedExpression {
  const { types } = body.checker;
  const open = body.newLoop(false);
  const condition = checkAs(body, tree.condition, types.bool);
  const inner = checkBody(body, open, tree.body);
  const step = tree.step && checkExpression(body, tree.step, undefined, 'value');
  const testsLast = tree.testsLast === true;
  return {
    kind: 'while',
    loop: open.loop,
    condition,
    testsLast,
    body: inner,
    step,
    type: types.unit,
    at: tree.at,
  };
}

/** Invariants stand first in the body, and are checked where the loop begins a turn. */
function checkBody(body: Body, open: OpenLoop, tree: BlockTree): TypedExpression {
  const first = tree.statements.findIndex(
    statement => statement.kind !== 'assertion' || statement.assertion !== 'invariant',
  );
  const count = first < 0 ? tree.statements.length : first;
  for (const statement of tree.statements.slice(0, count))
    if (statement.kind === 'assertion')
      body.checker.recovering(() => open.loop.invariants.push(checkAssertion(body, statement)));
  body.loops.push(open);
  try {
    const typed = checkBlock(body, { ...tree, statements: tree.statements.slice(count) }, undefined);
    if (typed.type.kind !== 'never') requireType(typed, body.checker.types.unit, tree.result?.at ?? tree.at);
    return typed;
  } finally {
    body.loops.pop();
  }
}

export function checkFor(body: Body, tree: Extract<ExpressionTree, { kind: 'for' }>): TypedExpression {
  const { types } = body.checker;
  return body.within(tree.at, scope => {
    const { over, element, by } = checkOver(body, tree.over);
    return body.within(tree.at, inner => {
      const pattern = checkPattern(body, tree.pattern, element, { kind: 'val', by });
      requireIrrefutable(pattern, element, tree.pattern.at);
      const open = body.newLoop(false);
      const typed = checkBody(body, open, tree.body);
      const loop: TypedExpression = {
        kind: 'for',
        loop: open.loop,
        over,
        scope: inner,
        pattern,
        body: typed,
        type: types.unit,
        at: tree.at,
      };
      return {
        kind: 'block',
        type: types.unit,
        at: tree.at,
        scope,
        statements: [{ kind: 'expression', expression: loop, at: tree.at, stops: false, generated: false }],
        result: undefined,
        resultStops: false,
      };
    });
  });
}

function checkOver(
  body: Body,
  tree: ExpressionTree,
): { readonly over: ForOver; readonly element: Type; readonly by: 'move' | 'borrow' } {
  const { types } = body.checker;
  if (tree.kind === 'range') {
    const bare = tree.from.kind === 'int' && tree.from.suffix === undefined;
    // Where nothing says what is counted, it is what places are counted with.
    const isOpen = bare && tree.to.kind === 'int' && tree.to.suffix === undefined;
    const to = bare ? checkExpression(body, tree.to, isOpen ? types.u64 : undefined, 'value') : undefined;
    const from = checkExpression(body, tree.from, to?.type, 'value');
    const end = to ?? checkAs(body, tree.to, from.type);
    if (from.type.kind !== 'int')
      throw new CheckMistake(tree.at, `a range is one of numbers, not of ${shown(from.type)}`);
    requireType(end, from.type, tree.to.at);
    const index = body.hidden('index', from.type, tree.at);
    const last = body.hidden('end', from.type, tree.at);
    return { over: { kind: 'range', from, to: end, index, end: last }, element: from.type, by: 'move' };
  }
  const location = locate(body, tree);
  const { type } = location;
  if (type.kind !== 'array' && type.kind !== 'vector')
    throw new CheckMistake(
      tree.at,
      `${shown(type)} cannot be walked`,
      type.kind === 'map'
        ? 'The keys of a map are not known; keep them in a vector.'
        : 'Arrays, vectors and ranges can.',
    );
  const { element } = type;
  const index = body.hidden('index', types.u64, tree.at);
  if (location.kind === 'storage' && location.path.length === 0 && location.element === undefined) {
    const end = body.hidden('end', types.u64, tree.at);
    const over: ForOver = {
      kind: 'storage',
      slot: location.slot,
      element,
      index,
      end,
      outOfBounds: failures.bounds,
    };
    return { over, element, by: 'move' };
  }
  const subject = readLocation(body, location, 'borrow', tree.at);
  const holder = body.declare('$holder', type, 'hidden', tree.at, isCopy(type) ? 'owned' : 'shared');
  return { over: { kind: 'elements', subject, element, index, holder }, element, by: 'borrow' };
}
