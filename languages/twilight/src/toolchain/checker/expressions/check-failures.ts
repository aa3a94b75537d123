// What ends a transaction, what it tells, and `?`.

import type { Span } from '@sonde/front-end';
import type { ExpressionTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { leave } from '../control/check-control.js';
import { checkAs, checkExpression, requireType, shown } from './check-expressions.js';
import { CheckMistake } from '../mistake.js';
import { resolvePath } from '../items/resolve-paths.js';
import { resolveType } from '../type-rules/resolve-types.js';
import {
  errorType,
  innerType,
  isComparable,
  isDisplayable,
  isOption,
  isResult,
} from '../type-rules/type-facts.js';
import { compare, hiddenBlock, letHidden, read, variantArm, variantOf } from '../typed-make.js';
import type { TextPart, TypedExpression } from '../typed-expressions.js';

export function checkRequire(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'require' }>,
): TypedExpression {
  const { bool, unit } = body.checker.types;
  if (tree.message === undefined && !body.isSolidity)
    throw new CheckMistake(tree.at, 'require takes a condition and a text');
  const condition = checkAs(body, tree.condition, bool);
  return {
    kind: 'require',
    condition,
    message: tree.message ?? 'requirement failed',
    type: unit,
    at: tree.at,
  };
}

/** `E(1,2)`, and behind it the words of the arguments. */
export function checkRevert(body: Body, tree: Extract<ExpressionTree, { kind: 'revert' }>): TypedExpression {
  const { never } = body.checker.types;
  if (tree.error === undefined)
    return {
      kind: 'revert',
      message: [tree.message ?? 'reverted'],
      abi: undefined,
      type: never,
      at: tree.at,
    };
  const { path, args } = tree.error;
  const found = resolvePath(body.checker, path, body.environment.scope);
  if (found?.kind !== 'error') throw new CheckMistake(path.at, `there is no error ${path.segments[0]!.text}`);
  const { parameters } = found.tree;
  if (args.length !== parameters.length)
    throw new CheckMistake(
      tree.at,
      `${found.tree.name.text} takes ${parameters.length} values, not ${args.length}`,
    );
  return body.within(tree.at, scope => {
    const locals = args.map((arg, nth) => {
      const type = resolveType(body.checker, parameters[nth]!.type, body.environment);
      if (!isDisplayable(type))
        throw new CheckMistake(parameters[nth]!.type.at, `an error cannot hold ${shown(type)}`);
      const value = checkAs(body, arg, type);
      return { local: body.hidden('argument', type, arg.at), value };
    });
    const values = locals.map(({ local }) => read(local, tree.at, 'borrow'));
    const message = values.flatMap((value, nth): TextPart[] => (nth === 0 ? [value] : [',', value]));
    const revert: TypedExpression = {
      kind: 'revert',
      message: [`${found.tree.name.text}(`, ...message, ')'],
      abi: values,
      type: never,
      at: tree.at,
    };
    const statements = locals.map(({ local, value }) => letHidden(local, value));
    return hiddenBlock(scope, statements, revert, never, tree.at);
  });
}

/** `{}` holes; `{{` and `}}` are braces. */
export function checkFormatted(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'print' | 'panic' }>,
): TypedExpression {
  const { never, unit } = body.checker.types;
  const parts: TextPart[] = [];
  let used = 0;
  for (const piece of tree.format.split(/(\{\{|\}\}|\{\}|[{}])/)) {
    if (piece === '{' || piece === '}')
      throw new CheckMistake(
        tree.at,
        `a single ${piece} in a text with holes`,
        'Holes are {}; write {{ and }} for braces.',
      );
    if (piece !== '{}') {
      if (piece !== '') parts.push(piece === '{{' ? '{' : piece === '}}' ? '}' : piece);
      continue;
    }
    const arg = tree.args[used++];
    if (arg === undefined) throw new CheckMistake(tree.at, 'there are more holes than values');
    const value = checkExpression(body, arg, undefined, 'borrow');
    if (!isDisplayable(value.type))
      throw new CheckMistake(
        arg.at,
        `${shown(value.type)} has no text`,
        'Show its parts, or look at it in the debugger.',
      );
    parts.push(value);
  }
  if (used < tree.args.length)
    throw new CheckMistake(tree.args[used]!.at, 'there is no hole for this value', 'Write {} for it.');
  return tree.kind === 'print'
    ? { kind: 'print', parts, type: unit, at: tree.at }
    : { kind: 'panic', message: parts, type: never, at: tree.at };
}

export function checkEmit(body: Body, tree: Extract<ExpressionTree, { kind: 'emit' }>): TypedExpression {
  const found = resolvePath(body.checker, tree.event, body.environment.scope);
  if (found?.kind !== 'event')
    throw new CheckMistake(tree.event.at, `there is no event ${tree.event.segments.at(-1)!.text}`);
  const { event } = found;
  if (body.contract?.events.includes(event) !== true)
    throw new CheckMistake(tree.event.at, `${event.name} is an event of another contract`);
  if (tree.args.length !== event.parameters.length)
    throw new CheckMistake(
      tree.at,
      `${event.name} takes ${event.parameters.length} values, not ${tree.args.length}`,
    );
  const args = tree.args.map((arg, nth) => checkAs(body, arg, event.parameters[nth]!.type, 'borrow'));
  return { kind: 'emit', event, args, type: body.checker.types.unit, at: tree.at };
}

export function checkAssert(body: Body, tree: Extract<ExpressionTree, { kind: 'assert' }>): TypedExpression {
  const { bool, unit } = body.checker.types;
  const { at } = tree;
  if (tree.equals === undefined) {
    const condition = checkAs(body, tree.condition, bool);
    const message = tree.message ?? 'assertion failed';
    return { kind: 'assert', condition, compared: undefined, message, type: unit, at };
  }
  const message = tree.message ?? 'assertion failed: values differ';
  return body.within(at, scope => {
    const bare = tree.condition.kind === 'int' && tree.condition.suffix === undefined;
    const second = bare ? checkExpression(body, tree.equals!, undefined, 'borrow') : undefined;
    const first = checkAs(body, tree.condition, second?.type, 'borrow');
    const other = second ?? checkAs(body, tree.equals!, first.type, 'borrow');
    if (!isComparable(first.type))
      throw new CheckMistake(at, `values of ${shown(first.type)} cannot be compared`);
    const holds = first.type.kind === 'int' || first.type.kind === 'bool' ? 'owned' : 'shared';
    const left = body.declare('$left', first.type, 'hidden', at, holds);
    const right = body.declare('$right', first.type, 'hidden', at, holds);
    const keep = (local: typeof left, value: TypedExpression) =>
      ({
        kind: 'let',
        pattern: { kind: 'bind', local, use: holds === 'owned' ? 'copy' : 'borrow', inner: undefined, at },
        value,
        at,
        stops: false,
        generated: true,
      }) as const;
    const condition = compare(body, 'eq', read(left, at, 'borrow'), read(right, at, 'borrow'), at);
    const check: TypedExpression = {
      kind: 'assert',
      condition,
      compared: [left, right],
      message,
      type: unit,
      at,
    };
    return hiddenBlock(scope, [keep(left, first), keep(right, other)], check, unit, at);
  });
}

/** `expr?`: goes on with what is in it, or gives the error to the caller. */
export function checkPropagate(
  body: Body,
  tree: Extract<ExpressionTree, { kind: 'propagate' }>,
): TypedExpression {
  const { at } = tree;
  const subject = checkExpression(body, tree.operand, undefined, 'value');
  const { type } = subject;
  const { never } = body.checker.types;
  const { type: result } = body.exit;
  if (isResult(type)) {
    if (!isResult(result) || errorType(result) !== errorType(type))
      throw new CheckMistake(
        at,
        `\`?\` gives ${shown(errorType(type))} to the caller, and this function gives ${shown(result)}`,
        `Let the function give Result<…, ${shown(errorType(type))}>.`,
      );
    const arms = [
      variantArm(body, type, 'Ok', at, value => read(value!, at)),
      variantArm(body, type, 'Err', at, value =>
        leave(body, variantOf(result, 'Err', read(value!, at), at), at, never),
      ),
    ];
    return { kind: 'match', subject, arms, origin: '?', type: innerType(type), at };
  }
  if (!isOption(type)) throw new CheckMistake(at, `\`?\` is for Result and Option, not for ${shown(type)}`);
  if (!isOption(result))
    throw new CheckMistake(
      at,
      `\`?\` gives None to the caller, and this function gives ${shown(result)}`,
      'Write `.ok_or(…)?`.',
    );
  const arms = [
    variantArm(body, type, 'Some', at, value => read(value!, at)),
    variantArm(body, type, 'None', at, () =>
      leave(body, variantOf(result, 'None', undefined, at), at, never),
    ),
  ];
  return { kind: 'match', subject, arms, origin: '?', type: innerType(type), at };
}

/** The value that something had when the function began. */
export function checkOld(body: Body, tree: ExpressionTree, at: Span): TypedExpression {
  const { assertion } = body;
  if (assertion?.post !== true) throw new CheckMistake(at, '`old` stands only in assert_post');
  const value = checkExpression(body, tree, undefined, 'value');
  requireType(value, value.type, at);
  const local = body.hidden('old', value.type, at);
  assertion.olds.push({ local, value });
  return read(local, at, 'borrow');
}
