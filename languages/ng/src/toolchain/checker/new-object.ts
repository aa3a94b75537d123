// `new P { x: 1 }`, `new Ok { v: 1 }`.

import type { ExpressionOf } from '../ast.js';
import { notice, typeOf } from './expressions.js';
import { hashOrder } from './hash-order.js';
import { typesMatch } from './matching.js';
import { typeNodeText } from './node-text.js';
import { failAt } from './problems.js';
import { resolveType } from './resolve-type.js';
import {
  primitiveNamed,
  reference,
  typeText,
  untyped,
  type RecordType,
  type Type,
  type UnionType,
} from './types.js';
import { operandContext, type Context } from './unit-state.js';
import { unionWith, variantOf } from './variants.js';

type New = ExpressionOf<'new'>;

export function newType(expression: New, context: Context): Type {
  const { type: node } = expression;
  const isUnknownName =
    node.kind === 'named' &&
    node.args.length === 0 &&
    primitiveNamed(node.name) === undefined &&
    !context.scope.has(node.name);
  const name = node.kind === 'named' ? node.name : typeNodeText(node);
  if (isUnknownName) {
    const union = unionWith(name, context.scope);
    if (union !== undefined) return newVariant(expression, name, union, context);
    for (const { value } of expression.fields) notice(value, context);
    return untyped;
  }
  const type = resolveType(node, context.scope, context.state);
  if (type.kind === 'untyped') return untyped;
  if (type.kind !== 'record') failAt(`Invalid type for new object: ${typeNodeText(node)}`, expression);
  return newRecord(expression, type, context);
}

/** Fields in the order in which the original goes through them. */
function fieldsOf({ fields }: New): New['fields'] {
  const last = new Map(fields.map(field => [field.name.text, field]));
  return hashOrder(last.keys()).flatMap(name => last.get(name) ?? []);
}

function newRecord(expression: New, record: RecordType, context: Context): Type {
  if (record.shape === 'abstract')
    failAt(`Abstract type cannot be constructed with new: ${record.name}`, expression);
  if (record.shape === 'native')
    failAt(`Native opaque type cannot be constructed with new: ${record.name}`, expression);
  const inner = operandContext(context);
  const given = fieldsOf(expression);
  for (const { name, value } of given) {
    const wanted = record.properties.get(name.text);
    if (wanted === undefined) failAt(`Unknown property '${name.text}' for type ${record.name}`, value, name);
    const type = typeOf(value, { ...inner, expected: wanted });
    if (type.kind !== 'untyped' && !typesMatch(wanted, type))
      failAt(`Property type mismatch for '${name.text}': ${typeText(type)} to ${typeText(wanted)}`, value);
  }
  const names = new Set(given.map(({ name }) => name.text));
  for (const name of hashOrder(record.properties.keys()))
    if (!names.has(name)) failAt(`Missing property '${name}' for type ${record.name}`, expression);
  return reference(record);
}

function newVariant(expression: New, name: string, union: UnionType, context: Context): Type {
  const variant = union.variants.get(name);
  if (variant === undefined) return untyped;
  const { payload, names } = variant;
  if (names.length !== payload.length)
    failAt(
      `new on tagged union variant '${name}' requires named payload fields for every payload`,
      expression,
    );
  const inner = operandContext(context);
  const given = fieldsOf(expression);
  for (const { name: field, value } of given) {
    const wanted = payload[names.indexOf(field.text)];
    if (wanted === undefined)
      failAt(`Unknown payload property '${field.text}' for variant ${name}`, value, field);
    const type = typeOf(value, inner);
    if (type.kind !== 'untyped' && !typesMatch(wanted, type))
      failAt(`Payload type mismatch for '${field.text}': ${typeText(type)} to ${typeText(wanted)}`, value);
  }
  const fields = new Set(given.map(({ name: field }) => field.text));
  for (const field of names)
    if (!fields.has(field)) failAt(`Missing payload property '${field}' for variant ${name}`, expression);
  return reference(variantOf(union, name, variant));
}
