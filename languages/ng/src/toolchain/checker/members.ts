// `a.b`, `a.m(x)`, `a.Trait::m(x)` and `Trait::m(a, x)`.

import type { Expression, ExpressionOf, TypeNode } from '../ast.js';
import { argumentTypes, canTake } from './arguments.js';
import { notice, typeOf } from './expressions.js';
import { hashOrder } from './hash-order.js';
import { applyEffects, rejectMoved } from './moves.js';
import { nodeText, typeNodeText } from './node-text.js';
import { placeOf } from './places.js';
import { failAt } from './problems.js';
import { sequenceElement } from './sequences.js';
import { methodsOf, satisfies, traitNamed } from './traits.js';
import { queriedType, queriedValue } from './type-queries.js';
import {
  dereferenced,
  functionType,
  i32,
  plain,
  string,
  typeText,
  u32,
  untyped,
  type RecordType,
  type Type,
  type TypeParameter,
} from './types.js';
import { operandContext, type Context } from './unit-state.js';

type Member = ExpressionOf<'member'>;

export function memberType(expression: Member, context: Context): Type {
  if (expression.trait !== undefined)
    return qualifiedCallType(expression, expression.trait, expression.of, expression.args ?? [], context);
  if (expression.of.kind === 'typeof') return typeQuery(expression, expression.of, context);

  const of = dereferenced(typeOf(expression.of, operandContext(context, true)));
  for (const arg of expression.args ?? []) notice(arg.kind === 'spread' ? arg.of : arg, context);
  if (of.kind === 'untyped') return untyped;

  const member = memberOf(expression, of, context);
  const place = placeOf(expression);
  if (member.kind === 'function') {
    const receiver = placeOf(expression.of);
    if (receiver !== undefined && !context.mayNameMoved) applyEffects(member, receiver, context, expression);
    return member.result;
  }
  if (place !== undefined && !context.mayNameMoved) rejectMoved(place, context, expression);
  return member;
}

function typeQuery(expression: Member, question: ExpressionOf<'typeof'>, context: Context): Type {
  const type = typeOf(question.of, operandContext(context));
  const property = expression.name.text;
  const result = queriedType(type, property, expression);
  const value = queriedValue(type, property);
  if (value !== undefined) context.notes.constants.set(expression, value);
  return result;
}

/** What is not known before the program runs is untyped, and never an error. */
function memberOf(expression: Member, of: Type, context: Context): Type {
  const name = expression.name.text;
  switch (of.kind) {
    case 'tuple':
    case 'pack':
      if (/^\d+$/.test(name))
        return of.items[Number(name)] ?? failAt(`Tuple element index out of range: ${name}`, expression);
      return sequenceMember(name, of, context);
    case 'record':
      return recordMember(expression, currentRecord(of, context), context);
    case 'parameter':
      return parameterMember(expression, of, context);
    case 'variant':
      if (name === 'tag') return string;
      if (name === 'index') return i32;
      return of.payload[of.names.indexOf(name)] ?? untyped;
    default:
      return sequenceMember(name, of, context);
  }
}

/** `size` and `get` of everything that is a sequence. */
function sequenceMember(name: string, of: Type, { state }: Context): Type {
  const seen = plain(of);
  const element = sequenceElement(of, state);
  if (element === undefined && seen.kind !== 'tuple' && seen.kind !== 'pack') return untyped;
  if (name === 'size') return u32;
  return name === 'get' && element !== undefined ? functionType([of, i32], element) : untyped;
}

/** An impl may have added methods since the value got its type. */
function currentRecord(record: RecordType, { scope }: Context): RecordType {
  const known = scope.lookup(record.name);
  const seen = known === undefined ? undefined : plain(known);
  return seen?.kind === 'record' ? seen : record;
}

/** Own properties and methods come before those of traits, and of traits there must be only one. */
function recordMember(expression: Member, record: RecordType, context: Context): Type {
  const name = expression.name.text;
  const own = record.properties.get(name) ?? record.methods.get(name);
  if (own !== undefined) return own;
  const traits = hashOrder(record.traitMethods.keys()).filter(trait =>
    record.traitMethods.get(trait)?.has(name),
  );
  if (traits.length > 1)
    failAt(
      `Ambiguous trait method call ${name}: candidates ${traits.map(trait => `${trait}::${name}`).join(', ')}`,
      expression,
      expression.name,
      `say which one is meant: \`${nodeText(expression.of)}.${traits[0] ?? ''}::${name}(…)\``,
    );
  const [trait] = traits;
  const found = trait === undefined ? undefined : record.traitMethods.get(trait)?.get(name);
  return found ?? sequenceMember(name, record, context);
}

function parameterMember(expression: Member, of: TypeParameter, { scope }: Context): Type {
  const name = expression.name.text;
  const trait = of.bound === '' ? undefined : traitNamed(of.bound, scope);
  const method = trait === undefined ? undefined : methodsOf(trait).get(name);
  if (method === undefined && of.name === 'Self')
    failAt(`Trait default method cannot access member '${name}' on abstract Self`, expression);
  return method ?? untyped;
}

export function qualifiedCallType(
  call: ExpressionOf<'member' | 'qualified'>,
  traitNode: TypeNode,
  receiver: Expression | undefined,
  args: readonly Expression[],
  context: Context,
): Type {
  const name = call.name.text;
  const traitName = typeNodeText(traitNode);
  const trait = traitNamed(traitName, context.scope);
  if (trait === undefined) failAt(`Unknown trait: ${traitName}`, call);
  const method = methodsOf(trait).get(name);
  if (method === undefined) failAt(`Trait ${trait.name} has no method ${name}`, call);

  const inner = operandContext(context);
  const subject = receiver ?? args[0];
  if (subject === undefined) failAt('Trait-qualified call requires a receiver argument', call);
  const type = dereferenced(typeOf(subject, inner));
  if (!satisfies(type, trait, context.scope, context.state))
    failAt(`Type ${typeText(type)} does not implement trait ${trait.name}`, call);
  const others = receiver === undefined ? args.slice(1) : args;
  const given = argumentTypes(others, inner, { said: call });
  const rest = functionType(method.parameters.slice(1), method.result);
  if (!canTake(rest, given, context))
    failAt(`Invalid argument types for trait-qualified call: ${nodeText(call)}`, call);
  const place = placeOf(subject);
  if (place !== undefined && !context.mayNameMoved) applyEffects(method, place, context, call);
  return method.result;
}
