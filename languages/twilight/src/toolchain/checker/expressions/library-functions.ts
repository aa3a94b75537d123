// Functions of the library that are named by a type: `u64::try_from`, `vector::new`, `Address::from_hex`.

import type { Span } from '@sonde/front-end';
import type { ExpressionTree, Name, PathTree } from '../../syntax/tree.js';
import type { BuiltIn } from '../built-ins.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression, shown } from './check-expressions.js';
import { converted } from './check-operators.js';
import { CheckMistake } from '../mistake.js';
import { resolvePath } from '../items/resolve-paths.js';
import { resolveType } from '../type-rules/resolve-types.js';
import { typeNamed } from './type-members.js';
import { constant } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Type } from '../types.js';

/** Undefined where the library has no such function. */
export function checkTypeFunction(
  body: Body,
  owner: PathTree,
  name: Name,
  args: readonly ExpressionTree[],
  expected: Type | undefined,
  at: Span,
): TypedExpression | undefined {
  const text = owner.segments.map(segment => segment.text).join('::');
  if (
    (text === 'vector' || text === 'map') &&
    resolvePath(body.checker, owner, body.environment.scope) === undefined
  )
    return checkContainer(body, text, owner, name, args, expected, at);
  const type = typeNamed(body, owner, expected);
  if (type === undefined) return undefined;
  if (name.text === 'default' && args.length === 0) return { kind: 'zero', type, at };
  switch (type.kind) {
    case 'int':
      return checkConversion(body, type, name.text, args, at);
    case 'address':
      if (name.text === 'zero' && args.length === 0) return constant(0n, type, at);
      if (name.text === 'from_hex')
        return fallible(body, 'address.fromHex', body.checker.types.string, type, args, at);
      return undefined;
    case 'hash256':
      if (name.text === 'zero' && args.length === 0) return constant(0n, type, at);
      if (name.text === 'from_bytes')
        return fallible(body, 'hash.fromBytes', body.checker.types.bytes, type, args, at);
      return undefined;
    case 'string':
      if (name.text === 'from') return checkAs(body, one(args, name.text, at), type);
      return undefined;
    default:
      return undefined;
  }
}

function one(args: readonly ExpressionTree[], name: string, at: Span): ExpressionTree {
  if (args.length === 1) return args[0]!;
  throw new CheckMistake(at, `${name} takes one argument, not ${args.length}`);
}

/** `u64::from(x)` always fits, `u64::try_from(x)` gives a Result. */
function checkConversion(
  body: Body,
  type: Extract<Type, { kind: 'int' }>,
  name: string,
  args: readonly ExpressionTree[],
  at: Span,
): TypedExpression | undefined {
  if (name !== 'from' && name !== 'try_from') return undefined;
  const operand = checkExpression(body, one(args, name, at), undefined, 'value');
  if (operand.type.kind !== 'int')
    throw new CheckMistake(at, `${type.name} is not made of ${shown(operand.type)}`);
  const { types } = body.checker;
  return converted(operand, type, name === 'from' ? 'widen' : 'try', types.result(type, types.string), at);
}

function fallible(
  body: Body,
  operation: BuiltIn,
  from: Type,
  to: Type,
  args: readonly ExpressionTree[],
  at: Span,
): TypedExpression {
  const { types } = body.checker;
  const value = checkAs(body, one(args, operation, at), from, 'borrow');
  return { kind: 'builtIn', operation, args: [value], type: types.result(to, types.string), at };
}

/** `vector::new()`, `vector::filled(3, 0)`, `map::new()` */
function checkContainer(
  body: Body,
  kind: 'vector' | 'map',
  owner: PathTree,
  name: Name,
  args: readonly ExpressionTree[],
  expected: Type | undefined,
  at: Span,
): TypedExpression {
  const { types } = body.checker;
  const written =
    owner.generics === undefined
      ? undefined
      : resolveType(
          body.checker,
          { kind: 'named', path: { segments: owner.segments, at }, args: owner.generics, at },
          body.environment,
        );
  const type = written ?? (expected?.kind === kind ? expected : undefined);
  if (kind === 'vector' && name.text === 'filled') {
    if (args.length !== 2) throw new CheckMistake(at, 'filled takes a count and a value');
    const count = checkAs(body, args[0]!, types.u64);
    const value = checkExpression(
      body,
      args[1]!,
      type?.kind === 'vector' ? type.element : undefined,
      'value',
    );
    return {
      kind: 'builtIn',
      operation: 'vector.filled',
      args: [count, value],
      type: types.vector(value.type),
      at,
    };
  }
  if (name.text !== 'new' && name.text !== 'default')
    throw new CheckMistake(name.at, `${kind} has no function ${name.text}`);
  if (args.length > 0) throw new CheckMistake(at, `${kind}::${name.text} takes nothing`);
  if (type === undefined)
    throw new CheckMistake(
      at,
      `the type of this ${kind} is not known`,
      kind === 'vector'
        ? 'Declare it: var v: vector<u64> = vector::new();'
        : 'Declare it: var m: map<u64, bool> = map::new();',
    );
  return { kind: 'zero', type, at };
}
