// Blocks, statements, `if`, and what leaves them.

import type { Span } from '@sonde/front-end';
import type { BlockTree, ExpressionTree, IfTree, LetTree, StatementTree } from '../../syntax/tree.js';
import type { PatternTree } from '../../syntax/pattern-tree.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression, requireType, shown } from '../expressions/check-expressions.js';
import { checkPattern, requireIrrefutable } from './check-patterns.js';
import { constantOf } from '../items/constants.js';
import { CheckMistake } from '../mistake.js';
import { resolveType } from '../type-rules/resolve-types.js';
import { isResult } from '../type-rules/type-facts.js';
import { generated, hiddenBlock, place } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Local, TypedBlock, TypedStatement } from '../typed-places.js';
import type { Type } from '../types.js';

export function checkBlock(body: Body, tree: BlockTree, expected: Type | undefined): TypedBlock {
  return body.within(tree.at, scope => {
    const statements: TypedStatement[] = [];
    let dead = false;
    for (const statement of tree.statements) {
      if (dead) {
        body.checker.problems.lint('unreachable_code', statement.at, 'the program never gets here');
        dead = false;
      }
      const typed = body.checker.recovering(() => checkStatement(body, statement));
      if (typed === undefined) continue;
      statements.push(typed);
      dead = diverges(typed);
    }
    const result = tree.result && checkExpression(body, tree.result, expected, 'value');
    const left = statements.some(diverges);
    const { unit, never } = body.checker.types;
    const type = left ? never : (result?.type ?? unit);
    return {
      kind: 'block',
      type,
      at: tree.at,
      scope,
      statements,
      result,
      resultStops: result !== undefined && stopsBefore(tree.result!),
    };
  });
}

const diverges = (statement: TypedStatement): boolean =>
  statement.kind === 'expression'
    ? statement.expression.type.kind === 'never'
    : statement.kind === 'let' && statement.value.type.kind === 'never';

/** Blocks are only their statements; `while` and `for` stop by themselves, before each turn. */
const stopsBefore = ({ kind }: ExpressionTree): boolean =>
  kind !== 'block' && kind !== 'while' && kind !== 'for';

function checkStatement(body: Body, tree: StatementTree): TypedStatement | undefined {
  switch (tree.kind) {
    case 'let':
      return checkLet(body, tree);
    case 'const': {
      const { scope } = body.environment;
      const definition = { kind: 'const', tree, scope, visibility: 'private', name: tree.name.text } as const;
      const value = constantOf(body.checker, definition, tree.value.at);
      const local = body.declare(tree.name.text, value.type, 'val', tree.name.at);
      body.used.add(local);
      return {
        kind: 'let',
        pattern: bound(local, tree.name.at),
        value,
        at: tree.at,
        stops: true,
        generated: false,
      };
    }
    case 'assertion':
      throw new CheckMistake(
        tree.at,
        tree.assertion === 'invariant'
          ? 'assert_invariant stands first in the body of a loop, or directly in a contract'
          : `assert_${tree.assertion} stands ${tree.assertion === 'pre' ? 'first' : 'last'} in the body of a function`,
      );
    case 'expression': {
      const expression = checkExpression(body, tree.expression, undefined, 'value');
      if (isResult(expression.type))
        body.checker.problems.lint(
          'unused_must_use',
          tree.at,
          'this Result is not handled',
          'Use `?`, `match` or `unwrap`; `val _ = …` drops it.',
        );
      return {
        kind: 'expression',
        expression,
        at: tree.at,
        stops: stopsBefore(tree.expression),
        generated: false,
      };
    }
  }
}

const bound = (local: Local, at: Span) =>
  ({ kind: 'bind', local, use: 'move', inner: undefined, at }) as const;

function checkLet(body: Body, tree: LetTree): TypedStatement {
  try {
    const type = tree.type && resolveType(body.checker, tree.type, body.environment);
    const value = checkAs(body, tree.value, type);
    const found = type ?? value.type;
    if (found.kind === 'unit' && tree.pattern.kind === 'binding')
      throw new CheckMistake(tree.value.at, 'this has no value');
    const pattern = checkPattern(body, tree.pattern, found, {
      kind: tree.mutable ? 'var' : 'val',
      by: 'move',
    });
    requireIrrefutable(pattern, found, tree.pattern.at);
    return { kind: 'let', pattern, value, at: tree.at, stops: true, generated: false };
  } catch (error) {
    for (const name of namesIn(tree.pattern)) body.declareBroken(name);
    throw error;
  }
}

export function* namesIn(pattern: PatternTree): Iterable<string> {
  switch (pattern.kind) {
    case 'binding':
      yield pattern.name.text;
      if (pattern.inner !== undefined) yield* namesIn(pattern.inner);
      break;
    case 'parts':
    case 'tuple':
    case 'list':
      for (const part of pattern.parts) yield* namesIn(part);
      break;
    case 'fields':
      for (const field of pattern.fields) yield* namesIn(field.pattern);
      break;
    default:
      break;
  }
}

export function checkIf(body: Body, tree: IfTree, expected: Type | undefined): TypedExpression {
  const { types } = body.checker;
  const condition = checkAs(body, tree.condition, types.bool);
  const known = expected ?? (tree.else && typeOfArms(body, [tree.then, tree.else]));
  const then = checkBlock(body, tree.then, tree.else === undefined ? undefined : known);
  if (tree.else === undefined) {
    if (then.type.kind !== 'unit' && then.type.kind !== 'never')
      throw new CheckMistake(
        tree.at,
        `this \`if\` gives ${shown(then.type)} and has no \`else\``,
        'Add one, or end the value with ;.',
      );
    return { kind: 'if', condition, then, else: undefined, type: types.unit, at: tree.at };
  }
  const wanted = known ?? (then.type.kind === 'never' ? undefined : then.type);
  const otherwise = checkBlock(body, tree.else, wanted);
  const type = joined(then, otherwise, tree.else.at);
  return { kind: 'if', condition, then, else: otherwise, type, at: tree.at };
}

/** Where the first arm is only a number or None, another says what it is. */
function typeOfArms(body: Body, [first, ...others]: readonly BlockTree[]): Type | undefined {
  const clear = isBare(first!) ? others.find(other => !isBare(other)) : undefined;
  if (clear === undefined) return undefined;
  const { type } = body.tentatively(() => checkBlock(body, clear, undefined));
  return type.kind === 'never' ? undefined : type;
}

/** Its value alone does not tell its type. */
export function isBare({ statements, result }: BlockTree): boolean {
  if (result?.kind === 'block') return isBare(result);
  if (statements.length > 0 || result === undefined) return false;
  if (result.kind === 'if') return isBare(result.then) && (result.else === undefined || isBare(result.else));
  return (
    (result.kind === 'int' && result.suffix === undefined) ||
    (result.kind === 'path' && result.path.segments.at(-1)!.text === 'None')
  );
}

/** Both have one type, or one of them does not come back. */
export function joined(first: TypedExpression, second: TypedExpression, at: Span): Type {
  if (first.type.kind === 'never') return second.type;
  requireType(second, first.type, at);
  return first.type;
}

export function checkReturn(body: Body, tree: Extract<ExpressionTree, { kind: 'return' }>): TypedExpression {
  const { types } = body.checker;
  const { exit } = body;
  if (tree.value === undefined && exit.type.kind !== 'unit')
    throw new CheckMistake(tree.at, `this function gives ${shown(exit.type)}`, 'Return a value.');
  const value = tree.value && checkAs(body, tree.value, exit.type);
  return leave(body, value, tree.at, types.never);
}

/** Out of the function, or out of a region with the value in its local. */
export function leave(
  body: Body,
  value: TypedExpression | undefined,
  at: Span,
  never: Type,
): TypedExpression {
  const { region, result } = body.exit;
  if (region === undefined) return { kind: 'return', value, type: never, at };
  const left: TypedExpression = { kind: 'leave', region, type: never, at };
  if (value === undefined) return left;
  const kept: TypedExpression =
    result === undefined
      ? value
      : { kind: 'assign', place: place(result), value, type: body.checker.types.unit, at };
  return body.within(at, scope => hiddenBlock(scope, [generated(kept)], left, never, at));
}

export function checkBreak(body: Body, tree: Extract<ExpressionTree, { kind: 'break' }>): TypedExpression {
  const open = body.loops.at(-1);
  const { never, unit } = body.checker.types;
  if (open === undefined) throw new CheckMistake(tree.at, 'there is no loop to leave here');
  if (tree.value !== undefined && !open.hasValue)
    throw new CheckMistake(tree.value.at, 'only `loop` has a value', 'Assign it to a variable before.');
  open.broken = true;
  if (tree.value === undefined) {
    if (open.value !== undefined && open.value !== unit)
      throw new CheckMistake(tree.at, `this loop gives ${shown(open.value)}`);
    open.value = unit;
    return { kind: 'break', loop: open.loop, value: undefined, type: never, at: tree.at };
  }
  const value = checkAs(body, tree.value, open.value);
  open.value = value.type;
  return { kind: 'break', loop: open.loop, value, type: never, at: tree.at };
}

export function checkContinue(body: Body, at: Span): TypedExpression {
  const open = body.loops.at(-1);
  if (open === undefined) throw new CheckMistake(at, 'there is no loop here');
  return { kind: 'continue', loop: open.loop, type: body.checker.types.never, at };
}
