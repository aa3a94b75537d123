// Types of the program as its debug information tells them, and the same as the checker has them.

import type { TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { flatFields } from '@sonde/lens';
import type { Span } from '@sonde/native-compiler';
import type { ProgramNames } from '../../toolchain/checker/program-names.js';
import type { StructDeclaration, StructField } from '../../toolchain/checker/typed-program.js';
import {
  arrayType,
  builtinTypes,
  byte,
  enumType,
  gcType,
  pointerType,
  referenceType,
  resultType,
  string,
  structType,
  wildType,
  nothing,
  type AriaType,
} from '../../toolchain/checker/types.js';
import { MadeTypes } from './made-types.js';
import { typeNamed } from './type-names.js';

/** What debug information tells has no place in a source that we have. */
export const nowhere: Span = { start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };

export class DebugTypes {
  readonly #known = new Map<TypeId, AriaType | undefined>();
  readonly #ids = new Map<string, TypeId>();
  readonly #made: MadeTypes;

  constructor(
    readonly table: TypeTable,
    private readonly names: ProgramNames,
  ) {
    this.#made = new MadeTypes(table, names, type => this.id(type));
  }

  /** Undefined for what the language has no word for. */
  of(id: TypeId): AriaType | undefined {
    if (this.#known.has(id)) return this.#known.get(id);
    // A chain of typedefs may lead back to itself.
    this.#known.set(id, undefined);
    const type = this.#find(this.table.get(id), id);
    this.#known.set(id, type);
    if (type !== undefined && !this.#ids.has(type.name)) this.#ids.set(type.name, id);
    return type;
  }

  /** The type as the program describes it; one of our own where it does not. */
  id(type: AriaType): TypeId {
    const known = this.#ids.get(type.name) ?? this.#search(type);
    const id = known ?? this.#made.make(type, early => this.#ids.set(type.name, early));
    this.#ids.set(type.name, id);
    return id;
  }

  /** Texts that were computed: no memory of the program holds them. */
  get text(): TypeId {
    return this.#made.text;
  }

  /** The type of a field as the struct describes it, which may say more than its name. */
  fieldId(struct: TypeId, name: string, type: AriaType): TypeId {
    const described = this.table.resolve(struct);
    const fields = described.kind === 'struct' || described.kind === 'union' ? described.fields : [];
    return flatFields(fields, this.table).find(field => field.name === name)?.type ?? this.id(type);
  }

  /** Whether wild pointers know their bounds, as in debug builds. */
  isFat(type: AriaType): boolean {
    return this.table.resolve(this.id(type)).kind === 'struct';
  }

  size(type: AriaType): number | undefined {
    return this.table.resolve(this.id(type)).size;
  }

  #search(type: AriaType): TypeId | undefined {
    for (const [id, described] of this.table.entries()) {
      if (described.name === type.name && described.kind !== 'string' && this.of(id)?.name === type.name)
        return id;
    }
    return undefined;
  }

  #find(described: TypeDescription, id: TypeId): AriaType | undefined {
    switch (described.kind) {
      case 'alias':
        return this.#alias(described.name, described.target, id);
      case 'integer':
        return numberOf(described.name, described.size, described.signed ? 'int' : 'uint');
      case 'character':
        return numberOf('', described.size, described.signed === false ? 'uint' : 'int');
      case 'float':
        return builtinTypes.get(`flt${(described.size ?? 0) * 8}`);
      case 'boolean':
        return builtinTypes.get('bool');
      case 'unit':
        return nothing;
      case 'pointer':
        return this.#pointer(described.target, described.reference === true, described.name);
      case 'array':
        return this.#array(described.element, described.count);
      case 'enum':
        return this.#enum(described.name, described.enumerators);
      case 'struct':
        return this.#struct(described, id);
      case 'union':
        return this.#declared(described.name, id);
      default:
        return undefined;
    }
  }

  #alias(name: string, target: TypeId, id: TypeId): AriaType | undefined {
    const builtin = builtinTypes.get(name);
    if (builtin !== undefined) return builtin;
    const pointer = this.table.resolve(id);
    const leads = pointer.kind === 'pointer' ? this.of(pointer.target) : undefined;
    if (leads !== undefined && leads.kind !== 'void') {
      if (name.startsWith('gc_ptr<')) return gcType(leads);
      if (name.startsWith('wild_ptr<')) return wildType(leads);
      if (name.endsWith('@')) return pointerType(leads);
      if (name.endsWith('$')) return referenceType(leads);
    }
    return this.#named(name) ?? this.of(target);
  }

  #named(name: string): AriaType | undefined {
    return typeNamed(name, word => this.#typeCalled(word));
  }

  /** A struct or an enum by its name, from the program's source or from what else was seen of its types. */
  #typeCalled(name: string): AriaType | undefined {
    if (this.names.structs.has(name)) return structType(name);
    if (this.names.enums.has(name)) return enumType(name);
    for (const [id, { kind, name: called }] of this.table.entries())
      if (called === name && (kind === 'struct' || kind === 'enum')) return this.of(id);
    return undefined;
  }

  #pointer(target: TypeId, reference: boolean, name: string): AriaType | undefined {
    // A type that we made ourselves is a pointer under its own name.
    const named = this.#named(name);
    if (named !== undefined) return named;
    if (this.table.resolve(target).kind === 'function') return undefined;
    const leads = this.of(target);
    if (leads === undefined || leads.kind === 'void') return pointerType(byte);
    return reference ? referenceType(leads) : pointerType(leads);
  }

  #array(element: TypeId, count: number | undefined): AriaType | undefined {
    const type = this.of(element);
    return type === undefined || count === undefined ? undefined : arrayType(type, count);
  }

  #enum(name: string, members: readonly { readonly name: string; readonly value: bigint }[]): AriaType {
    if (!this.names.enums.has(name))
      this.names.enums.set(name, {
        name,
        at: nowhere,
        members: members.map(member => ({ ...member, at: nowhere })),
      });
    return enumType(name);
  }

  #struct({ name, fields }: TypeDescription & { kind: 'struct' }, id: TypeId): AriaType | undefined {
    const has = (field: string): boolean => fields.some(candidate => candidate.name === field);
    if (name === 'string' && has('data') && has('length')) return string;
    if (name.startsWith('result<') && has('err')) {
      const value = fields.find(field => field.name === 'val');
      if (value === undefined) return resultType(nothing);
      const type = this.of(value.type);
      return type === undefined ? undefined : resultType(type);
    }
    return name.startsWith('wild_ptr<') ? this.#named(name) : this.#declared(name, id);
  }

  /** Fields are looked at when somebody asks for them: types of a large program lead to all others. */
  #declared(name: string, id: TypeId): AriaType {
    if (!this.names.structs.has(name)) this.names.structs.set(name, this.#declaration(name, id));
    return structType(name);
  }

  #declaration(name: string, id: TypeId): StructDeclaration {
    const read = (): readonly StructField[] => this.#fields(id);
    let fields: readonly StructField[] | undefined;
    return {
      name,
      at: nowhere,
      methods: [],
      get fields() {
        return (fields ??= read());
      },
    };
  }

  #fields(id: TypeId): readonly StructField[] {
    const described = this.table.resolve(id);
    if (described.kind !== 'struct' && described.kind !== 'union') return [];
    return flatFields(described.fields, this.table).flatMap(field => {
      const type = this.of(field.type);
      return type === undefined ? [] : [{ name: field.name, type, at: nowhere }];
    });
  }
}

/** Numbers under names of other languages are those of ours. */
function numberOf(name: string, size: number | undefined, word: 'int' | 'uint'): AriaType | undefined {
  return builtinTypes.get(name) ?? builtinTypes.get(`${word}${(size ?? 0) * 8}`);
}
