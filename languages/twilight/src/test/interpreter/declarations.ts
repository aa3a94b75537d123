// What the interpreter knows of the program: its items by name, nothing checked.

import type {
  AliasTree,
  ConstTree,
  ContractTree,
  EnumTree,
  FunctionTree,
  ImplTree,
  StructTree,
  TraitTree,
  UnitTree,
} from '../../toolchain/syntax/tree.js';
import type { TypeTree } from '../../toolchain/syntax/type-tree.js';
import { int, none, unit, type Value } from './values.js';

export class Declarations {
  readonly structs = new Map<string, StructTree>();
  readonly enums = new Map<string, EnumTree>();
  readonly aliases = new Map<string, AliasTree>();
  readonly consts = new Map<string, ConstTree>();
  readonly functions = new Map<string, FunctionTree>();
  readonly traits = new Map<string, TraitTree>();
  readonly impls: ImplTree[] = [];
  readonly solidity: boolean;

  constructor(
    units: readonly UnitTree[],
    readonly contract: ContractTree,
  ) {
    this.solidity = units.some(({ mode, items }) => mode === 'solidity' && items.includes(contract));
    for (const { items } of units)
      for (const item of items) {
        if (item.kind === 'struct') this.structs.set(item.name.text, item);
        else if (item.kind === 'enum') this.enums.set(item.name.text, item);
        else if (item.kind === 'alias') this.aliases.set(item.name.text, item);
        else if (item.kind === 'const') this.consts.set(item.name.text, item);
        else if (item.kind === 'function') this.functions.set(item.name.text, item);
        else if (item.kind === 'trait') this.traits.set(item.name.text, item);
        else if (item.kind === 'impl') this.impls.push(item);
      }
    for (const item of contract.structs) this.structs.set(item.name.text, item);
    for (const item of contract.enums) this.enums.set(item.name.text, item);
    for (const item of contract.aliases) this.aliases.set(item.name.text, item);
    for (const item of contract.consts) this.consts.set(item.name.text, item);
    for (const item of contract.functions) this.functions.set(item.name.text, item);
  }

  /** What a number is where nothing says it. */
  get defaultInt(): string {
    return this.solidity ? 'u256' : 'i64';
  }

  zero(type: TypeTree, bound: ReadonlyMap<string, TypeTree> = new Map()): Value {
    if (type.kind === 'tuple')
      return type.items.length === 0
        ? unit
        : { kind: 'tuple', items: type.items.map(item => this.zero(item, bound)) };
    if (type.kind === 'array') {
      const length = this.lengthOf(type);
      return { kind: 'array', items: Array.from({ length }, () => this.zero(type.element, bound)) };
    }
    if (type.kind === 'impl') return unit;
    const name = this.nameOf(type);
    const other = bound.get(name);
    if (other !== undefined) return this.zero(other, bound);
    const number = this.intName(type);
    if (number !== undefined) return int(0n, number);
    switch (name) {
      case 'bool':
        return { kind: 'bool', value: false };
      case 'string':
        return { kind: 'string', value: '' };
      case 'address':
      case 'Address':
        return { kind: 'address', value: 0n };
      case 'hash256':
      case 'Hash256':
        return { kind: 'hash256', value: 0n };
      case 'vector':
        return { kind: 'vector', items: [] };
      case 'map':
        return { kind: 'map', entries: new Map() };
      case 'Option':
        return none;
      case 'Result':
        return {
          kind: 'enum',
          name: 'Result',
          variant: 'Ok',
          fields: new Map([['0', this.zero(type.args[0]!, bound)]]),
        };
      default:
        return this.#zeroOfDeclared(name, type.args, bound);
    }
  }

  #zeroOfDeclared(name: string, args: readonly TypeTree[], outer: ReadonlyMap<string, TypeTree>): Value {
    const alias = this.aliases.get(name);
    if (alias?.type !== undefined) return this.zero(alias.type, outer);
    const declared = this.structs.get(name) ?? this.enums.get(name)!;
    const bound = new Map([
      ...outer,
      ...declared.generics.map((one, nth) => [one.name.text, args[nth]!] as const),
    ]);
    const { fields } = declared.kind === 'struct' ? declared : declared.variants[0]!;
    const values = new Map(fields.map(field => [field.name.text, this.zero(field.type, bound)]));
    if (declared.kind === 'struct') return { kind: 'struct', name, fields: values };
    return { kind: 'enum', name, variant: declared.variants[0]!.name.text, fields: values };
  }

  /** Of a variant among those of its enum. */
  placeOf({ name, variant }: Extract<Value, { kind: 'enum' }>): bigint {
    return BigInt(this.enums.get(name)!.variants.findIndex(each => each.name.text === variant));
  }

  nameOf(type: TypeTree): string {
    return type.kind === 'named' ? type.path.segments.at(-1)!.text : '';
  }

  intName(type: TypeTree): string | undefined {
    const name = this.nameOf(type);
    if (name === 'timestamp' || name === 'blocknumber') return 'u64';
    if (/^[ui]\d+$/.test(name)) return name;
    const alias = this.aliases.get(name)?.type;
    return alias === undefined ? undefined : this.intName(alias);
  }

  lengthOf(type: Extract<TypeTree, { kind: 'array' }>): number {
    let { length } = type;
    while (length.kind === 'path') length = this.consts.get(length.path.segments.at(-1)!.text)!.value;
    if (length.kind !== 'int') throw new Error('a length that is no literal');
    return Number(length.value);
  }

  /** Gives numbers without a type those of a declared type. */
  conform(
    value: Value,
    type: TypeTree | undefined,
    give: (value: Value & { kind: 'int' }, name: string) => Value,
  ): Value {
    if (type === undefined || value.kind === 'unit' || value.kind === 'bool') return value;
    if (value.kind === 'int') {
      const name = this.intName(type);
      return name === undefined || value.type !== undefined ? value : give(value, name);
    }
    const inner = (one: Value, of: TypeTree | undefined): Value => this.conform(one, of, give);
    if (value.kind === 'tuple')
      return type.kind === 'tuple'
        ? { ...value, items: value.items.map((item, nth) => inner(item, type.items[nth])) }
        : value;
    if (value.kind === 'array' || value.kind === 'vector') {
      const element = type.kind === 'array' ? type.element : type.kind === 'named' ? type.args[0] : undefined;
      const isVector = this.nameOf(type) === 'vector';
      return { kind: isVector ? 'vector' : value.kind, items: value.items.map(item => inner(item, element)) };
    }
    if (
      value.kind === 'enum' &&
      type.kind === 'named' &&
      (value.name === 'Option' || value.name === 'Result')
    ) {
      const of = value.variant === 'Err' ? type.args[1] : type.args[0];
      return {
        ...value,
        fields: new Map([...value.fields].map(([name, field]) => [name, inner(field, of)])),
      };
    }
    return value;
  }
}
