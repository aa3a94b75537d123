// `[f(xs)...]`, `[p(xs)?...]`, `op(xs..., init)` and `op(init, xs...)`.

import type { Expression, ExpressionOf } from '../ast.js';
import { typeOf } from './expressions.js';
import { isBool } from './matching.js';
import { failAt } from './problems.js';
import { sequenceElement } from './sequences.js';
import { accepts } from './traits.js';
import { typeText, type Type } from './types.js';
import { operandContext, type Context } from './unit-state.js';
import { canTake } from './arguments.js';

/** What the array holds that a map or a filter makes. */
export function mappedElement(each: ExpressionOf<'each'>, context: Context): Type {
  const call = each.of;
  if (call.kind !== 'call' || call.args.length !== 1)
    failAt('Map/filter fold expects a single-argument function call', each);
  const driver = call.args[0];
  if (driver?.kind !== 'name') failAt('Map/filter fold driver must be a single sequence identifier', each);

  const inner = operandContext(context);
  const sequence = typeOf(driver, inner);
  const element = sequenceElement(sequence, context.state);
  if (element === undefined)
    failAt(`Map/filter fold driver must be a Sequence-compatible type: ${typeText(sequence)}`, each);

  // Inside the call the name of the sequence means one element.
  const scope = context.scope.inner();
  scope.declare(driver.name, element);
  const result = typeOf(call, { ...inner, scope });
  context.notes.types.set(driver, sequence);
  const instance = context.notes.instances.get(call);
  if (instance !== undefined) context.notes.instances.set(each, instance);
  if (!each.filter) return result;
  if (!isBool(result)) failAt('Filter fold expression must return bool', each);
  return element;
}

/** Undefined when no argument is a fold. */
export function foldType(
  call: Expression,
  callee: Expression,
  args: readonly Expression[],
  context: Context,
): Type | undefined {
  const folds = args.filter((arg): arg is ExpressionOf<'each'> => arg.kind === 'each');
  const [fold] = folds;
  if (fold === undefined) return undefined;
  if (folds.length > 1) failAt('Fold call supports only one postfix fold pack', call);
  const init = args.find(arg => arg !== fold);
  if (args.length !== 2 || init === undefined)
    failAt('Fold call expects `op(xs..., init)` or `op(init, xs...)`', call);
  if (fold.filter) failAt('Filter marker `?...` is only supported in array literals', fold);

  const inner = operandContext(context);
  const operator = typeOf(callee, inner);
  if (operator.kind !== 'function') failAt('Fold call requires a non-generic function value', call);
  if (operator.parameters.length !== 2)
    failAt(`Fold call operator must be binary: ${typeText(operator)}`, call);
  const sequence = typeOf(fold.of, inner);
  const element = sequenceElement(sequence, context.state);
  if (element === undefined)
    failAt(`Fold pack must be a Sequence-compatible value: ${typeText(sequence)}`, fold);
  const accumulator = typeOf(init, inner);
  const given = args[0] === fold ? [element, accumulator] : [accumulator, element];
  if (!canTake(operator, given, context))
    failAt(`Invalid fold operator argument types for function: ${typeText(operator)}`, call);
  if (!accepts(accumulator, operator.result, context.scope, context.state))
    failAt(
      `Fold operator return type must match accumulator type: ${typeText(operator.result)} to ${typeText(accumulator)}`,
      call,
    );
  return accumulator;
}
