// Assignments, and solidity's `delete`.

import type { ExpressionTree } from '../../syntax/tree.js';
import type { Body } from '../body.js';
import { checkAs, checkExpression, requireType, shown } from './check-expressions.js';
import { locate } from './check-places.js';
import { requireMutable, valueWant, writeLocation, type Location } from './locations.js';
import { CheckMistake } from '../mistake.js';
import { failures, generated, hiddenBlock, letHidden, read } from '../typed-make.js';
import type { TypedExpression } from '../typed-expressions.js';
import type { TypedStatement } from '../typed-places.js';

type AssignTree = Extract<ExpressionTree, { kind: 'assign' }>;

export function checkAssign(body: Body, tree: AssignTree): TypedExpression {
  const { target, value, at } = tree;
  if (target.kind === 'tuple') return checkTupleAssign(body, tree, target.items);
  const place = requirePlace(body, target);
  if (place.kind === 'memory') requireMutable(body, place.place, target.at);
  const typed = checkAs(body, value, place.type, valueWant(place));
  return writeLocation(body, place, typed, at);
}

function requirePlace(body: Body, tree: ExpressionTree): Location {
  const place = locate(body, tree);
  if (place.kind === 'memory' && place.place.root.kind === 'temporary')
    throw new CheckMistake(
      tree.at,
      'this is no place that can be assigned to',
      'Variables, fields, elements and storage are.',
    );
  return place;
}

/** `(a, b) = (b, a)`: all values before the first assignment. */
function checkTupleAssign(
  body: Body,
  { value, at }: AssignTree,
  targets: readonly ExpressionTree[],
): TypedExpression {
  const { types } = body.checker;
  const places = targets.map(target => (target.kind === 'hole' ? undefined : requirePlace(body, target)));
  const known = places.flatMap(place => place?.type ?? []);
  const expected = known.length === places.length ? types.tuple(known) : undefined;
  const typed = checkExpression(body, value, expected, 'value');
  // What is left may be of any type.
  const given = typed.type.kind === 'tuple' ? typed.type.fields : [];
  if (expected === undefined && given.length !== places.length && typed.type.kind !== 'never')
    throw new CheckMistake(value.at, `expected ${places.length} values, found ${shown(typed.type)}`);
  const wanted = types.tuple(places.map((place, nth) => place?.type ?? given[nth]?.type ?? types.unit));
  requireType(typed, wanted, value.at);
  if (wanted.kind !== 'tuple') throw new CheckMistake(at, 'there is nothing to assign to');
  return body.within(at, scope => {
    const locals = wanted.fields.map(field => body.hidden('value', field.type, at));
    const statements: TypedStatement[] = [
      {
        kind: 'let',
        pattern: {
          kind: 'product',
          type: wanted,
          parts: locals.map((local, nth) => ({
            nth,
            pattern: { kind: 'bind', local, use: 'move', inner: undefined, at },
          })),
          at,
        },
        value: typed,
        at,
        stops: false,
        generated: true,
      },
      ...places.flatMap((place, nth) =>
        place === undefined ? [] : [generated(writeLocation(body, place, read(locals[nth]!, at), at))],
      ),
    ];
    return hiddenBlock(scope, statements, undefined, types.unit, at);
  });
}

/** `delete x`: zero; an entry of a map is gone. */
export function checkClear(
  body: Body,
  { place: tree, at }: Extract<ExpressionTree, { kind: 'clear' }>,
): TypedExpression {
  const place = requirePlace(body, tree);
  const { types } = body.checker;
  if (place.kind === 'storage' && place.path.length === 0 && place.element === undefined) {
    const { slot } = place;
    if (slot.type.kind === 'vector')
      return {
        kind: 'storageVector',
        operation: 'clear',
        slot,
        index: undefined,
        value: undefined,
        outOfBounds: failures.bounds,
        type: types.unit,
        at,
      };
    if (slot.keys.length > 0) {
      const removed: TypedExpression = {
        kind: 'storageEntry',
        operation: 'remove',
        slot,
        type: types.option(slot.type),
        at,
      };
      return body.within(at, scope =>
        hiddenBlock(
          scope,
          [letHidden(body.hidden('removed', removed.type, at), removed)],
          undefined,
          types.unit,
          at,
        ),
      );
    }
  }
  return writeLocation(body, place, { kind: 'zero', type: place.type, at }, at);
}
