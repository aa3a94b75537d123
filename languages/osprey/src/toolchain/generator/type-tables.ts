// The types of a program as its runtime and debuggers find them: `osp_type` of runtime/inspection.h, one for each type of objects.

import {
  addressConstant,
  arrayConstant,
  i32,
  intConstant,
  nullPointer,
  ptr,
  sizeOf,
  structConstant,
  structLayout,
  structType,
  type Constant,
  type IrModule,
  type IrType,
} from '@sonde/llvm-ir';
import type { TypedProgram, Variant } from '../checker/typed-program.js';
import { anonymousFields, prune, stringType, typeName, type NamedType, type Type } from '../checker/types.js';
import { closureMark, firstType, kinds, markOf, staticRecord, type Kind } from '../inspection-format.js';
import { blockOf, fieldsOf, irType, resultBlock } from './type-layout.js';

const kindNumber = (kind: Kind): number => kinds.indexOf(kind);

const typeStruct = structType([i32, i32, i32, i32, ptr, ptr, ptr, i32, i32]);
const fieldStruct = structType([ptr, ptr, i32, i32]);
const variantStruct = structType([ptr, ptr, i32, i32]);
/** `osp_header` */
const headerStruct = structType([i32, i32, i32, i32]);
export const headerSize = sizeOf(headerStruct);

interface Field {
  readonly name: string;
  readonly type: Constant;
  readonly offset: number;
}

/** Types whose values have a kind in the runtime's own table. */
const own: Readonly<Record<string, Kind>> = {
  ...{ int: 'int', float: 'float', bool: 'bool', Unit: 'Unit', string: 'string', Ptr: 'foreign' },
  // What a Result failed with is a text.
  ...{ Error: 'string', MathError: 'string', any: 'string' },
};

export class TypeTables {
  readonly #entries: (Constant | undefined)[] = [];
  readonly #known = new Map<string, Constant>();
  readonly #table;
  readonly #ownTypes;
  #fieldTables = 0;

  constructor(
    private readonly module: IrModule,
    private readonly program: TypedProgram,
    /** Release builds have no names. */
    private readonly named: boolean,
  ) {
    this.#table = module.laterGlobal('osprey.types');
    this.#ownTypes = module.global('osp_own_types', typeStruct);
  }

  /** The address of its description. */
  get(type: Type): Constant {
    const whole = prune(type);
    const kind = whole.kind === 'named' ? own[whole.name] : undefined;
    if (kind !== undefined) return addressConstant(this.#ownTypes, kindNumber(kind) * sizeOf(typeStruct));
    const name = typeName(whole);
    return this.#known.get(name) ?? this.#add(whole, name);
  }

  /** What a variable that changes is kept in. */
  cell(type: Type): Constant {
    const name = `mut ${typeName(type)}`;
    return (
      this.#known.get(name) ??
      this.#describe({
        ...{ key: name, name, kind: 'cell', head: 'cell', size: sizeOf(irType(type)) },
        fields: () => [{ name: 'value', type: this.get(type), offset: 0 }],
      })
    );
  }

  /** Of the closures of one piece of code; offsets from the start of the closure. */
  closure(name: string, size: number, captures: readonly Field[]): Constant {
    return this.#describe({ name, kind: 'closure', head: closureMark, size, fields: () => captures });
  }

  /** The bytes before an object that is part of the program. */
  staticHeader(kind: 'string' | 'closure' | { readonly type: Type }): Constant {
    const [index, mark] =
      typeof kind === 'object'
        ? this.#numbers(kind.type)
        : [kindNumber(kind), markOf(kind === 'string' ? 'string' : closureMark)];
    const words = [index, staticRecord, -1, mark];
    return structConstant(
      headerStruct,
      words.map(word => intConstant(i32, word)),
    );
  }

  finish(): { readonly table: Constant; readonly count: number } {
    const entries = this.#entries as readonly Constant[];
    const initial = arrayConstant(typeStruct, entries);
    return {
      table: this.#table.define(initial.type, { initial, linkage: 'internal', constant: true }),
      count: entries.length,
    };
  }

  #numbers(type: Type): readonly [number, number] {
    this.get(type);
    const name = typeName(type);
    return [this.#indices.get(name)!, markOf(headOf(prune(type)))];
  }

  readonly #indices = new Map<string, number>();

  #add(type: Type, name: string): Constant {
    const head = headOf(type);
    if (type.kind !== 'named')
      return this.#describe({ key: name, name, kind: 'closure', head, size: 0, fields: () => [] });
    const args = (...names: readonly string[]) => ({
      key: name,
      name,
      head,
      fields: () => names.map((part, nth) => ({ name: part, type: this.get(type.args[nth]!), offset: 0 })),
    });
    switch (type.name) {
      case 'List':
        return this.#describe({ ...args('element'), kind: 'List', size: 48 });
      case 'Map':
        return this.#describe({ ...args('key', 'value'), kind: 'Map', size: 32 });
      case 'Fiber':
        return this.#describe({ ...args('result'), kind: 'Fiber', size: 0 });
      case 'Channel':
        return this.#describe({ ...args('item'), kind: 'Channel', size: 0 });
      case 'Result':
        return this.#result(type, name);
      default:
        return this.#declared(type, name);
    }
  }

  #result(type: NamedType, name: string): Constant {
    const [value] = type.args as [Type];
    const { offsets } = structLayout(resultBlock(value));
    return this.#describe({
      ...{ key: name, name, kind: 'Result', head: 'Result', size: sizeOf(resultBlock(value)) },
      fields: () => [
        { name: 'value', type: this.get(value), offset: offsets[0]! },
        { name: 'message', type: this.get(stringType), offset: offsets[2]! },
      ],
    });
  }

  #declared(type: NamedType, name: string): Constant {
    const declared = this.program.types.get(type.name);
    const head = headOf(type);
    if (anonymousFields(type.name) !== undefined || declared?.shape === 'record')
      return this.#describe({
        ...{ key: name, name, kind: 'record', head, size: sizeOf(blockOf(fieldsOf(this.program, type))) },
        fields: () => this.#fields(type),
      });
    const variants = declared?.variants ?? [];
    return this.#describe({
      ...{ key: name, name, kind: 'union', head, size: 0 },
      fields: () => [],
      variants: () =>
        variants.map(variant => {
          const fields = this.#fields(type, variant);
          return structConstant(variantStruct, [
            this.#name(variant.name),
            this.#fieldTable(fields),
            intConstant(i32, fields.length),
            intConstant(i32, sizeOf(blockOf(fieldsOf(this.program, type, variant)))),
          ]);
        }),
    });
  }

  #fields(type: Type, variant?: Variant): readonly Field[] {
    const fields = fieldsOf(this.program, type, variant);
    const { offsets } = structLayout(blockOf(fields));
    return fields.map((field, nth) => ({
      name: field.name,
      type: this.get(field.type),
      offset: offsets[nth + 1]!,
    }));
  }

  /** Its address is known before its fields are, since they may lead back to it. */
  #describe(what: {
    readonly key?: string;
    readonly name: string;
    readonly kind: Kind;
    readonly head: string;
    readonly size: number;
    readonly fields: () => readonly Field[];
    readonly variants?: () => readonly Constant[];
  }): Constant {
    const nth = this.#entries.push(undefined) - 1;
    const address = addressConstant(this.#table.address, nth * sizeOf(typeStruct));
    if (what.key !== undefined) {
      this.#known.set(what.key, address);
      this.#indices.set(what.key, firstType + nth);
    }
    const fields = what.fields();
    const variants = what.variants?.() ?? [];
    const numbers = [kindNumber(what.kind), firstType + nth, markOf(what.head), what.size];
    this.#entries[nth] = structConstant(typeStruct, [
      ...numbers.map(number => intConstant(i32, number)),
      this.#name(what.name),
      this.#fieldTable(fields),
      this.#tableOf('variants', variantStruct, variants),
      intConstant(i32, fields.length),
      intConstant(i32, variants.length),
    ]);
    return address;
  }

  #name(name: string): Constant {
    return this.named ? this.module.string(name) : nullPointer;
  }

  #fieldTable(fields: readonly Field[]): Constant {
    const entries = fields.map(({ name, type, offset }) =>
      structConstant(fieldStruct, [this.#name(name), type, intConstant(i32, offset), intConstant(i32, 0)]),
    );
    return this.#tableOf('fields', fieldStruct, entries);
  }

  #tableOf(what: string, element: IrType, entries: readonly Constant[]): Constant {
    if (entries.length === 0) return nullPointer;
    const initial = arrayConstant(element, entries);
    const name = `osprey.${what}.${this.#fieldTables++}`;
    return this.module.global(name, initial.type, { initial, linkage: 'private', constant: true });
  }
}

/** What its objects are marked with: also where type arguments are decided elsewhere. */
const headOf = (type: Type): string => (type.kind === 'named' ? type.name : closureMark);
