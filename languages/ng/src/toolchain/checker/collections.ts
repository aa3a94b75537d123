// Arrays, tuples, ranges, spreads, indexes and slices.

import type { Expression, ExpressionOf } from '../ast.js';
import { notice, typeOf } from './expressions.js';
import { mappedElement } from './folds.js';
import { isIntegral, typesMatch } from './matching.js';
import { rejectMoved } from './moves.js';
import { nodeText } from './node-text.js';
import { placeOf } from './places.js';
import { fail, failAt } from './problems.js';
import { sequenceElement } from './sequences.js';
import { noteTraitObject } from './trait-objects.js';
import { accepts } from './traits.js';
import { kindOf } from './type-queries.js';
import {
  dereferenced,
  i32,
  plain,
  tuple,
  typeText,
  untyped,
  vector,
  type Type,
  type TypeOf,
} from './types.js';
import { operandContext, type Context } from './unit-state.js';

export function arrayType(expression: ExpressionOf<'array'>, context: Context): Type {
  const { items } = expression;
  const expected = context.expected === undefined ? undefined : plain(context.expected);
  const wanted = sequenceElement(context.expected, context.state);
  if (items.length === 0) {
    if (context.expected === undefined || wanted === undefined) return vector(untyped);
    if (expected?.kind === 'array') checkLength(expected, 0, expression);
    return context.expected;
  }
  const only = items.length === 1 ? items[0] : undefined;
  if (only?.kind === 'each') return vector(mappedElement(only, context));

  const inner = { ...operandContext(context), expected: wanted };
  let element: Type | undefined;
  for (const item of items) {
    const next = item.kind === 'each' ? mappedElement(item, context) : typeOf(item, inner);
    noteTraitObject(item, wanted, context.notes);
    if (element === undefined || !typesMatch(element, next)) {
      if (element !== undefined && !typesMatch(next, element))
        fail(`Mismatched element type in array literal: ${typeText(element)}, ${typeText(next)}`, item);
      element = next;
    }
    checkElement(item, next, wanted, context);
  }
  if (context.expected !== undefined && expected?.kind === 'array') {
    checkLength(expected, items.length, expression);
    return context.expected;
  }
  if (context.expected?.kind === 'vector') return context.expected;
  return vector(element ?? untyped);
}

/** The original lets any element pass where the type is declared, so that a `vector<i32>` may hold strings. */
function checkElement(item: Expression, given: Type, wanted: Type | undefined, context: Context): void {
  if (wanted === undefined || given.kind === 'untyped') return;
  if (!accepts(wanted, given, context.scope, context.state))
    fail(`Array Element Type Mismatch: ${typeText(given)} to ${typeText(wanted)}`, item);
}

function checkLength({ length }: TypeOf<'array'>, given: number, expression: Expression): void {
  if (length.kind !== 'constant' || length.parameter || length.value === String(given)) return;
  failAt(`Array literal length mismatch: expected ${length.value}, got ${given}`, expression);
}

export function tupleType(expression: ExpressionOf<'tuple'>, context: Context): Type {
  const inner = operandContext(context);
  return tuple(
    expression.items.flatMap(item => {
      if (item.kind !== 'spread') return [typeOf(item, inner)];
      const { type, items } = spreadType(item, inner);
      return items.length > 0 ? items : [type];
    }),
  );
}

/** `items` is empty when their number is not known before the program runs. */
export function spreadType(
  expression: ExpressionOf<'spread'>,
  context: Context,
): { readonly type: Type; readonly items: readonly Type[] } {
  const type = typeOf(expression.of, operandContext(context));
  if (type.kind === 'tuple' || type.kind === 'pack') {
    context.notes.types.set(expression, type);
    return { type, items: type.items };
  }
  const element = sequenceElement(type, context.state);
  if (element !== undefined) return { type: element, items: [] };
  return fail(
    `Invalid spread expression on type, expect tuple, varargs, array, vector, or span, got ${typeText(type)}`,
    expression,
  );
}

export function rangeType(expression: ExpressionOf<'range'>, context: Context): Type {
  const { from, to } = expression;
  if (from === undefined || to === undefined)
    failAt('Open range expressions are only supported inside index access', expression);
  const inner = operandContext(context, true);
  const first = typeOf(from, inner);
  const last = typeOf(to, inner);
  if (!isIndex(first) || !isIndex(last)) failAt('Range expression bounds must be integral', expression);
  const element = typeText(first) === typeText(last) && isIntegral(first) ? first : i32;
  return { kind: 'range', element };
}

const isIndex = (type: Type): boolean => type.kind === 'untyped' || isIntegral(type);

export function indexType(expression: ExpressionOf<'index'>, context: Context): Type {
  const inner = operandContext(context, true);
  const of = dereferenced(typeOf(expression.of, inner));
  const { index } = expression;
  if (of.kind === 'untyped') {
    noticeIndex(index, inner);
    return untyped;
  }
  if (index.kind === 'range') return sliceType(expression, index, of, inner);
  if (index.kind === 'fromEnd') return fromEndType(expression, index, of, inner);
  if (of.kind === 'tuple') return tupleItemType(expression, of, context);

  const element = sequenceElement(of, context.state);
  if (element === undefined)
    fail(`Index accessor on non-contiguous sequence type: ${typeText(of)}`, expression);
  if (!isIndex(typeOf(index, inner))) fail(`Invalid index type for ${kindOf(of)}: ${nodeText(index)}`, index);
  const place = placeOf(expression);
  if (place !== undefined && !context.mayNameMoved) {
    const moved = context.places.movedAround(place);
    if (moved !== undefined) failAt(`Use after move: ${moved}`, expression);
  }
  return element;
}

function noticeIndex(index: Expression, context: Context): void {
  if (index.kind === 'range') {
    for (const bound of [index.from, index.to]) if (bound !== undefined) noticeIndex(bound, context);
  } else if (index.kind === 'fromEnd') notice(index.count, context);
  else notice(index, context);
}

function tupleItemType(expression: ExpressionOf<'index'>, of: TypeOf<'tuple'>, context: Context): Type {
  const { index } = expression;
  typeOf(index, operandContext(context, true));
  const item = index.kind === 'integer' && index.type === 'i32' ? of.items[Number(index.value)] : undefined;
  if (item === undefined) return untyped;
  const place = placeOf(expression);
  if (place !== undefined && !context.mayNameMoved) rejectMoved(place, context, expression);
  return item;
}

function fromEndType(
  expression: ExpressionOf<'index'>,
  { count }: ExpressionOf<'fromEnd'>,
  of: Type,
  inner: Context,
): Type {
  if (!isIndex(typeOf(count, inner)))
    failAt(`From-end index must be integral: ${nodeText(expression.index)}`, expression.index);
  if (of.kind === 'tuple') {
    if (count.kind !== 'integer' || count.type !== 'i32' || count.value <= 0n) return untyped;
    return of.items[of.items.length - Number(count.value)] ?? untyped;
  }
  return (
    sequenceElement(of, inner.state) ??
    fail(`Index accessor on non-contiguous sequence type: ${typeText(of)}`, expression)
  );
}

function sliceType(
  expression: ExpressionOf<'index'>,
  range: ExpressionOf<'range'>,
  of: Type,
  inner: Context,
): Type {
  for (const bound of [range.from, range.to]) {
    if (bound === undefined) continue;
    if (!isIndex(typeOf(bound.kind === 'fromEnd' ? bound.count : bound, inner)))
      failAt(`Range bound must be integral: ${nodeText(bound)}`, bound);
  }
  if (of.kind === 'tuple') return tupleSlice(range, of);
  const element = sequenceElement(of, inner.state);
  if (element === undefined) fail(`Range index on non-contiguous sequence type: ${typeText(of)}`, expression);
  return { kind: 'span', element };
}

function tupleSlice(range: ExpressionOf<'range'>, of: TypeOf<'tuple'>): Type {
  const size = of.items.length;
  const from = staticBound(range.from, 0, size);
  const to = staticBound(range.to, size, size);
  if (from === undefined || to === undefined)
    failAt('Tuple slice bounds must be compile-time non-negative integers', range);
  const end = to + (range.inclusive ? 1 : 0);
  if (from > end || end > size) failAt(`Tuple slice bounds out of range: ${nodeText(range)}`, range);
  return tuple(of.items.slice(from, end));
}

function staticBound(bound: Expression | undefined, absent: number, size: number): number | undefined {
  if (bound === undefined) return absent;
  const literal = bound.kind === 'fromEnd' ? bound.count : bound;
  if (literal.kind !== 'integer' || literal.type !== 'i32' || literal.value < 0n) return undefined;
  const value = Number(literal.value);
  if (bound.kind !== 'fromEnd') return value;
  return value > size ? undefined : size - value;
}
