// Values as a server writes them, and as the lens reads them.

import {
  Failure,
  objectId,
  type NamedValue,
  type ObjectRead,
  type Place,
  type RawValue,
  type Scalar,
  type TypeDescription,
  type TypeId,
  type TypeTable,
} from '@sonde/engine';
import type { WireValue } from './messages.js';

/** Places are the server's own: whatever it called them. */
const owner = objectId('remote');

export const placeOf = (to: unknown): Place => ({ kind: 'field', object: owner, key: JSON.stringify(to) });

export function wirePlace(place: Place): unknown {
  if (place.kind === 'field' && place.object === owner && typeof place.key === 'string')
    return JSON.parse(place.key);
  throw new Failure('not-supported', 'user', 'this cannot be changed.');
}

/** Types are known by what they are called and what they are made of. */
export class ValueReader {
  readonly #known = new Map<string, TypeId>();
  /** How many named members come before the indexed ones, by the names of the values. */
  readonly #members = new Map<number, { readonly named: number; readonly indexed: number }>();

  constructor(private readonly types: TypeTable) {}

  named(value: WireValue): NamedValue {
    const name = value.name ?? '';
    return { name, value: this.read(value), ...(isPlain(name) ? { path: name } : {}) };
  }

  /** After the machine has moved: what values were called then they are called no more. */
  forget(): void {
    this.#members.clear();
  }

  /** Which part of all members is meant. A server need not tell apart what it has counted already. */
  membersAsked({ object, filter, start, count }: ObjectRead): {
    readonly of: number;
    readonly start: number;
    readonly count: number;
  } {
    const of = Number(object);
    const { named, indexed } = this.#members.get(of) ?? { named: Infinity, indexed: 0 };
    if (filter === undefined) return { of, start, count };
    const [first, most] = filter === 'named' ? [0, named] : [named, indexed];
    return { of, start: first + start, count: Math.max(0, Math.min(count, most - start)) };
  }

  read(value: WireValue): RawValue {
    const place = value.to === undefined ? {} : { place: placeOf(value.to) };
    const shown = value.text === undefined ? {} : { engineView: { summary: value.text } };
    if (value.ref !== undefined) {
      const { named = 0, indexed = 0 } = value;
      if (named + indexed > 0) this.#members.set(value.ref, { named, indexed });
      return {
        type: this.#type({ kind: 'object', name: value.type ?? 'object' }),
        content: {
          kind: 'object',
          id: objectId(String(value.ref)),
          ...(value.named === undefined ? {} : { named: value.named }),
          ...(value.indexed === undefined ? {} : { indexed: value.indexed }),
        },
        ...place,
        ...shown,
      };
    }
    const scalar = scalarOf(value);
    if (scalar === undefined)
      return {
        type: this.#type({ kind: 'unit', name: value.type ?? 'nothing' }),
        content: { kind: 'scalar', value: value.text ?? (value.value === null ? 'null' : 'nothing') },
        displayOnly: true,
        ...place,
      };
    return {
      type: this.#type(typeOf(scalar, value.type)),
      content: { kind: 'scalar', value: scalar },
      ...place,
      ...shown,
    };
  }

  #type(description: TypeDescription): TypeId {
    const key = `${description.kind} ${description.name}`;
    let id = this.#known.get(key);
    if (id === undefined) {
      id = this.types.add(description);
      this.#known.set(key, id);
    }
    return id;
  }
}

/** A name that an expression can be made of. */
const isPlain = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);

function scalarOf({ value, integer, type }: WireValue): Scalar | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && integer === true) return BigInt(/^-?\d{1,400}$/.test(value) ? value : 0);
  if (typeof value === 'number' && Number.isSafeInteger(value) && type !== 'float' && type !== 'double')
    return BigInt(value);
  return value;
}

function typeOf(scalar: Scalar, name: string | undefined): TypeDescription {
  switch (typeof scalar) {
    case 'bigint':
      return { kind: 'integer', name: name ?? 'int', signed: true, size: 8 };
    case 'number':
      return { kind: 'float', name: name ?? 'float', size: 8 };
    case 'boolean':
      return { kind: 'boolean', name: name ?? 'bool' };
    default:
      return { kind: 'string', name: name ?? 'string' };
  }
}

/** What `write` sends; integers that JSON would bend go as texts. */
export function wireScalar({ content }: RawValue): { readonly value: unknown; readonly integer?: true } {
  if (content.kind !== 'scalar')
    throw new Failure('not-supported', 'user', 'only numbers, texts and truth values can be written here.');
  const { value } = content;
  if (typeof value !== 'bigint') return { value };
  const small = Number(value);
  return Number.isSafeInteger(small) ? { value: small } : { value: String(value), integer: true };
}
