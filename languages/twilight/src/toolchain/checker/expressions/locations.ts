// Where something can be read, written and changed: in memory, in storage, in a map in memory.

import type { Span } from '@sonde/front-end';
import type { Body } from '../body.js';
import { CheckMistake } from '../mistake.js';
import { isCopy } from '../type-rules/type-facts.js';
import {
  failures,
  generated,
  hiddenBlock,
  letHidden,
  place as placeOfLocal,
  read,
  temporary,
} from '../typed-make.js';
import type { TypedExpression, Use } from '../typed-expressions.js';
import type { Local, Place, Projection, Slot, TypedStatement } from '../typed-places.js';
import type { Type } from '../types.js';

export type Location =
  | { readonly kind: 'memory'; readonly place: Place; readonly type: Type }
  /** `element` is an index into a vector that is the slot; `path` leads on from there. */
  | {
      readonly kind: 'storage';
      readonly slot: Slot;
      readonly element: TypedExpression | undefined;
      readonly path: readonly Projection[];
      readonly type: Type;
    }
  /** An entry of a map in memory. */
  | {
      readonly kind: 'entry';
      readonly map: Place;
      readonly key: TypedExpression;
      readonly path: readonly Projection[];
      readonly type: Type;
    };

/** How a value is wanted: as one's own, or only to look at, or to change. */
export type Want = 'value' | 'borrow' | 'exclusive';

export function readLocation(body: Body, location: Location, want: Want, at: Span): TypedExpression {
  const { type } = location;
  switch (location.kind) {
    case 'memory': {
      const { root, path } = location.place;
      if (root.kind === 'temporary' && path.length === 0) return root.value;
      const use: Use = want !== 'value' ? want : isCopy(type) ? 'copy' : 'move';
      if (use === 'move') requireOwned(body, location.place, at);
      if (want === 'exclusive') requireMutable(body, location.place, at);
      return { kind: 'read', place: location.place, use, type, at };
    }
    case 'storage':
      if (want === 'exclusive') throw borrowedFromAfar(at);
      return partOf(wholeValue(location, at), location.path, type, at);
    case 'entry': {
      if (want === 'exclusive') throw borrowedFromAfar(at);
      const value = entryValue(body, location, at);
      return partOf(value, location.path, type, at);
    }
  }
}

const borrowedFromAfar = (at: Span): CheckMistake =>
  new CheckMistake(
    at,
    'what is in storage or in a map cannot be borrowed to be changed',
    'Take it into a `var`, pass that, and put it back.',
  );

/** What comes out of storage is a value of its own, and so are its parts. */
function partOf(value: TypedExpression, path: readonly Projection[], type: Type, at: Span): TypedExpression {
  if (path.length === 0) return value;
  const place: Place = { ...temporary(value), path, type };
  return { kind: 'read', place, use: isCopy(type) ? 'copy' : 'move', type, at };
}

function wholeValue({ slot, element }: Extract<Location, { kind: 'storage' }>, at: Span): TypedExpression {
  if (slot.type.kind === 'map')
    throw new CheckMistake(at, 'a map in storage is no value', 'Use its entries: m[key], m.get(key).');
  if (element === undefined || slot.type.kind !== 'vector')
    return { kind: 'storageRead', slot, type: slot.type, at };
  return {
    kind: 'storageVector',
    operation: 'at',
    slot,
    index: element,
    value: undefined,
    outOfBounds: failures.bounds,
    type: slot.type.element,
    at,
  };
}

const entryValue = (
  body: Body,
  { map, key }: Extract<Location, { kind: 'entry' }>,
  at: Span,
): TypedExpression => ({
  kind: 'builtIn',
  operation: 'map.at',
  args: [{ kind: 'read', place: map, use: 'borrow', type: map.type, at }, key],
  type: map.type.kind === 'map' ? map.type.value : body.checker.types.unit,
  at,
});

/** `value` is looked at in storage and becomes the place's own in memory: `valueWant`. */
export function writeLocation(
  body: Body,
  location: Location,
  value: TypedExpression,
  at: Span,
): TypedExpression {
  const { unit } = body.checker.types;
  if (location.kind === 'memory') {
    requireMutable(body, location.place, at);
    return { kind: 'assign', place: location.place, value, type: unit, at };
  }
  if (location.path.length === 0) return writeWhole(body, location, value, at);
  return body.within(at, scope => {
    const statements: TypedStatement[] = [];
    const fixed = evaluatedOnce(body, location, statements);
    const local = body.hidden('value', value.type, value.at);
    statements.push(letHidden(local, value));
    const temp = loaded(body, fixed, statements, at);
    const target: Place = { root: { kind: 'local', local: temp }, path: fixed.path, type: fixed.type };
    statements.push(generated({ kind: 'assign', place: target, value: read(local, at), type: unit, at }));
    statements.push(generated(writeWhole(body, { ...fixed, path: [] }, read(temp, at), at)));
    return hiddenBlock(scope, statements, undefined, unit, at);
  });
}

/** Whether what is written there must be one's own: storage takes a copy of what it looks at. */
export const valueWant = ({ kind, ...rest }: Location): Want =>
  kind === 'storage' && 'path' in rest && rest.path.length === 0 ? 'borrow' : 'value';

function writeWhole(
  body: Body,
  location: Exclude<Location, { kind: 'memory' }>,
  value: TypedExpression,
  at: Span,
): TypedExpression {
  const { unit } = body.checker.types;
  if (location.kind === 'entry') {
    requireMutable(body, location.map, at);
    const map: TypedExpression = {
      kind: 'read',
      place: location.map,
      use: 'exclusive',
      type: location.map.type,
      at,
    };
    return { kind: 'builtIn', operation: 'map.insert', args: [map, location.key, value], type: unit, at };
  }
  const { slot, element } = location;
  if (slot.type.kind === 'map')
    throw new CheckMistake(at, 'a map in storage cannot be replaced', 'Change its entries.');
  if (element === undefined) return { kind: 'storageWrite', slot, value, type: unit, at };
  return {
    kind: 'storageVector',
    operation: 'set',
    slot,
    index: element,
    value,
    outOfBounds: failures.bounds,
    type: unit,
    at,
  };
}

/**
 * Changes something by `make`, which gets it as an exclusive borrow. Outside memory a copy is changed and put back; `before`
 * are statements that must come before the copy is taken.
 */
export function changeLocation(
  body: Body,
  location: Location,
  before: readonly TypedStatement[],
  make: (target: TypedExpression) => TypedExpression,
  at: Span,
): TypedExpression {
  if (location.kind === 'memory' && before.length === 0)
    return make(readLocation(body, location, 'exclusive', at));
  return body.within(at, scope => {
    const statements: TypedStatement[] = [];
    if (location.kind === 'memory') {
      const done = make(readLocation(body, location, 'exclusive', at));
      return hiddenBlock(scope, before, done, done.type, at);
    }
    const fixed = evaluatedOnce(body, location, statements);
    statements.push(...before);
    const temp = loaded(body, fixed, statements, at);
    const target: Place = { root: { kind: 'local', local: temp }, path: fixed.path, type: fixed.type };
    const done = make({ kind: 'read', place: target, use: 'exclusive', type: fixed.type, at });
    const result = body.hidden('result', done.type, at);
    statements.push(letHidden(result, done));
    statements.push(generated(writeWhole(body, { ...fixed, path: [] }, read(temp, at), at)));
    return hiddenBlock(scope, statements, read(result, at), done.type, at);
  });
}

/** The whole value, in a hidden local. */
function loaded(
  body: Body,
  location: Exclude<Location, { kind: 'memory' }>,
  statements: TypedStatement[],
  at: Span,
): Local {
  const value = location.kind === 'storage' ? wholeValue(location, at) : entryValue(body, location, at);
  const local = body.hidden('whole', value.type, at);
  statements.push(letHidden(local, value));
  return local;
}

/** Keys and indexes in hidden locals, so that nothing happens twice. */
function evaluatedOnce<Kind extends Exclude<Location, { kind: 'memory' }>>(
  body: Body,
  location: Kind,
  statements: TypedStatement[],
): Kind {
  const once = (value: TypedExpression, name: string): TypedExpression => {
    if (value.kind === 'constant') return value;
    const local = body.hidden(name, value.type, value.at);
    statements.push(letHidden(local, value));
    return read(local, value.at, isCopy(value.type) ? 'copy' : 'borrow');
  };
  const path = location.path.map(part =>
    part.kind === 'index' ? { ...part, index: once(part.index, 'index') } : part,
  );
  if (location.kind === 'entry') return { ...location, key: once(location.key, 'key'), path };
  const keys = location.slot.keys.map(key => once(key, 'key'));
  const element = location.element && once(location.element, 'index');
  return { ...location, slot: { ...location.slot, keys }, element, path };
}

/** Only what a local owns can be moved out of it, and nothing out of an array or a vector. */
function requireOwned(body: Body, { root, path }: Place, at: Span): void {
  const hint = 'Take a copy with `.clone()`.';
  if (path.some(({ kind }) => kind === 'index'))
    throw new CheckMistake(at, 'an element cannot be moved out of its array or vector', hint);
  if (root.kind !== 'local' || root.local.holds === 'owned') return;
  const matched = body.matched.get(root.local);
  if (matched?.mayMove !== true)
    throw new CheckMistake(at, `${root.local.name} is borrowed, so it cannot be moved`, hint);
  matched.moved = true;
}

export function requireMutable(body: Body, { root }: Place, at: Span): void {
  if (body.assertion !== undefined) throw new CheckMistake(at, 'an assertion changes nothing');
  if (root.kind === 'temporary') return;
  const { local } = root;
  if (local.kind === 'var' || local.kind === 'hidden') return;
  if (local.kind === 'parameter') {
    if (local.holds === 'exclusive' || mutableParameters.has(local)) return;
    if (body.checker.options.atDebugger === true)
      throw new CheckMistake(
        at,
        `this would change ${local.name}, of which an expression has a copy`,
        body.isSolidity
          ? 'Assign to it.'
          : `Assign to it, or change another copy: \`{ var copy = ${local.name}.clone(); … }\`.`,
      );
    throw new CheckMistake(
      at,
      `${local.name} is a parameter that cannot be changed`,
      `Declare it \`mut ${local.name}\`.`,
    );
  }
  throw new CheckMistake(at, `${local.name} is a \`val\` and cannot be changed`, 'Declare it with `var`.');
}

/** Parameters of copied types that were declared `mut`: the callee's own. */
export const mutableParameters = new WeakSet<Local>();

/** Solidity has no word for it. An array would be its caller's there, so that nobody changes a copy of one unknowingly. */
export const isOwnInSolidity = (body: Body, type: Type): boolean =>
  body.isSolidity && type.kind !== 'array' && isCopy(type);

export const localLocation = (local: Local): Location => ({
  kind: 'memory',
  place: placeOfLocal(local),
  type: local.type,
});

export const valueLocation = (value: TypedExpression): Location => ({
  kind: 'memory',
  place: temporary(value),
  type: value.type,
});
