// Casts and assignments: a value as one of another type (C17 6.3, 6.5.16.1).

import type { Expression, TypeDescription, TypeId } from '@sonde/engine';
import type { Arithmetic } from './arithmetic.js';
import { numberType } from './number-types.js';
import type { Pointers } from './pointers.js';
import { refused } from './refusals.js';

export class Conversions {
  constructor(
    private readonly arithmetic: Arithmetic,
    private readonly pointers: Pointers,
  ) {}

  /** The value as one of this type, as a cast makes it; `bits` of a bit field that it is meant for. */
  to(id: TypeId, value: Expression, bits?: number): Expression {
    const { types } = this.arithmetic;
    const type = types.resolve(id);
    if (hasParts(type) || hasParts(this.arithmetic.resolved(value))) return this.#whole(id, value);
    if (type.kind === 'boolean') return { ...this.arithmetic.truth(value), type: id };
    if (type.kind === 'pointer') return this.pointers.cast(value, id);
    const number = numberType(type, types);
    if (number === undefined) throw refused(`nothing can be converted to ${type.name}.`);
    if (number.kind === 'float' && this.pointers.isPointer(value))
      throw refused('an address is no floating point number: convert it to an integer first.');
    const narrowed = number.kind === 'integer' && bits !== undefined ? { ...number, bits } : number;
    return value.type === id && narrowed.bits === number.bits
      ? value
      : this.arithmetic.retyped(value, narrowed, id);
  }

  /** Structures are copied or nothing. */
  #whole(id: TypeId, value: Expression): Expression {
    const { types } = this.arithmetic;
    const [wanted, given] = [types.resolve(id), this.arithmetic.resolved(value)];
    const isSame = wanted === given || (wanted.kind === given.kind && wanted.name === given.name);
    if (isSame && wanted.kind !== 'array') return value;
    throw refused(
      wanted.kind === 'array'
        ? `an array as ${types.get(id).name} cannot be set as a whole: set its elements.`
        : `${types.get(value.type).name} is no ${types.get(id).name}.`,
    );
  }
}

const hasParts = ({ kind }: TypeDescription): boolean =>
  kind === 'struct' || kind === 'union' || kind === 'array' || kind === 'opaque' || kind === 'variant';
