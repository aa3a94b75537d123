// Names, fields and indexes: what they stand for.

import type { Span } from '@sonde/front-end';
import type { ExpressionTree, Name, PathTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression } from './check-expressions.js';
import { constantOf } from '../items/constants.js';
import { localLocation, valueLocation, type Location } from './locations.js';
import { CheckMistake } from '../mistake.js';
import { resolvePath } from '../items/resolve-paths.js';
import { declarationOf } from '../type-rules/resolve-types.js';
import { associatedConstant, unitVariant } from './type-members.js';
import { failures } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { Projection } from '../typed-places.js';
import type { StorageVariable } from '../typed-program.js';
import type { Field, Type } from '../types.js';

/** Where a tree is; of a tree that is no place, a temporary with its value. */
export function locate(body: Body, tree: ExpressionTree): Location {
  switch (tree.kind) {
    case 'path':
      return locatePath(body, tree.path);
    case 'storage':
      return storageLocation(storageNamed(body, tree.name), tree.at);
    case 'field':
      return locateField(body, tree.target, tree.name, tree.at);
    case 'index':
      return locateIndex(body, tree.target, tree.index, tree.at);
    default:
      return valueLocation(checkExpression(body, tree, undefined, 'value'));
  }
}

function storageNamed(body: Body, name: Name): StorageVariable {
  if (body.contract === undefined) throw new CheckMistake(name.at, 'there is no storage outside contracts');
  const found = body.contract.storage.find(variable => variable.name === name.text);
  if (found !== undefined) return found;
  throw body.unknownName(name.text, name.at);
}

const storageLocation = (variable: StorageVariable, at: Span): Location => ({
  kind: 'storage',
  slot: { variable, keys: [], type: variable.type, at },
  element: undefined,
  path: [],
  type: variable.type,
});

/** A local, a constant, a storage variable, a variant: the nearest of that name. */
function locatePath(body: Body, path: PathTree): Location {
  const [first] = path.segments;
  if (path.segments.length === 1 && path.generics === undefined) {
    const local = body.find(first!.text);
    if (local !== undefined) return localLocation(local);
  }
  const variant = unitVariant(body, path, undefined);
  if (variant !== undefined) return valueLocation(variant);
  const found = resolvePath(body.checker, path, body.environment.scope);
  switch (found?.kind) {
    case 'storage':
      if (body.contract?.storage.includes(found.variable) !== true)
        throw new CheckMistake(path.at, `${first!.text} is storage of another contract`);
      return storageLocation(found.variable, path.at);
    case 'const':
      return valueLocation(constantOf(body.checker, found, path.at));
    case undefined: {
      const value = associatedConstant(body, path);
      if (value !== undefined) return valueLocation(value);
      throw body.unknownName(path.segments.map(({ text }) => text).join('::'), path.at);
    }
    case 'function':
      throw new CheckMistake(path.at, `${first!.text} is a function`, `Call it: ${first!.text}(…).`);
    default:
      throw new CheckMistake(path.at, `${path.segments.map(({ text }) => text).join('::')} is no value`);
  }
}

/** The way on from a location. */
function onward(location: Location, part: Projection): Location {
  const { type } = part;
  if (location.kind === 'memory')
    return { kind: 'memory', place: { ...location.place, path: [...location.place.path, part], type }, type };
  return { ...location, path: [...location.path, part], type };
}

function locateField(body: Body, target: ExpressionTree, name: Name, at: Span): Location {
  // The parser only knows enums of its own file: another's `Status.Open` looks like a field.
  if (body.isSolidity && target.kind === 'path' && isEnum(body, target.path))
    return locatePath(body, { segments: [...target.path.segments, name], at });
  const inner = locate(body, target);
  const field = fieldOf(body, inner.type, name);
  return onward(inner, { kind: 'field', nth: field.nth, name: field.name, type: field.type, at });
}

const isEnum = (body: Body, path: PathTree): boolean =>
  path.segments.length === 1 &&
  body.find(path.segments[0]!.text) === undefined &&
  resolvePath(body.checker, path, body.environment.scope)?.kind === 'enum';

/** Of addresses in solidity. */
const unknownMembers: Readonly<Record<string, string>> = {
  balance: 'The host has no balances.',
  code: 'Code cannot be looked at.',
  codehash: 'Code cannot be looked at.',
};

export function fieldOf(body: Body, type: Type, name: Name): Field {
  const fields = type.kind === 'struct' || type.kind === 'tuple' ? type.fields : [];
  const found = fields.find(field => field.name === name.text);
  if (found === undefined) {
    const names = fields.map(field => field.name).join(', ');
    const hint = names === '' ? unknownMembers[name.text] : `Its fields are ${names}.`;
    throw new CheckMistake(name.at, `${type.name} has no field ${name.text}`, hint);
  }
  const home = declarationOf.get(type)?.definition.scope.module;
  if (!found.public && home !== undefined && home !== body.environment.scope.module)
    throw new CheckMistake(
      name.at,
      `the field ${name.text} of ${type.name} is private`,
      'Declare it with `pub`.',
    );
  return found;
}

function locateIndex(body: Body, target: ExpressionTree, index: ExpressionTree, at: Span): Location {
  const inner = locate(body, target);
  if (inner.type.kind === 'map') return locateEntry(body, inner, inner.type.key, index, at);
  if (inner.type.kind !== 'array' && inner.type.kind !== 'vector')
    throw new CheckMistake(at, `${inner.type.name} cannot be indexed`, 'Arrays, vectors and maps can.');
  const place = checkIndex(body, index);
  const { element } = inner.type;
  if (
    inner.kind === 'storage' &&
    inner.type.kind === 'vector' &&
    inner.path.length === 0 &&
    inner.element === undefined
  )
    return { ...inner, element: place, type: element };
  return onward(inner, {
    kind: 'index',
    container: inner.type,
    index: place,
    type: element,
    outOfBounds: failures.bounds,
    at,
  });
}

export function checkIndex(body: Body, tree: ExpressionTree): TypedExpression {
  const index = checkExpression(body, tree, body.checker.types.u64, 'value');
  if (index.type.kind !== 'int' || index.type.signed)
    throw new CheckMistake(tree.at, `an index is an unsigned number, not ${index.type.name}`);
  return index;
}

function locateEntry(body: Body, inner: Location, keyType: Type, index: ExpressionTree, at: Span): Location {
  const key = checkAs(body, index, keyType, 'borrow');
  if (inner.type.kind !== 'map') throw new CheckMistake(at, 'this is no map');
  const { value } = inner.type;
  if (inner.kind === 'storage' && inner.path.length === 0 && inner.element === undefined)
    return {
      ...inner,
      slot: { ...inner.slot, keys: [...inner.slot.keys, key], type: value, at },
      type: value,
    };
  if (inner.kind === 'memory') return { kind: 'entry', map: inner.place, key, path: [], type: value };
  throw new CheckMistake(at, 'maps in maps in memory cannot be reached so', 'Take the inner map out first.');
}
