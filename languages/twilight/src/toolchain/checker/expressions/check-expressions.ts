// Expressions: each kind to the part of the checker that knows it.

import type { Span } from '@sonde/front-end';
import { addressMistake } from './address-literals.js';
import type { ExpressionTree, IntTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAssign, checkClear } from './check-assignments.js';
import {
  checkAssert,
  checkEmit,
  checkFormatted,
  checkOld,
  checkPropagate,
  checkRequire,
  checkRevert,
} from './check-failures.js';
import { checkBlock, checkBreak, checkContinue, checkIf, checkReturn } from '../control/check-control.js';
import { checkCall } from './check-calls.js';
import { checkArray, checkRepeat, checkStruct, checkTuple } from './check-composites.js';
import { checkFor, checkLoop, checkWhile } from '../control/check-loops.js';
import { checkMatch } from '../control/check-match.js';
import { checkMethodCall } from '../methods/check-methods.js';
import { checkBinary, checkCast, checkUnary } from './check-operators.js';
import { locate } from './check-places.js';
import { readLocation, type Want } from './locations.js';
import { CheckMistake } from '../mistake.js';
import { requirePure } from './purity.js';
import { resolveType } from '../type-rules/resolve-types.js';
import { unitVariant } from './type-members.js';
import { fits, highest, lowest } from '../type-rules/type-facts.js';
import { constant } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Type } from '../types.js';

/** With the type that it must have; without one, any. */
export function checkAs(
  body: Body,
  tree: ExpressionTree,
  type: Type | undefined,
  want: Want = 'value',
): TypedExpression {
  const typed = checkExpression(body, tree, type, want);
  if (type !== undefined) requireType(typed, type, tree.at);
  return typed;
}

/** `expected` helps literals and generic values to their types; it is not checked here. */
export function checkExpression(
  body: Body,
  tree: ExpressionTree,
  expected: Type | undefined,
  want: Want,
): TypedExpression {
  if (body.assertion !== undefined) requirePure(tree);
  switch (tree.kind) {
    case 'int':
      return checkAddress(body, tree, expected) ?? checkInt(body, tree.value, tree.suffix, expected, tree.at);
    case 'bool':
      return constant(tree.value, body.checker.types.bool, tree.at);
    case 'string':
      return constant(tree.value, body.checker.types.string, tree.at);
    case 'path': {
      const isLocal = tree.path.segments.length === 1 && body.find(tree.path.segments[0]!.text) !== undefined;
      const variant = isLocal ? undefined : unitVariant(body, tree.path, expected);
      return variant ?? readLocation(body, locate(body, tree), want, tree.at);
    }
    case 'storage':
    case 'field':
    case 'index':
      return readLocation(body, locate(body, tree), want, tree.at);
    case 'tuple':
      return checkTuple(body, tree.items, expected, tree.at);
    case 'array':
      return checkArray(body, tree.items, expected, tree.at);
    case 'repeat':
      return checkRepeat(body, tree, expected);
    case 'struct':
      return checkStruct(body, tree, expected);
    case 'call':
      return checkCall(body, tree, expected);
    case 'methodCall':
      return checkMethodCall(body, tree, expected);
    case 'unary':
      return checkUnary(body, tree, expected);
    case 'binary':
      return checkBinary(body, tree, expected);
    case 'propagate':
      return checkPropagate(body, tree);
    case 'cast':
      return checkCast(body, tree);
    case 'zero':
      return { kind: 'zero', type: resolveType(body.checker, tree.type, body.environment), at: tree.at };
    case 'clear':
      return checkClear(body, tree);
    case 'assign':
      return checkAssign(body, tree);
    case 'block':
      return checkBlock(body, tree, expected);
    case 'if':
      return checkIf(body, tree, expected);
    case 'match':
      return checkMatch(body, tree, expected);
    case 'loop':
      return checkLoop(body, tree, expected);
    case 'while':
      return checkWhile(body, tree);
    case 'for':
      return checkFor(body, tree);
    case 'range':
      throw new CheckMistake(tree.at, 'a range stands only behind `in`');
    case 'return':
      return checkReturn(body, tree);
    case 'break':
      return checkBreak(body, tree);
    case 'continue':
      return checkContinue(body, tree.at);
    case 'emit':
      return checkEmit(body, tree);
    case 'require':
      return checkRequire(body, tree);
    case 'revert':
      return checkRevert(body, tree);
    case 'panic':
    case 'print':
      return checkFormatted(body, tree);
    case 'assert':
      return checkAssert(body, tree);
    case 'old':
      return checkOld(body, tree.operand, tree.at);
    case 'placeholder':
      if (body.placeholder === undefined) throw new CheckMistake(tree.at, '`_` stands only in a modifier');
      return body.placeholder(tree.at);
    case 'hole':
      throw new CheckMistake(tree.at, 'a value is missing', 'Only in front of `=` one may be left out.');
  }
}

/** Undefined for a number. Only people at a debugger write addresses and hashes so. */
function checkAddress(body: Body, tree: IntTree, expected: Type | undefined): TypedExpression | undefined {
  if (body.checker.options.atDebugger !== true) return undefined;
  if (expected?.kind !== 'address' && expected?.kind !== 'hash256') return undefined;
  const mistake = addressMistake(tree, expected.kind);
  if (mistake !== undefined) throw new CheckMistake(tree.at, mistake, 'Write all of them.');
  return constant(tree.value, expected, tree.at);
}

/** By its suffix, else as expected, else i64. */
export function checkInt(
  body: Body,
  value: bigint,
  suffix: string | undefined,
  expected: Type | undefined,
  at: Span,
): TypedExpression {
  const { types } = body.checker;
  const type =
    suffix !== undefined
      ? types.int(Number(suffix.slice(1)), suffix[0] === 'i')
      : expected?.kind === 'int'
        ? expected
        : body.isSolidity
          ? types.u256
          : types.i64;
  if (!fits(value, type))
    throw new CheckMistake(
      at,
      `${value} does not fit into ${type.name}`,
      `It holds ${lowest(type)} to ${highest(type)}.`,
    );
  return constant(value, type, at);
}

export function requireType(typed: TypedExpression, type: Type, at: Span): void {
  const found = typed.type;
  if (found === type || found.kind === 'never') return;
  throw new CheckMistake(at, `expected ${shown(type)}, found ${shown(found)}`, conversionHint(found, type));
}

export const shown = (type: Type): string =>
  type.kind === 'unit' ? 'no value' : type.name.replaceAll("'", '');

function conversionHint(from: Type, to: Type): string | undefined {
  if (from.kind === 'unit') return 'Assignments have none, nor have `++` and functions without a result.';
  if (from.kind === 'int' && to.kind === 'int') {
    const always = fits(lowest(from), to) && fits(highest(from), to);
    return always
      ? `Every ${from.name} fits: convert it with \`.into()\` or \`${to.name}::from(…)\`.`
      : `Convert it with \`${to.name}::try_from(…)?\`; a number without a suffix is i64 unless something else is expected.`;
  }
  if (to.kind === 'string') return 'Make text of it with `.to_string()`.';
  if (to.kind === 'enum' && to.family === 'option') return 'Wrap it: Some(…).';
  if (to.kind === 'enum' && to.family === 'result') return 'Wrap it: Ok(…).';
  return undefined;
}
