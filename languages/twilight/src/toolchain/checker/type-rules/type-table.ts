// Makes each type once, so that equal types are the same object.

import type {
  AddressType,
  ArrayType,
  BoolType,
  EnumType,
  Field,
  HashType,
  IntType,
  MapType,
  NeverType,
  ParameterType,
  StringType,
  TupleType,
  Type,
  UnitType,
  Variant,
  VectorType,
} from '../types.js';

export class TypeTable {
  readonly #byName = new Map<string, Type>();
  readonly unit: UnitType = this.#keep({ kind: 'unit', name: '()' });
  readonly never: NeverType = { kind: 'never', name: 'never' };
  readonly bool: BoolType = this.#keep({ kind: 'bool', name: 'bool' });
  readonly address: AddressType = this.#keep({ kind: 'address', name: 'address' });
  readonly hash: HashType = this.#keep({ kind: 'hash256', name: 'hash256' });
  readonly string: StringType = this.#keep({ kind: 'string', name: 'string' });
  readonly u8 = this.int(8, false);
  readonly u32 = this.int(32, false);
  readonly u64 = this.int(64, false);
  readonly u128 = this.int(128, false);
  readonly u256 = this.int(256, false);
  readonly i64 = this.int(64, true);
  readonly bytes = this.vector(this.u8);

  /** All that were made, by name. */
  get all(): ReadonlyMap<string, Type> {
    return this.#byName;
  }

  int(bits: number, signed: boolean): IntType {
    const name = `${signed ? 'i' : 'u'}${bits}`;
    const container = ([8, 16, 32, 64, 128, 256] as const).find(width => width >= bits)!;
    return this.#once(name, () => ({ kind: 'int', name, bits, signed, container }));
  }

  tuple(items: readonly Type[]): TupleType | UnitType {
    if (items.length === 0) return this.unit;
    const name = `(${items.map(item => item.name).join(',')})`;
    return this.#once<TupleType>(name, () => ({ kind: 'tuple', name, fields: fieldsOf(items) }));
  }

  array(element: Type, length: number): ArrayType {
    const name = `array<${element.name},${length}>`;
    return this.#once<ArrayType>(name, () => ({ kind: 'array', name, element, length }));
  }

  vector(element: Type): VectorType {
    const name = `vector<${element.name}>`;
    return this.#once<VectorType>(name, () => ({ kind: 'vector', name, element }));
  }

  map(key: Type, value: Type): MapType {
    const name = `map<${key.name},${value.name}>`;
    return this.#once<MapType>(name, () => ({ kind: 'map', name, key, value }));
  }

  option(value: Type): EnumType {
    const name = `Option<${value.name}>`;
    // None is 0, so that zero bytes are None.
    const variants = [variant('None', 0, []), variant('Some', 1, [value])];
    return this.#once<EnumType>(name, () => ({
      kind: 'enum',
      name,
      family: 'option',
      variants,
      at: undefined,
    }));
  }

  result(value: Type, error: Type): EnumType {
    const name = `Result<${value.name},${error.name}>`;
    const variants = [variant('Ok', 0, [value]), variant('Err', 1, [error])];
    return this.#once<EnumType>(name, () => ({
      kind: 'enum',
      name,
      family: 'result',
      variants,
      at: undefined,
    }));
  }

  /** `T` with its bounds; those with equal names and bounds are one. */
  parameter(name: string, bounds: readonly string[]): ParameterType {
    const text = bounds.length === 0 ? `'${name}` : `'${name}: ${bounds.join(' + ')}`;
    return this.#once<ParameterType>(text, () => ({
      kind: 'parameter',
      name: text,
      bounds,
      copies: bounds.includes('Copy'),
    }));
  }

  /** A struct or an enum of the program; its parts may mention it, so they are filled in later. */
  declared<Made extends Type>(
    name: string,
    make: () => Made,
  ): { readonly type: Made; readonly isNew: boolean } {
    const known = this.#byName.get(name);
    if (known !== undefined) return { type: known as Made, isNew: false };
    return { type: this.#keep(make()), isNew: true };
  }

  #once<Made extends Type>(name: string, make: () => Made): Made {
    return (this.#byName.get(name) as Made | undefined) ?? this.#keep(make());
  }

  #keep<Made extends Type>(type: Made): Made {
    this.#byName.set(type.name, type);
    return type;
  }
}

const fieldsOf = (types: readonly Type[]): Field[] =>
  types.map((type, nth) => ({ name: `${nth}`, nth, type, public: true }));

const variant = (name: string, tag: number, types: readonly Type[]): Variant => ({
  name,
  tag,
  shape: types.length === 0 ? 'unit' : 'tuple',
  fields: fieldsOf(types),
});
