// Places: what can be read and assigned to.

import type { Span } from '@sonde/front-end';
import type { ExpressionTree } from '../../toolchain/syntax/tree.js';
import type { TypeTree } from '../../toolchain/syntax/type-tree.js';
import { evaluate } from './evaluate.js';
import { cell, type Cell, type Frame } from './frame.js';
import { asInt, type Machine } from './machine.js';
import { Ended } from './signals.js';
import { keyOf, type Value, type ListValue } from './values.js';

/** A place with its declared type, as far as it is known: entries of maps that are missing are zeros of it. */
export interface Place extends Cell {
  readonly type: TypeTree | undefined;
}

/** Undefined where the tree names no place; then it has a value only. */
export function placeOf(machine: Machine, frame: Frame, tree: ExpressionTree): Place | undefined {
  switch (tree.kind) {
    case 'path': {
      const [name, more] = tree.path.segments;
      if (more !== undefined) return undefined;
      const local = frame.scope.find(name!.text);
      if (local !== undefined) return { ...local, type: local.type };
      return machine.isStorage(name!.text) ? storagePlace(machine, name!.text) : undefined;
    }
    case 'storage':
      return storagePlace(machine, tree.name.text);
    case 'field': {
      const target = placeOrValue(machine, frame, tree.target);
      return fieldPlace(machine, target, tree.name.text);
    }
    case 'index': {
      const target = placeOrValue(machine, frame, tree.target);
      const index = evaluate(machine, frame, tree.index);
      return target.get().kind === 'map'
        ? entryPlace(machine, target, index)
        : elementPlace(target, index, tree.at);
    }
    default:
      return undefined;
  }
}

function placeOrValue(machine: Machine, frame: Frame, tree: ExpressionTree): Place {
  const found = placeOf(machine, frame, tree);
  return found ?? { ...cell(evaluate(machine, frame, tree)), type: undefined };
}

function storagePlace({ storage, declarations }: Machine, name: string): Place {
  const item = declarations.contract.storage.find(one => one.name.text === name)!;
  return {
    type: item.type,
    get: () => storage.get(name)!,
    set: value => {
      storage.set(name, value);
    },
  };
}

function fieldPlace(machine: Machine, target: Place, name: string): Place {
  const type = typeOfField(machine, target, name);
  return {
    type,
    get: () => {
      const value = target.get();
      if (value.kind === 'struct' || value.kind === 'enum') return value.fields.get(name)!;
      if (value.kind === 'tuple') return value.items[Number(name)]!;
      throw new Error(`${value.kind} has no field ${name}`);
    },
    set: next => {
      const value = target.get();
      if (value.kind === 'struct') target.set({ ...value, fields: new Map([...value.fields, [name, next]]) });
      else if (value.kind === 'tuple') target.set({ ...value, items: value.items.with(Number(name), next) });
    },
  };
}

function typeOfField({ declarations }: Machine, target: Place, name: string): TypeTree | undefined {
  const value = target.get();
  if (value.kind !== 'struct') return undefined;
  const declared = declarations.structs.get(value.name);
  return declared?.generics.length === 0
    ? declared.fields.find(field => field.name.text === name)?.type
    : undefined;
}

function elementPlace(target: Place, index: Value, at: Span): Place {
  const { value: nth } = asInt(index);
  const items = (): readonly Value[] => {
    const value = target.get();
    if (value.kind !== 'array' && value.kind !== 'vector') throw new Error(`${value.kind} has no elements`);
    if (nth >= BigInt(value.items.length)) throw new Ended('panic', 'index out of bounds', at);
    return value.items;
  };
  const type =
    target.type?.kind === 'array'
      ? target.type.element
      : target.type?.kind === 'named'
        ? target.type.args[0]
        : undefined;
  return {
    type,
    get: () => items()[Number(nth)]!,
    set: next => {
      const value = target.get() as ListValue;
      target.set({ ...value, items: items().with(Number(nth), next) });
    },
  };
}

export function entryPlace(machine: Machine, target: Place, key: Value): Place {
  const type = target.type?.kind === 'named' ? target.type.args[1] : undefined;
  const keyed = machine.conform(
    key,
    target.type?.kind === 'named' ? target.type.args[0] : undefined,
    noWhere,
  );
  const name = keyOf(keyed);
  const entries = (): ReadonlyMap<string, readonly [Value, Value]> =>
    (target.get() as Extract<Value, { kind: 'map' }>).entries;
  return {
    type,
    get: () => entries().get(name)?.[1] ?? machine.declarations.zero(type!),
    set: next => {
      target.set({ kind: 'map', entries: new Map([...entries(), [name, [keyed, next]]]) });
    },
  };
}

const noWhere: Span = { start: 0, end: 0, line: 0, column: 0, endLine: 0, endColumn: 0 };
