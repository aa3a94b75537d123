// Methods of numbers: the explicit forms of arithmetic.

import type { ExpressionTree, MethodCallTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression, shown } from '../expressions/check-expressions.js';
import { converted } from '../expressions/check-operators.js';
import { CheckMistake } from '../mistake.js';
import { arithmeticFailures, failures } from '../typed-make.js';
import type { ArithmeticMode, ArithmeticOperator, TypedExpression } from '../typed-expressions.js';
import type { Type } from '../types.js';

const explicit = /^(checked|wrapping|saturating)_(add|sub|mul|div|rem|pow|neg)$/;

export const numberMethods: readonly string[] = [
  ...[
    'checked_add',
    'checked_sub',
    'checked_mul',
    'checked_div',
    'checked_rem',
    'checked_pow',
    'checked_neg',
  ],
  ...['wrapping_add', 'wrapping_sub', 'wrapping_mul', 'wrapping_neg', 'wrapping_pow'],
  ...['saturating_add', 'saturating_sub', 'saturating_mul', 'saturating_pow'],
  ...['pow', 'min', 'max', 'into', 'try_into'],
];

export function checkNumberMethod(
  body: Body,
  tree: MethodCallTree,
  target: () => TypedExpression,
  expected: Type | undefined,
): TypedExpression | undefined {
  const { name, args, at } = tree;
  if (!numberMethods.includes(name.text)) return undefined;
  const left = asValue(target());
  const { type } = left;
  if (type.kind !== 'int') return undefined;
  const { types } = body.checker;
  const found = explicit.exec(name.text);
  const wants = /neg$|into$/.test(name.text) ? 0 : 1;
  if (args.length !== wants)
    throw new CheckMistake(
      at,
      `${name.text} takes ${wants === 0 ? 'nothing' : 'one argument'}, not ${args.length}`,
    );
  if (name.text === 'into') return checkInto(left, expected, at);
  if (name.text === 'try_into') return checkTryInto(body, left, expected, at);
  const right =
    args[0] === undefined
      ? undefined
      : /^(?:wrapping_)?pow$/.test(name.text) && body.isSolidity
        ? checkExponent(body, args[0])
        : checkAs(body, args[0], /pow$/.test(name.text) ? types.u32 : type);
  if (name.text === 'min' || name.text === 'max')
    return { kind: 'builtIn', operation: name.text, args: [left, right!], type, at };
  const mode: ArithmeticMode =
    found === null ? 'checked' : found[1] === 'checked' ? 'option' : (found[1] as ArithmeticMode);
  const result = mode === 'option' ? types.option(type) : type;
  if (found?.[2] === 'neg') {
    const overflow = failures.overflow('-', type);
    return { kind: 'negate', mode, operandType: type, operand: left, overflow, type: result, at };
  }
  const operator = (found?.[2] ?? 'pow') as ArithmeticOperator;
  return {
    kind: 'arithmetic',
    operator,
    mode,
    operand: type,
    left,
    right: right!,
    ...arithmeticFailures(operator, type),
    type: result,
    at,
  };
}

/** Of `**`: numbers of solidity are wide. */
function checkExponent(body: Body, tree: ExpressionTree): TypedExpression {
  const exponent = checkExpression(body, tree, body.checker.types.u32, 'value');
  if (exponent.type.kind === 'int' && !exponent.type.signed) return exponent;
  throw new CheckMistake(tree.at, `an exponent is uint8 to uint256, not ${shown(exponent.type)}`);
}

/** Numbers are copied, however they are looked at. */
const asValue = (value: TypedExpression): TypedExpression =>
  value.kind === 'read' && value.use === 'borrow' && value.type.kind === 'int'
    ? { ...value, use: 'copy' }
    : value;

function checkInto(
  value: TypedExpression,
  expected: Type | undefined,
  at: MethodCallTree['at'],
): TypedExpression {
  if (expected?.kind !== 'int')
    throw new CheckMistake(
      at,
      'what this is to become is not known',
      'Declare the type, or write T::from(x).',
    );
  return converted(value, expected, 'widen', expected, at);
}

function checkTryInto(
  body: Body,
  value: TypedExpression,
  expected: Type | undefined,
  at: MethodCallTree['at'],
): TypedExpression {
  const to =
    expected?.kind === 'enum' && expected.family === 'result'
      ? expected.variants[0]!.fields[0]!.type
      : undefined;
  if (to?.kind !== 'int')
    throw new CheckMistake(at, 'what this is to become is not known', 'Write T::try_from(x).');
  const { types } = body.checker;
  return converted(value, to, 'try', types.result(to, types.string), at);
}
