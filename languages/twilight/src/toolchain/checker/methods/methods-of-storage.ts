// Methods of maps and vectors in storage, which work on single entries and elements.

import type { ExpressionTree, MethodCallTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression } from '../expressions/check-expressions.js';
import { converted } from '../expressions/check-operators.js';
import type { Location } from '../expressions/locations.js';
import { requireCount } from './methods-of-containers.js';
import { CheckMistake } from '../mistake.js';
import { compare, constant, failures, generated, hiddenBlock, letHidden, read } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Slot } from '../typed-places.js';
import type { Type } from '../types.js';

type StorageLocation = Extract<Location, { kind: 'storage' }>;

/** Undefined where the value is to be taken out of storage first. */
export function checkStorageMethod(
  body: Body,
  tree: MethodCallTree,
  target: StorageLocation,
): TypedExpression | undefined {
  if (target.path.length > 0 || target.element !== undefined) return undefined;
  if (target.type.kind === 'map') return checkMap(body, tree, target.slot, target.type);
  if (target.type.kind === 'vector') return checkVector(body, tree, target.slot, target.type.element);
  return undefined;
}

function checkMap(
  body: Body,
  tree: MethodCallTree,
  slot: Slot,
  type: Extract<Type, { kind: 'map' }>,
): TypedExpression {
  const { types } = body.checker;
  const { name, args, at } = tree;
  const operation = (
    { get: 'get', contains: 'has', contains_key: 'has', remove: 'remove', insert: 'insert' } as const
  )[name.text as 'get'] as 'get' | 'has' | 'remove' | 'insert' | undefined;
  if (operation === undefined)
    throw new CheckMistake(
      name.at,
      `a map in storage has no method ${name.text}`,
      'It has get, insert, contains, remove; it cannot be counted or walked.',
    );
  requireCount(tree, operation === 'insert' ? 2 : 1);
  const key = checkAs(body, args[0]!, type.key, 'borrow');
  const entry: Slot = { ...slot, keys: [...slot.keys, key], type: type.value, at };
  if (operation !== 'has' && type.value.kind === 'map')
    throw new CheckMistake(at, 'the maps in this map are no values', 'Use their entries: m[a][b].');
  if (operation === 'insert') {
    const value = checkAs(body, args[1]!, type.value, 'borrow');
    return { kind: 'storageWrite', slot: entry, value, type: types.unit, at };
  }
  if (operation === 'has' && type.value.kind === 'map')
    throw new CheckMistake(at, 'a map in a map is always there');
  return {
    kind: 'storageEntry',
    operation,
    slot: entry,
    type: operation === 'has' ? types.bool : types.option(type.value),
    at,
  };
}

/** An index as u64; a wider one that does not fit is out of bounds anyway, and reverts. */
export function checkIndexAsLength(body: Body, tree: ExpressionTree): TypedExpression {
  const { u64 } = body.checker.types;
  const index = checkExpression(body, tree, u64, 'value');
  if (index.type.kind !== 'int' || index.type.signed)
    throw new CheckMistake(tree.at, `an index is an unsigned number, not ${index.type.name}`);
  return index.type === u64 ? index : converted(index, u64, 'checked', u64, tree.at);
}

function checkVector(
  body: Body,
  tree: MethodCallTree,
  slot: Slot,
  element: Type,
): TypedExpression | undefined {
  const { types } = body.checker;
  const { name, args, at } = tree;
  const make = (
    operation: Extract<TypedExpression, { kind: 'storageVector' }>['operation'],
    type: Type,
    index?: TypedExpression,
    value?: TypedExpression,
  ): TypedExpression => ({
    kind: 'storageVector',
    operation,
    slot,
    index,
    value,
    outOfBounds: failures.bounds,
    type,
    at,
  });
  switch (name.text) {
    case 'len':
      requireCount(tree, 0);
      return make('len', types.u64);
    case 'is_empty':
      requireCount(tree, 0);
      return compare(body, 'eq', make('len', types.u64), constant(0n, types.u64, at), at);
    case 'push':
      requireCount(tree, 1);
      return make('push', types.unit, undefined, checkAs(body, args[0]!, element, 'borrow'));
    case 'pop':
      requireCount(tree, 0);
      return make('pop', types.option(element));
    case 'get':
      requireCount(tree, 1);
      return make('get', types.option(element), checkIndexAsLength(body, args[0]!));
    case 'clear':
      requireCount(tree, 0);
      return make('clear', types.unit);
    case 'swap':
      requireCount(tree, 2);
      return body.within(at, scope => {
        const [left, right] = args.map(arg => {
          const index = checkIndexAsLength(body, arg);
          return { local: body.hidden('index', types.u64, arg.at), index };
        });
        const value = body.hidden('value', element, at);
        const other = body.hidden('value', element, at);
        const at1 = (): TypedExpression => read(left!.local, at);
        const at2 = (): TypedExpression => read(right!.local, at);
        const statements = [
          letHidden(left!.local, left!.index),
          letHidden(right!.local, right!.index),
          letHidden(value, make('at', element, at1())),
          letHidden(other, make('at', element, at2())),
          generated(make('set', types.unit, at1(), read(other, at))),
          generated(make('set', types.unit, at2(), read(value, at))),
        ];
        return hiddenBlock(scope, statements, undefined, types.unit, at);
      });
    default:
      return undefined;
  }
}
