// Methods of strings, addresses and hashes, and those that all values have.

import type { MethodCallTree } from '../../syntax/tree.js';
import type { BuiltIn } from '../built-ins.js';
import type { Body } from '../body.js';
import { checkAs } from '../expressions/check-expressions.js';
import { readLocation, type Location } from '../expressions/locations.js';
import { requireCount } from './methods-of-containers.js';
import { CheckMistake } from '../mistake.js';
import { holdsMap, isDisplayable } from '../type-rules/type-facts.js';
import { compare, constant } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Type } from '../types.js';

export const valueMethods: readonly string[] = [
  'clone',
  'to_string',
  'to_bytes',
  'len',
  'is_empty',
  'concat',
  'into',
];

export function checkValueMethod(
  body: Body,
  tree: MethodCallTree,
  target: Location,
  expected: Type | undefined,
): TypedExpression | undefined {
  const { types } = body.checker;
  const { name, args, at } = tree;
  const { type } = target;
  const value = (): TypedExpression => readLocation(body, target, 'borrow', tree.target.at);
  const made = (
    operation: BuiltIn,
    result: Type,
    more: readonly TypedExpression[] = [],
  ): TypedExpression => ({
    kind: 'builtIn',
    operation,
    args: [value(), ...more],
    type: result,
    at,
  });
  switch (name.text) {
    case 'clone':
      requireCount(tree, 0);
      if (type.kind === 'parameter' || !holdsMap(type)) return { kind: 'clone', operand: value(), type, at };
      throw new CheckMistake(at, 'maps cannot be cloned');
    case 'to_string':
      requireCount(tree, 0);
      if (!isDisplayable(type)) throw new CheckMistake(at, `${type.name} has no text`);
      return type.kind === 'string'
        ? { kind: 'clone', operand: value(), type, at }
        : made('text', types.string);
    case 'to_bytes':
      requireCount(tree, 0);
      if (type.kind === 'string') return made('string.bytes', types.bytes);
      if (type.kind === 'int' || type.kind === 'address' || type.kind === 'hash256')
        return made('bytes', types.bytes);
      return undefined;
    case 'into':
      requireCount(tree, 0);
      // A value is itself.
      return expected === type ? readLocation(body, target, 'value', at) : undefined;
    default:
      break;
  }
  if (type.kind !== 'string') return undefined;
  switch (name.text) {
    case 'len':
      requireCount(tree, 0);
      return made('string.len', types.u64);
    case 'is_empty':
      requireCount(tree, 0);
      return compare(body, 'eq', made('string.len', types.u64), constant(0n, types.u64, at), at);
    case 'concat':
      requireCount(tree, 1);
      return made('string.concat', types.string, [checkAs(body, args[0]!, types.string, 'borrow')]);
    default:
      return undefined;
  }
}
