// The types of expressions. Each kind of them has its rules in a file of its own.

import type { Expression } from '../ast.js';
import { SourceProblem } from '../source.js';
import { assignmentType } from './assignments.js';
import { callType, instanceType, pipeType } from './calls.js';
import { arrayType, indexType, rangeType, spreadType, tupleType } from './collections.js';
import { hintForName } from './hints.js';
import { memberType, qualifiedCallType } from './members.js';
import { newType } from './new-object.js';
import { nodeText } from './node-text.js';
import { binaryType, castType, unaryType } from './operators.js';
import { fail, failAt } from './problems.js';
import { isFloat, isIntegral } from './matching.js';
import { bool, primitive, string, unit, untyped, type Type } from './types.js';
import type { Context } from './unit-state.js';

export function typeOf(expression: Expression, context: Context): Type {
  const type = find(expression, context);
  if (type.kind !== 'untyped') context.notes.types.set(expression, type);
  return type;
}

/**
 * For what the original compiler does not look at: whatever is wrong there shows only when the program runs, but the
 * code generator and the debugger want to know what can be known.
 */
export function notice(expression: Expression, context: Context): void {
  try {
    typeOf(expression, {
      ...context,
      places: context.places.copy(),
      expected: undefined,
      mayNameMoved: false,
      quiet: true,
    });
  } catch (problem) {
    if (!(problem instanceof SourceProblem)) throw problem;
  }
}

function find(expression: Expression, context: Context): Type {
  switch (expression.kind) {
    case 'integer':
      if (expression.type === 'i32' && context.expected !== undefined && isIntegral(context.expected))
        return context.expected;
      return primitive(expression.type);
    case 'float':
      if (expression.type === 'f64' && context.expected !== undefined && isFloat(context.expected))
        return context.expected;
      return primitive(expression.type);
    case 'string':
      return string;
    case 'boolean':
      return bool;
    case 'unit':
      return unit;
    case 'name':
      return nameType(expression, context);
    case 'binary':
      return binaryType(expression, context);
    case 'unary':
      return unaryType(expression, context);
    case 'call':
      return callType(expression, context);
    case 'instance':
      return instanceType(expression, context);
    case 'pipe':
      return pipeType(expression, context);
    case 'member':
      return memberType(expression, context);
    case 'qualified':
      return qualifiedCallType(expression, expression.trait, undefined, expression.args, context);
    case 'index':
      return indexType(expression, context);
    case 'range':
      return rangeType(expression, context);
    case 'fromEnd':
      return failAt(
        `From-end index is only supported inside index access: ${nodeText(expression)}`,
        expression,
      );
    case 'assign':
      return assignmentType(expression, context);
    case 'is':
      notice(expression.of, context);
      return bool;
    case 'typeof':
      notice(expression.of, context);
      return untyped;
    case 'cast':
      return castType(expression, context);
    case 'array':
      return arrayType(expression, context);
    case 'tuple':
      return tupleType(expression, context);
    case 'spread':
      return spreadType(expression, context).type;
    case 'each':
      return failAt(
        `Postfix fold expression is only supported in array literals or fold calls: ${nodeText(expression)}`,
        expression,
      );
    case 'new':
      return newType(expression, context);
  }
}

function nameType(expression: Extract<Expression, { kind: 'name' }>, context: Context): Type {
  const { name } = expression;
  const type = context.scope.lookup(name);
  if (type === undefined) {
    if (context.state.anyNameMayExist) return untyped;
    return fail(`Unknown type for object: ${name}`, expression, hintForName(name, context.scope));
  }
  if (!context.mayNameMoved) {
    if (context.places.isMoved(name)) failAt(`Use after move: ${name}`, expression);
    if (context.places.movedInside(name)) failAt(`Use after partial move: ${name}`, expression);
  }
  return type;
}
