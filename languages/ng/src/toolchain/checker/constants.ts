// What can be decided before the program runs: conditions of `const if`, generic constants, questions about types.

import type { ConstantDeclaration, Expression, ExpressionOf, TypeNode } from '../ast.js';
import type { ConstantValue } from '../checked.js';
import { constantCall } from './constant-functions.js';
import { typeOf } from './expressions.js';
import { isIntegral, typesMatch } from './matching.js';
import { listMatches, openNames, specificity } from './patterns.js';
import { nativeConstant } from './native-constants.js';
import { failAt } from './problems.js';
import { resolveType } from './resolve-type.js';
import type { Scope } from './scope.js';
import { plain, typeText, type Type } from './types.js';
import { queriedValue } from './type-queries.js';
import { contextAt, newNotes, type Context } from './unit-state.js';
import { whereHolds } from './where.js';

/** Undefined: only the program itself can tell. */
export function constantValue(expression: Expression, context: Context): ConstantValue | undefined {
  switch (expression.kind) {
    case 'boolean':
    case 'string':
    case 'integer':
      return expression.value;
    case 'name': {
      const type = context.scope.lookup(expression.name);
      return type?.kind === 'constant' ? valueOfConstant(type) : undefined;
    }
    case 'call':
      if (expression.callee.kind !== 'name') return undefined;
      if (expression.typeArguments.length === 0) return constantCall(expression, context);
      if (expression.args.length > 0) return undefined;
      return genericConstant(expression.callee.name, expression.typeArguments, context, expression);
    case 'instance':
      return genericConstant(expression.name, expression.typeArguments, context, expression);
    case 'is':
      return isOfType(expression, context);
    case 'typeof': {
      const type = quietType(expression.of, context);
      return type.kind === 'untyped' ? undefined : typeText(type);
    }
    case 'member':
      if (expression.of.kind !== 'typeof') return undefined;
      return queriedValue(quietType(expression.of.of, context), expression.name.text);
    case 'unary': {
      const operand = constantValue(expression.operand, context);
      if (expression.operator === '!' && typeof operand === 'boolean') return !operand;
      if (expression.operator === '-' && typeof operand === 'bigint') return -operand;
      return undefined;
    }
    case 'binary':
      return constantOperation(
        expression.operator,
        constantValue(expression.left, context),
        constantValue(expression.right, context),
      );
    default:
      return undefined;
  }
}

export function constantCondition(expression: Expression, context: Context): boolean | undefined {
  const value = constantValue(expression, context);
  return typeof value === 'boolean' ? value : undefined;
}

/** A look at an expression that teaches nothing. */
function quietType(expression: Expression, { state, scope }: Context): Type {
  return typeOf(expression, { ...contextAt(state, scope, newNotes()), quiet: true });
}

function isOfType({ of, type }: ExpressionOf<'is'>, context: Context): boolean | undefined {
  const actual = quietType(of, context);
  const wanted = resolveType(type, context.scope, context.state);
  if (actual.kind === 'untyped' || actual.kind === 'parameter') return undefined;
  return typesMatch(actual, wanted);
}

function constantOperation(
  operator: string,
  left: ConstantValue | undefined,
  right: ConstantValue | undefined,
): ConstantValue | undefined {
  if (left === undefined || right === undefined || typeof left !== typeof right) return undefined;
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (typeof left === 'boolean' && typeof right === 'boolean') {
    if (operator === '&&') return left && right;
    return operator === '||' ? left || right : undefined;
  }
  if (typeof left !== 'bigint' || typeof right !== 'bigint') return undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    case '%':
      return right === 0n ? undefined : left % right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    default:
      return undefined;
  }
}

function valueOfConstant({
  value,
  parameter,
}: Extract<Type, { kind: 'constant' }>): ConstantValue | undefined {
  if (parameter) return undefined;
  if (value === 'true' || value === 'false') return value === 'true';
  return /^-?\d+$/.test(value) ? BigInt(value) : value;
}

// `const is_number<T>: bool = false;` and its specialisations

/** The value of a constant with type parameters, for these types. */
export function genericConstant(
  name: string,
  typeArguments: readonly TypeNode[],
  context: Context,
  where: Expression,
): ConstantValue | undefined {
  const declarations = context.state.constants.get(name);
  if (declarations === undefined || typeArguments.length === 0) return undefined;
  const args = typeArguments.flatMap(node => {
    const type = resolveType(node, context.scope, context.state);
    const seen = plain(type);
    return seen.kind === 'pack' ? seen.items : [type];
  });
  const chosen = chooseConstant(declarations, args, context);
  if (chosen === undefined) return undefined;
  const { declaration, bindings } = chosen;
  const { value } = declaration;
  if (value === 'native') return nativeConstant(name, args, where);
  if (value === 'delete') {
    const what = declaration.args.length > 0 ? 'Const specialization' : 'Const predicate';
    failAt(`${what} is deleted: ${name}`, declaration, where);
  }
  const scope = context.scope.inner();
  for (const [parameter, type] of bindings) scope.declare(parameter, type);
  return constantValue(value, { ...context, scope });
}

interface Choice {
  readonly declaration: ConstantDeclaration;
  readonly bindings: ReadonlyMap<string, Type>;
}

function chooseConstant(
  declarations: readonly ConstantDeclaration[],
  args: readonly Type[],
  { scope, state }: Context,
): Choice | undefined {
  let general: Choice | undefined;
  let best: (Choice & { score: number }) | undefined;
  for (const declaration of declarations) {
    if (declaration.args.length === 0) {
      const bindings = declaration.generics.flatMap(({ name }, index) => {
        const arg = args[index];
        return arg === undefined ? [] : [[name, arg] as const];
      });
      general = { declaration, bindings: new Map(bindings) };
      continue;
    }
    const open = openNames(declaration.generics);
    const bindings = new Map<string, Type>();
    if (!listMatches(declaration.args, args, open, bindings)) continue;
    if (!whereHolds(declaration.where, bindings, scope, state)) continue;
    const score = declaration.args.reduce((sum, arg) => sum + specificity(arg, open), 0);
    if (best === undefined || score > best.score) best = { declaration, bindings, score };
  }
  return best ?? general;
}

/** Whether an expression waits for a type parameter. */
export function mentionsOpenName(expression: Expression, scope: Scope): boolean {
  switch (expression.kind) {
    case 'name':
      return isOpen(scope.lookup(expression.name));
    case 'call':
      return (
        expression.typeArguments.some(node => typeMentionsOpenName(node, scope)) ||
        expression.args.some(arg => mentionsOpenName(arg, scope))
      );
    case 'instance':
      return expression.typeArguments.some(node => typeMentionsOpenName(node, scope));
    case 'unary':
      return mentionsOpenName(expression.operand, scope);
    case 'binary':
      return mentionsOpenName(expression.left, scope) || mentionsOpenName(expression.right, scope);
    default:
      return false;
  }
}

function typeMentionsOpenName(node: TypeNode, scope: Scope): boolean {
  if (node.kind === 'named')
    return isOpen(scope.lookup(node.name)) || node.args.some(arg => typeMentionsOpenName(arg, scope));
  return node.kind === 'reference' && typeMentionsOpenName(node.target, scope);
}

const isOpen = (type: Type | undefined): boolean =>
  type !== undefined && (plain(type).kind === 'parameter' || plain(type).kind === 'constant');

/** Whether a constant may be declared with this type. */
export function isConstantOf(value: ConstantValue, type: Type): boolean {
  const seen = plain(type);
  if (typeof value === 'bigint') return isIntegral(seen);
  return seen.kind === 'primitive' && seen.name === (typeof value === 'boolean' ? 'bool' : 'string');
}
