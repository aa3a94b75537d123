// Calls of functions, constructors of variants, pipes.

import type { Expression, ExpressionOf, TypeNode } from '../ast.js';
import { argumentTypes, canTake, checkOwnership, isUniquePointer } from './arguments.js';
import { constructorType } from './constructors.js';
import { genericConstant } from './constants.js';
import { notice, typeOf } from './expressions.js';
import { foldType } from './folds.js';
import { genericCallType } from './generic-calls.js';
import { typesMatch } from './matching.js';
import { failAt } from './problems.js';
import { resolveType } from './resolve-type.js';
import { noteTraitObject } from './trait-objects.js';
import { bool, typeText, untyped, type FunctionType, type Type } from './types.js';
import { operandContext, type Context } from './unit-state.js';

/** A call in any of its forms. `node` is what annotations and messages are about. */
export interface Call {
  readonly node: Expression;
  readonly callee: Expression;
  readonly typeArguments: readonly TypeNode[];
  readonly args: readonly Expression[];
}

export function callType(expression: ExpressionOf<'call'>, context: Context): Type {
  const { callee, typeArguments, args } = expression;
  return checkCall({ node: expression, callee, typeArguments, args }, context);
}

/** `name<T>`: a call without arguments. */
export function instanceType(expression: ExpressionOf<'instance'>, context: Context): Type {
  const { name, typeArguments, span, at } = expression;
  const callee: Expression = { kind: 'name', name, span, at };
  return checkCall({ node: expression, callee, typeArguments, args: [] }, context);
}

/** `x |> f(a)` is `f(x, a)`. */
export function pipeType(expression: ExpressionOf<'pipe'>, context: Context): Type {
  const { instances, types } = context.notes;
  const call = pipedCall(expression);
  const type = checkCall(call, context);
  const instance = instances.get(call.node);
  if (instance !== undefined) {
    instances.set(expression, instance);
    instances.set(expression.into, instance);
  }
  if (call.node !== expression && type.kind !== 'untyped') types.set(call.node, type);
  return type;
}

function pipedCall(expression: ExpressionOf<'pipe'>): Call {
  const { value, into } = expression;
  switch (into.kind) {
    case 'call':
      return {
        node: into,
        callee: into.callee,
        typeArguments: into.typeArguments,
        args: [value, ...into.args],
      };
    case 'instance': {
      const { name, span, at, typeArguments } = into;
      return { node: into, callee: { kind: 'name', name, span, at }, typeArguments, args: [value] };
    }
    default:
      return { node: expression, callee: into, typeArguments: [], args: [value] };
  }
}

function checkCall(call: Call, context: Context): Type {
  const { node, callee, typeArguments, args } = call;
  if (callee.kind === 'name') {
    const constant =
      args.length === 0 ? genericConstant(callee.name, typeArguments, context, node) : undefined;
    if (constant !== undefined) {
      context.notes.constants.set(node, constant);
      return bool;
    }
    const special =
      constantFunctionType(call, callee.name, context) ?? constructorType(call, callee.name, context);
    if (special !== undefined) return special;
  }
  const fold = foldType(node, callee, args, context);
  if (fold !== undefined) return fold;

  const inner = operandContext(context);
  const type = typeOf(callee, inner);
  switch (type.kind) {
    case 'untyped':
      for (const arg of args) notice(arg.kind === 'spread' ? arg.of : arg, context);
      return untyped;
    case 'genericFunction':
      return genericCallType(type, call, context);
    case 'function':
      return plainCallType(type, call, inner);
    default:
      return failAt(`Invalid function type: ${typeText(type)}`, node);
  }
}

function plainCallType(callee: FunctionType, { node, args }: Call, context: Context): Type {
  if (callee.deleted !== undefined) failAt(`Function overload is deleted: ${callee.deleted}`, node);
  const given = argumentTypes(args, context, {
    before: (arg, position) => checkOwnership(arg, isUniquePointer(callee.parameters[position])),
  });
  const someUntyped = given.some(({ kind }) => kind === 'untyped');
  if (!canTake(callee, given, context) && !someUntyped)
    failAt(
      `Invalid argument types for function: ${typeText(callee)}`,
      node,
      node,
      expectation(callee, given),
    );
  if (!args.some(({ kind }) => kind === 'spread'))
    for (const [index, arg] of args.entries()) noteTraitObject(arg, callee.parameters[index], context.notes);
  if (!context.quiet) learnParameters(callee, given);
  return callee.result;
}

/** Parameters without types have those of the first call from then on. */
function learnParameters(callee: FunctionType, given: readonly Type[]): void {
  callee.parameters = callee.parameters.map((parameter, index) => {
    const type = given[index];
    if (type === undefined || type.kind === 'untyped') return parameter;
    if (parameter.kind === 'untyped') return type;
    return parameter.kind === 'defaulted' && parameter.of.kind === 'untyped'
      ? { kind: 'defaulted', of: type }
      : parameter;
  });
}

function expectation({ parameters }: FunctionType, given: readonly Type[]): string {
  const required = parameters.filter(({ kind }) => kind !== 'defaulted').length;
  if (given.length < required || given.length > parameters.length) {
    const wanted = required === parameters.length ? String(required) : `${required} to ${parameters.length}`;
    return `it takes ${wanted} argument${wanted === '1' ? '' : 's'}, ${given.length} ${given.length === 1 ? 'is' : 'are'} given`;
  }
  return `it is called with (${given.map(typeText).join(', ')})`;
}

/** `const fun`: the same rules in other words. */
function constantFunctionType({ node, args }: Call, name: string, context: Context): Type | undefined {
  const declaration = context.state.constantFunctions.get(name)?.[0];
  if (declaration === undefined) return undefined;
  if (declaration.result === undefined) failAt(`Const function must declare a return type: ${name}`, node);
  if (declaration.parameters.length !== args.length)
    failAt(`Const function argument count mismatch: ${name}`, node);
  for (const [index, arg] of args.entries()) {
    const given = typeOf(arg, operandContext(context));
    const wanted = declaration.parameters[index]?.type;
    if (wanted === undefined) continue;
    if (!typesMatch(resolveType(wanted, context.scope, context.state), given))
      failAt(`Const function argument type mismatch: ${name}`, arg);
  }
  return resolveType(declaration.result, context.scope, context.state);
}
