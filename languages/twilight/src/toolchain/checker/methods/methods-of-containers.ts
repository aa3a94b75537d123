// Methods of vectors, arrays and maps in memory.

import type { MethodCallTree } from '../../syntax/tree.js';
import type { BuiltIn } from '../built-ins.js';
import type { Body } from '../body.js';
import { checkAs } from '../expressions/check-expressions.js';
import { checkIndexAsLength } from './methods-of-storage.js';
import { changeLocation, readLocation, type Location } from '../expressions/locations.js';
import { CheckMistake } from '../mistake.js';
import { isComparable, isCopy } from '../type-rules/type-facts.js';
import { compare, constant, letHidden, read } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { TypedStatement } from '../typed-places.js';
import type { Type } from '../types.js';

export const containerMethods: Readonly<Record<'vector' | 'array' | 'map', readonly string[]>> = {
  vector: ['len', 'is_empty', 'push', 'pop', 'get', 'clear', 'contains', 'swap', 'clone'],
  array: ['len', 'is_empty', 'get', 'contains', 'clone'],
  map: ['len', 'is_empty', 'get', 'insert', 'contains', 'remove'],
};

const counts: Readonly<Record<string, number>> = {
  push: 1,
  get: 1,
  contains: 1,
  insert: 2,
  remove: 1,
  swap: 2,
};
const changing = /^(?:push|pop|clear|swap|insert|remove)$/;

export function checkContainerMethod(
  body: Body,
  tree: MethodCallTree,
  target: Location,
): TypedExpression | undefined {
  const { type } = target;
  const { name, args, at } = tree;
  if (type.kind !== 'vector' && type.kind !== 'array' && type.kind !== 'map') return undefined;
  if (!containerMethods[type.kind].includes(name.text) || name.text === 'clone') return undefined;
  requireCount(tree, counts[name.text] ?? 0);
  const { types } = body.checker;
  if (name.text === 'is_empty') {
    const length = checkContainerMethod(body, { ...tree, name: { ...name, text: 'len' } }, target)!;
    return compare(body, 'eq', length, constant(0n, types.u64, at), at);
  }
  if (type.kind === 'array' && name.text === 'len') return constant(BigInt(type.length), types.u64, at);
  const element = type.kind === 'map' ? type.value : type.element;
  if (name.text === 'contains' && type.kind !== 'map' && !isComparable(element))
    throw new CheckMistake(at, `values of ${element.name} cannot be compared`);
  const given = args.map((arg, nth) => argument(body, tree, type, arg, nth));
  const result = resultOf(
    body,
    name.text,
    type.kind === 'map' ? type.value : type.element,
    type.kind === 'map',
  );
  const operation = `${type.kind}.${name.text}` as BuiltIn;
  const make = (receiver: TypedExpression, rest: readonly TypedExpression[]): TypedExpression => ({
    kind: 'builtIn',
    operation,
    args: [receiver, ...rest],
    type: result,
    at,
  });
  if (!changing.test(name.text)) return make(readLocation(body, target, 'borrow', tree.target.at), given);
  if (target.kind === 'memory') return make(readLocation(body, target, 'exclusive', tree.target.at), given);
  return body.within(at, () => {
    const before: TypedStatement[] = [];
    const kept = given.map(value => {
      const local = body.hidden('argument', value.type, value.at);
      before.push(letHidden(local, value));
      return read(local, value.at, isCopy(value.type) ? 'copy' : 'move');
    });
    return changeLocation(body, target, before, receiver => make(receiver, kept), at);
  });
}

export function requireCount({ name, args, at }: MethodCallTree, count: number): void {
  if (args.length === count) return;
  const wants = count === 0 ? 'nothing' : count === 1 ? 'one argument' : `${count} arguments`;
  throw new CheckMistake(at, `${name.text} takes ${wants}, not ${args.length}`);
}

function argument(
  body: Body,
  { name }: MethodCallTree,
  type: Extract<Type, { kind: 'vector' | 'array' | 'map' }>,
  tree: MethodCallTree['args'][number],
  nth: number,
): TypedExpression {
  if (type.kind === 'map')
    return nth === 0
      ? checkAs(body, tree, type.key, name.text === 'insert' ? 'value' : 'borrow')
      : checkAs(body, tree, type.value);
  if (name.text === 'get' || name.text === 'swap') return checkIndexAsLength(body, tree);
  return checkAs(body, tree, type.element, name.text === 'contains' ? 'borrow' : 'value');
}

function resultOf(body: Body, name: string, value: Type, isMap: boolean): Type {
  const { types } = body.checker;
  switch (name) {
    case 'len':
      return types.u64;
    case 'contains':
      return types.bool;
    case 'get':
    case 'pop':
      return types.option(value);
    case 'remove':
      return isMap ? types.option(value) : value;
    default:
      return types.unit;
  }
}
