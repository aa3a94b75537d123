// `x := e`, `a.b := e`, `*r := e`, `a[i] := e`.

import type { Expression, ExpressionOf } from '../ast.js';
import { typeOf } from './expressions.js';
import { hintForName } from './hints.js';
import { isIntegral, typesMatch } from './matching.js';
import { bindName, rejectBorrowed } from './moves.js';
import { nodeText } from './node-text.js';
import { borrowedBy, placeOf } from './places.js';
import { fail, failAt } from './problems.js';
import { sequenceElement } from './sequences.js';
import { noteTraitObject } from './trait-objects.js';
import { accepts } from './traits.js';
import { kindOf } from './type-queries.js';
import { dereferenced, typeText, type Type } from './types.js';
import { operandContext, type Context } from './unit-state.js';

type Assignment = ExpressionOf<'assign'>;

export function assignmentType(expression: Assignment, context: Context): Type {
  const { target, value } = expression;
  if (target.kind === 'index') return elementAssignment(expression, target, context);

  const wanted = targetType(target, context);
  const given = typeOf(value, operandContext(context, context.mayNameMoved));
  if (!accepts(wanted, given, context.scope, context.state))
    failAt(`Invalid assignment type: ${typeText(given)} to ${typeText(wanted)}`, expression, value);
  noteTraitObject(value, wanted, context.notes);
  const place = placeOf(target);
  if (place !== undefined) {
    rejectBorrowed('assign', place, context, expression);
    if (target.kind === 'name') bindName(place, borrowedBy(value), context);
    else context.places.restore(place);
  }
  return wanted;
}

/** Naming a variable to give it a value does not read it. */
function targetType(target: Expression, context: Context): Type {
  if (target.kind !== 'name') return typeOf(target, operandContext(context, true));
  const type = context.scope.lookup(target.name);
  if (type === undefined)
    failAt(
      `Unknown type for object: ${target.name}`,
      target,
      target,
      hintForName(target.name, context.scope),
    );
  if (type.kind !== 'untyped') context.notes.types.set(target, type);
  return type;
}

function elementAssignment(expression: Assignment, target: ExpressionOf<'index'>, context: Context): Type {
  const inner = operandContext(context, true);
  const of = dereferenced(typeOf(target.of, inner));
  const element = sequenceElement(of, context.state);
  if (element === undefined && of.kind !== 'tuple')
    fail(`Index assignment on non-contiguous sequence type: ${typeText(of)}`, target);
  const name = element === undefined ? 'tuple' : kindOf(of);
  const index = typeOf(target.index, inner);
  if (!isIntegral(index)) fail(`Invalid index type for ${name}: ${nodeText(target.index)}`, target.index);

  const given = typeOf(expression.value, inner);
  const wanted = element ?? tupleItem(of, target.index);
  if (!typesMatch(wanted, given))
    fail(`Invalid value type for ${name} assignment: ${typeText(given)}`, expression.value);
  const place = placeOf(target);
  if (place !== undefined) {
    rejectBorrowed('assign', place, context, expression);
    context.places.restore(place);
  }
  return wanted;
}

function tupleItem(of: Type, index: Expression): Type {
  if (index.kind !== 'integer' || index.type !== 'i32')
    failAt('Tuple index assignment requires a constant integer index.', index);
  const item = of.kind === 'tuple' ? of.items[Number(index.value)] : undefined;
  return item ?? failAt(`Tuple index out of range: ${index.value}`, index);
}
