// Values, places and types, as the bridge writes them.

import {
  address,
  Failure,
  frameId,
  typeId,
  type Address,
  type Content,
  type EngineView,
  type Enumerator,
  type Field,
  type MissingBytes,
  type NamedValue,
  type Place,
  type RawValue,
  type TypeDescription,
  type TypeTable,
  type Variant,
} from '@sonde/engine';
import type { ToldFacts } from './told-facts.js';
import {
  BadMessage,
  big,
  bytes,
  fields,
  flag,
  integer,
  list,
  oneOf,
  optional,
  text,
  type Fields,
} from './wire.js';
import { locationFrom } from './wire-sources.js';

export const addressFrom = (value: unknown): Address => address(big(value));

export const addressTo = (value: Address): string => {
  if (value.space !== '')
    throw new Failure('bad-arguments', 'user', `a native program has no address space "${value.space}".`);
  // Addresses wrap, as the machine's do.
  return `0x${BigInt.asUintN(64, value.offset).toString(16)}`;
};

export function placeFrom(value: unknown): Place {
  const from = fields(value);
  if (from['memory'] !== undefined) {
    const at = { kind: 'memory', address: addressFrom(from['memory']) } as const;
    // Most have neither.
    if (from['size'] === undefined && from['bits'] === undefined) return at;
    return { ...at, ...optional(from, 'size', integer), ...optional(from, 'bits', bitsFrom) };
  }
  const frame = frameId(text(from['frame']));
  if (from['register'] !== undefined) return { kind: 'register', frame, name: text(from['register']) };
  return { kind: 'slot', frame, slot: integer(from['slot']) };
}

const bitsFrom = (value: unknown): { readonly offset: number; readonly size: number } => {
  const from = fields(value);
  return { offset: integer(from['offset']), size: integer(from['size']) };
};

/** Undefined for a kind of place that native programs do not have. */
export function placeTo(place: Place): Fields | undefined {
  switch (place.kind) {
    case 'memory':
      return {
        memory: addressTo(place.address),
        ...(place.size === undefined ? {} : { size: place.size }),
        ...(place.bits === undefined ? {} : { bits: place.bits }),
      };
    case 'register':
      return { frame: place.frame, register: place.name };
    case 'slot':
      return { frame: place.frame, slot: place.slot };
    case 'global':
    case 'field':
    case 'storage':
      return undefined;
  }
}

export function valueFrom(value: unknown): RawValue {
  const from = fields(value);
  const type = typeId(integer(from['type']));
  const content = contentFrom(from);
  const { place } = from;
  // Values come by the thousand, and nearly all are no more than this.
  if (place !== undefined && place !== null && from['written'] === undefined && from['view'] === undefined)
    return { type, content, place: placeFrom(place) };
  return {
    type,
    content,
    ...optional(from, 'place', placeFrom),
    ...optional(from, 'written', locationFrom),
    ...(from['view'] === undefined ? {} : { engineView: engineViewFrom(from['view']) }),
  };
}

/** What the bridge needs to find a value again: where it is, or its bytes where it is nowhere. */
export function valueTo(value: RawValue): Fields {
  const { type, place, content } = value;
  const where = place === undefined ? undefined : placeTo(place);
  if (where !== undefined) return { type, place: where };
  return content.kind === 'bytes'
    ? { type, bytes: Buffer.from(content.bytes).toString('base64') }
    : { type, bytes: '' };
}

export function engineViewFrom(value: unknown): EngineView {
  const from = fields(value);
  return {
    ...optional(from, 'summary', text),
    ...optional(from, 'synthetic', syntheticFrom),
    ...optional(from, 'elements', elementsFrom),
    ...optional(from, 'actual', valueFrom),
    ...optional(from, 'trouble', text),
  };
}

function syntheticFrom(value: unknown): NonNullable<EngineView['synthetic']> {
  const from = fields(value);
  return { key: text(from['key']), count: integer(from['count']), ...optional(from, 'named', flag) };
}

function elementsFrom(value: unknown): NonNullable<EngineView['elements']> {
  const from = fields(value);
  return {
    address: addressFrom(from['address']),
    element: typeIdFrom(from['element']),
    count: integer(from['count']),
  };
}

function contentFrom(from: Fields): Content {
  if (from['bytes'] !== undefined) {
    const content = { kind: 'bytes', bytes: bytes(from['bytes']) } as const;
    return from['missing'] === undefined ? content : { ...content, missing: missingFrom(from['missing']) };
  }
  if (from['deferred'] === true) return { kind: 'deferred' };
  return { kind: 'unavailable', why: text(from['unavailable']) };
}

function missingFrom(value: unknown): readonly MissingBytes[] {
  return list(value, item => {
    const from = fields(item);
    return { offset: integer(from['offset']), size: integer(from['size']), why: text(from['why']) };
  });
}

/** `names`: those that were told by number. */
export function namedValueFrom(value: unknown, names?: ToldFacts<Omit<NamedValue, 'value'>>): NamedValue {
  const from = fields(value);
  const name = from['named'] === undefined ? nameFrom(from) : names?.get(from['named']);
  if (name === undefined) throw new BadMessage('expected a name');
  const named = { ...name, value: valueFrom(from['value']) };
  return from['key'] === undefined ? named : { ...named, key: valueFrom(from['key']) };
}

export function nameFrom(value: unknown): Omit<NamedValue, 'value'> {
  const from = fields(value);
  return {
    name: text(from['name']),
    ...optional(from, 'path', text),
    ...optional(from, 'declared', locationFrom),
  };
}

/** Takes the types that a message is the first to speak of. */
export function defineTypes(table: TypeTable, value: unknown): void {
  for (const [id, description] of list(value, pair)) table.define(typeId(integer(id)), typeFrom(description));
}

function pair(value: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2) throw new BadMessage('expected a pair');
  return [value[0], value[1]];
}

const typeIdFrom = (value: unknown) => typeId(integer(value));

function typeFrom(value: unknown): TypeDescription {
  const from = fields(value);
  const described = {
    name: text(from['name']),
    ...optional(from, 'size', integer),
    ...optional(from, 'formatted', flag),
  };
  const kind = oneOf(from['kind'], typeKinds);
  switch (kind) {
    case 'integer':
      return { ...described, kind, signed: flag(from['signed']) };
    case 'character':
      return { ...described, kind, ...optional(from, 'signed', flag), ...optional(from, 'alone', flag) };
    case 'float':
      return {
        ...described,
        kind,
        ...optional(from, 'format', format => oneOf(format, ['x87', 'quad'] as const)),
      };
    case 'boolean':
    case 'unit':
    case 'function':
      return { ...described, kind };
    case 'pointer':
      return { ...described, kind, target: typeIdFrom(from['target']), ...optional(from, 'reference', flag) };
    case 'array':
      return {
        ...described,
        kind,
        element: typeIdFrom(from['element']),
        ...optional(from, 'count', integer),
      };
    case 'struct':
    case 'union':
      return { ...described, kind, fields: list(from['fields'], fieldFrom) };
    case 'variant':
      return {
        ...described,
        kind,
        discriminant: fieldFrom(from['discriminant']),
        variants: list(from['variants'], variantFrom),
      };
    case 'enum':
      return {
        ...described,
        kind,
        underlying: typeIdFrom(from['underlying']),
        enumerators: list(from['enumerators'], enumeratorFrom),
      };
    case 'alias':
      return { ...described, kind, target: typeIdFrom(from['target']) };
    case 'opaque':
      return { ...described, kind, ...optional(from, 'why', text) };
  }
}

const typeKinds = [
  'integer',
  'character',
  'float',
  'boolean',
  'unit',
  'function',
  'pointer',
  'array',
  'struct',
  'union',
  'variant',
  'enum',
  'alias',
  'opaque',
] as const;

function fieldFrom(value: unknown): Field {
  const from = fields(value);
  return {
    name: text(from['name']),
    type: typeIdFrom(from['type']),
    bitOffset: integer(from['bitOffset']),
    ...optional(from, 'bitSize', integer),
    ...optional(from, 'role', role => oneOf(role, ['member', 'base', 'anonymous'] as const)),
  };
}

function variantFrom(value: unknown): Variant {
  const from = fields(value);
  return {
    name: text(from['name']),
    type: typeIdFrom(from['type']),
    ...optional(from, 'discriminant', big),
  };
}

function enumeratorFrom(value: unknown): Enumerator {
  const from = fields(value);
  return { name: text(from['name']), value: big(from['value']) };
}
