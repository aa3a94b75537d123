// Expressions: each leaves one value on the stack.

import { toBytes } from '../format/byte-text.js';
import type { Expression, ExpressionOf, NumberType } from '../ast.js';
import type { ConstantValue } from '../checked.js';
import { markPart, type Body } from './body.js';
import { emitCall, emitEach, emitMember, emitPipe, emitQualifiedCall } from './calls.js';
import { emitBinary } from './operators.js';
import { emitAssignment, emitMove, emitReference, emitTraitReference, fieldIndex } from './places.js';
import { refusal } from './refusal.js';
import { typeNodeText } from '../checker/node-text.js';
import { checkedType } from './value-types.js';
import { bareName } from './type-names.js';

/** In a slice without an end: further than any sequence reaches. */
const noEnd = 0x7fffffff;

const integerInstructions = {
  i8: 'PUSH_I8',
  i16: 'PUSH_I16',
  i32: 'PUSH_I32',
  i64: 'PUSH_I64',
  u8: 'PUSH_U8',
  u16: 'PUSH_U16',
  u32: 'PUSH_U32',
  u64: 'PUSH_U64',
  f32: 'PUSH_F32',
  f64: 'PUSH_F64',
} as const;

export function emitExpression(body: Body, expression: Expression): void {
  const { code, tables } = body;
  const constant = body.annotations.constants.get(expression);
  if (constant !== undefined) {
    emitConstant(body, expression, constant);
    return;
  }
  switch (expression.kind) {
    case 'integer':
      code.emit(integerInstructions[expression.type], expression.value);
      return;
    case 'float':
      code.emit(expression.type === 'f32' ? 'PUSH_F32' : 'PUSH_F64', expression.value);
      return;
    case 'string':
      code.emit('LOAD_STR', tables.string(expression.value));
      return;
    case 'boolean':
      code.emit('PUSH_BOOL', expression.value ? 1 : 0);
      return;
    case 'unit':
      code.emit('PUSH_UNIT');
      return;
    case 'name':
    case 'instance':
      emitName(body, expression);
      return;
    case 'binary':
      emitBinary(body, expression);
      return;
    case 'unary':
      emitUnary(body, expression);
      return;
    case 'call':
      emitCall(body, { ...expression, node: expression });
      return;
    case 'member':
      emitMember(body, expression);
      return;
    case 'qualified':
      emitQualifiedCall(body, expression);
      return;
    case 'index':
      emitIndex(body, expression);
      return;
    case 'range':
      emitRange(body, expression);
      return;
    case 'fromEnd':
      emitExpression(body, expression.count);
      markPart(body, expression.span);
      code.emit('NATIVE_CALL', tables.string('__ng_from_end'), 1);
      return;
    case 'assign':
      emitAssignment(body, expression);
      return;
    case 'is':
      emitExpression(body, expression.of);
      markPart(body, expression.span);
      code.emit('INSTANCE_OF', tables.string(typeNodeText(expression.type)));
      return;
    case 'cast':
      emitExpression(body, expression.of);
      markPart(body, expression.span);
      code.emit('WRAP_NEWTYPE', tables.string(typeNodeText(expression.type)));
      return;
    case 'typeof':
      throw refusal('typeof(expr) is only supported in compile-time type queries', expression);
    case 'pipe':
      emitPipe(body, expression);
      return;
    case 'array':
      emitArray(body, expression);
      return;
    case 'tuple':
      emitTuple(body, expression);
      return;
    case 'spread':
      emitExpression(body, expression.of);
      return;
    case 'each':
      throw refusal(
        'Postfix fold expression is only supported in array literals or fold calls',
        expression,
        'Write `[f(xs)...]` for a map, `[f(xs)?...]` for a filter, `f(xs..., start)` for a fold.',
      );
    case 'new':
      emitNew(body, expression);
      return;
  }
}

/** What was decided before the program runs. */
function emitConstant(body: Body, expression: Expression, value: ConstantValue): void {
  const { code, tables } = body;
  if (typeof value === 'boolean') code.emit('PUSH_BOOL', value ? 1 : 0);
  else if (typeof value === 'string') code.emit('LOAD_STR', tables.string(toBytes(value)));
  else {
    const type = checkedType(body, expression);
    const name = type?.kind === 'primitive' ? type.name : 'i32';
    code.emit(name in integerInstructions ? integerInstructions[name as NumberType] : 'PUSH_I32', value);
  }
}

function emitName(body: Body, expression: ExpressionOf<'name'> | ExpressionOf<'instance'>): void {
  const { code, scope, tables } = body;
  const { name } = expression;
  const local = scope.lookup(name);
  const global = local === undefined ? tables.global(name) : undefined;
  if (local !== undefined || global !== undefined) {
    markPart(body, expression.span);
    if (local !== undefined) code.emit('LOAD_LOCAL', local.slot);
    else code.emit('LOAD_GLOBAL', global!.index);
    emitTraitReference(body, (local ?? global)!.trait);
    return;
  }
  const self = scope.lookup('self');
  if (self === undefined || !tables.isMember(name))
    throw refusal(`Unknown identifier: ${name}`, expression, tables.hint(name));
  const field = fieldIndex(body, name);
  code.emit('LOAD_LOCAL', self.slot);
  markPart(body, expression.span);
  if (field >= 0) code.emit('GET_PROPERTY', field);
  else code.emit('INVOKE_MEMBER', tables.string(name), 0);
}

function emitUnary(body: Body, expression: ExpressionOf<'unary'>): void {
  const { operator, operand, span } = expression;
  const { code } = body;
  switch (operator) {
    case 'ref':
    case '&':
      emitReference(body, operand);
      return;
    case 'move':
      emitMove(body, operand);
      return;
    case '?':
      throw refusal('Unary op not implemented', expression, 'The language has no code for the operator ?.');
    default:
      emitExpression(body, operand);
      markPart(body, span);
      code.emit(operator === '*' ? 'LOAD_REF' : operator === '-' ? 'NEG' : 'NOT');
  }
}

function emitIndex(body: Body, { of, index: at, span }: ExpressionOf<'index'>): void {
  const { code } = body;
  emitExpression(body, of);
  if (at.kind !== 'range') {
    emitExpression(body, at);
    markPart(body, span);
    code.emit('GET_INDEX');
    return;
  }
  if (at.from === undefined) code.emit('PUSH_I32', 0);
  else emitExpression(body, at.from);
  if (at.to === undefined) code.emit('PUSH_I32', noEnd);
  else {
    emitExpression(body, at.to);
    if (at.inclusive) {
      markPart(body, at.span);
      code.emit('PUSH_I32', 1);
      code.emit('ADD');
    }
  }
  markPart(body, span);
  code.emit('SLICE_RANGE');
}

function emitRange(body: Body, expression: ExpressionOf<'range'>): void {
  const { from, to, inclusive, span } = expression;
  if (from === undefined || to === undefined)
    throw refusal('Open range expressions are only supported inside index access', expression);
  emitExpression(body, from);
  emitExpression(body, to);
  markPart(body, span);
  body.code.emit('MAKE_RANGE', inclusive ? 1 : 0);
}

function emitArray(body: Body, { items, span }: ExpressionOf<'array'>): void {
  const [only] = items;
  if (items.length === 1 && only?.kind === 'each') {
    emitEach(body, only);
    return;
  }
  for (const item of items)
    if (item.kind === 'each') emitEach(body, item);
    else emitExpression(body, item);
  markPart(body, span);
  const spread = items.map(({ kind }) => kind === 'spread' || kind === 'each');
  if (spread.includes(true)) body.code.emitSpread('NEW_ARRAY_SPREAD', spread);
  else body.code.emit('NEW_ARRAY', items.length);
}

function emitTuple(body: Body, { items, span }: ExpressionOf<'tuple'>): void {
  for (const item of items) emitExpression(body, item);
  markPart(body, span);
  const spread = items.map(({ kind }) => kind === 'spread');
  if (spread.includes(true)) body.code.emitSpread('NEW_TUPLE_SPREAD', spread);
  else body.code.emit('NEW_TUPLE', items.length);
}

/** The fields go on the stack in the order of the declaration, not in that of the text. */
function emitNew(body: Body, expression: ExpressionOf<'new'>): void {
  const { code, tables } = body;
  const type = typeNodeText(expression.type);
  const given = new Map(expression.fields.map(({ name, value }) => [name.text, value]));
  const fields = tables.fields(type) ?? tables.fields(bareName(type));
  const variant = fields === undefined ? tables.variant(type) : undefined;
  const order = fields ?? variant?.payloadFields ?? [...given.keys()];
  for (const field of order) {
    const value = given.get(field);
    if (value !== undefined) emitExpression(body, value);
    else if (variant === undefined) code.emit('PUSH_UNIT');
    else throw refusal(`Missing payload property '${field}' for variant ${type}`, expression);
  }
  markPart(body, expression.span);
  code.emit('NEW_OBJECT', tables.string(type), order.length);
}
