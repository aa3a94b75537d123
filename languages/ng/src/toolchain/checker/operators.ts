// Operators, references, moves and casts.

import type { ExpressionOf } from '../ast.js';
import { typeOf } from './expressions.js';
import { hintForOperands } from './hints.js';
import { isBool, isFloat, isIntegral, isScalar, isSigned, matches, typesMatch } from './matching.js';
import { placeOf } from './places.js';
import { fail, failAt } from './problems.js';
import { resolveType } from './resolve-type.js';
import { kindOf } from './type-queries.js';
import { bool, dereferenced, plain, reference, typeText, untyped, type Type } from './types.js';
import { operandContext, type Context } from './unit-state.js';
import { rejectBorrowed } from './moves.js';
import { widened } from './variants.js';

type Binary = ExpressionOf<'binary'>;

export function binaryType(expression: Binary, context: Context): Type {
  const inner = operandContext(context);
  const left = typeOf(expression.left, inner);
  const right = typeOf(expression.right, inner);
  if (left.kind === 'untyped' || right.kind === 'untyped') return untyped;
  if (isScalar(left)) return scalarOperation(expression, left, right);
  if (left.kind === 'vector') {
    if (expression.operator !== '<<') failAt('Unsupported operator for vector types', expression);
    if (typesMatch(left.element, right)) return left;
    return failAt(`Invalid element type for array push: ${typeText(right)}`, expression, expression.right);
  }
  if (left.kind === 'array' || left.kind === 'span')
    return failAt(`Unsupported operator for ${kindOf(left)} types`, expression);
  return failAt(`Unsupported type for binary expression: ${typeText(left)}`, expression);
}

function scalarOperation(expression: Binary, left: Type, right: Type): Type {
  const { operator } = expression;
  switch (operator) {
    case '%':
    case '<<':
    case '>>':
      if (!isIntegral(left)) fail(`Invalid type for modulus: ${typeText(left)}`, expression);
      return operator === '%' ? arithmetic(expression, left, right) : left;
    case '+':
    case '-':
    case '*':
    case '/':
      return arithmetic(expression, left, right);
    case '==':
    case '!=':
    case '<':
    case '>':
    case '<=':
    case '>=':
      if (typesMatch(left, right) || typesMatch(right, left) || sameFamily(left, right)) return bool;
      return mismatch('comparison operators', expression, left, right);
    case '&&':
    case '||':
      if (isBool(left) && isBool(right)) return bool;
      return failAt('Logical operators require boolean operands', expression);
    default:
      return failAt('Unsupported operator for primitive types', expression);
  }
}

function arithmetic(expression: Binary, left: Type, right: Type): Type {
  if (typesMatch(left, right)) return left;
  if (typesMatch(right, left)) return right;
  if (sameFamily(left, right)) return left;
  return mismatch('arithmetic operation', expression, left, right);
}

/** All whole numbers go together, and all fractions. */
const sameFamily = (left: Type, right: Type): boolean =>
  (isIntegral(left) && isIntegral(right)) || (isFloat(left) && isFloat(right));

function mismatch(what: string, expression: Binary, left: Type, right: Type): never {
  fail(
    `Mismatch type on ${what}: ${typeText(left)}, ${typeText(right)}`,
    expression,
    hintForOperands(expression.left, expression.operator, expression.right),
  );
}

export function unaryType(expression: ExpressionOf<'unary'>, context: Context): Type {
  const { operator, operand } = expression;
  const type = typeOf(operand, operandContext(context, context.mayNameMoved));
  switch (operator) {
    case '-':
      if (isSigned(type) || isFloat(type)) return type;
      return fail('Invalid operand type for negate operation.', expression);
    case '!':
      return bool;
    case '?':
      return fail('Not supported operator QUERY (?).', expression);
    case 'ref':
    case '&':
      if (!isPlace(operand)) fail('Reference operator requires an lvalue.', expression);
      if (plain(type).kind === 'reference')
        fail('Reference operator cannot take a reference value.', expression);
      return reference(widened(type, context.scope));
    case '*': {
      const seen = plain(type);
      if (seen.kind === 'reference') return seen.target;
      return fail(`Cannot dereference non-reference type: ${typeText(type)}`, expression);
    }
    case 'move':
      checkMove(expression, context);
      return type;
  }
}

const isPlace = (expression: ExpressionOf<'unary'>['operand']): boolean =>
  expression.kind === 'name' ||
  (expression.kind === 'member' && expression.trait === undefined) ||
  expression.kind === 'index' ||
  (expression.kind === 'unary' && expression.operator === '*');

function checkMove(expression: ExpressionOf<'unary'>, context: Context): void {
  const { operand } = expression;
  if (!isPlace(operand)) fail('Move operator requires a movable place.', expression);
  if (operand.kind === 'unary' && operand.operand.kind === 'name') {
    const alias = operand.operand.name;
    const target = context.places.borrowOf(alias);
    if (target !== undefined)
      failAt(`Cannot move borrowed place through ref alias: ${alias} aliases ${target}`, expression);
  }
  if (operand.kind === 'index') {
    const of = dereferenced(typeOf(operand.of, operandContext(context, true)));
    if (of.kind !== 'tuple' || operand.index.kind !== 'integer' || operand.index.type !== 'i32')
      fail('Move from indexed place only supports tuple constant indexes.', expression);
  }
  const place = placeOf(operand);
  if (place === undefined) return;
  rejectBorrowed('move', place, context, expression);
  context.places.move(place);
}

export function castType(expression: ExpressionOf<'cast'>, context: Context): Type {
  const given = typeOf(expression.of, operandContext(context));
  const wanted = resolveType(expression.type, context.scope, context.state);
  if (isScalar(given) && isScalar(wanted)) return wanted;
  if (wanted.kind === 'newtype' && (given.kind === 'untyped' || matches(wanted.wrapped, given)))
    return wanted;
  if (given.kind === 'newtype' && (wanted.kind === 'untyped' || matches(wanted, given.wrapped)))
    return wanted;
  if (given.kind === 'alias' && (matches(given.target, wanted) || matches(wanted, given.target)))
    return wanted;
  if (wanted.kind === 'alias' && (matches(wanted.target, given) || matches(given, wanted.target)))
    return wanted;
  return failAt(`Invalid cast from ${typeText(given)} to ${typeText(wanted)}`, expression);
}
