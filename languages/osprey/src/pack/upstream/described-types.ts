// Types of the language as our own compiler describes them, for programs whose debug information has none: same layouts, same names.

import type { Field, TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import { recordFields, variantFields, type FieldPlace } from '../../toolchain/checker/fields.js';
import type { TypedProgram } from '../../toolchain/checker/typed-program.js';
import {
  anonymousFields,
  prune,
  typeName,
  type NamedType,
  type Type,
} from '../../toolchain/checker/types.js';

export class DescribedTypes {
  readonly #known = new Map<string, TypeId>();

  constructor(
    private readonly table: TypeTable,
    private readonly program: TypedProgram,
  ) {}

  /** Undefined for what has no layout that is known. */
  id(type: Type): TypeId | undefined {
    const whole = prune(type);
    if (whole.kind === 'variable') return undefined;
    const name = typeName(whole);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const made = this.#make(whole, name);
    if (made !== undefined) this.#known.set(name, made);
    return this.#known.get(name);
  }

  #make(type: Exclude<Type, { kind: 'variable' }>, name: string): TypeId | undefined {
    if (type.kind === 'function') return this.#block(name, () => [this.#field('code', this.#word, 0)], 8);
    switch (type.name) {
      case 'int':
      case 'Unit':
        return this.table.add({ kind: 'integer', name, size: 8, signed: true });
      case 'float':
        return this.table.add({ kind: 'float', name, size: 8 });
      case 'bool':
        return this.table.add({ kind: 'boolean', name, size: 1 });
      case 'string':
        return this.table.add({ kind: 'alias', name, target: this.#pointer(this.#character) });
      // Numbers, there: what they stand for is in tables of the runtime.
      case 'Fiber':
      case 'Channel':
        return this.table.add({ kind: 'integer', name, size: 8, signed: true });
      case 'Result':
        return this.#result(type, name);
      case 'List':
        return this.#list(type, name);
      default:
        return this.#declared(type, name);
    }
  }

  get #word(): TypeId {
    return this.#plain({ kind: 'integer', name: 'long', size: 8, signed: true });
  }

  get #half(): TypeId {
    return this.#plain({ kind: 'integer', name: 'int of 32 bits', size: 4, signed: true });
  }

  get #character(): TypeId {
    return this.#plain({ kind: 'character', name: 'char', size: 1, signed: true });
  }

  #plain(wanted: TypeDescription): TypeId {
    const key = `plain ${wanted.name}`;
    const id = this.#known.get(key) ?? this.table.add(wanted);
    this.#known.set(key, id);
    return id;
  }

  #pointer(target: TypeId): TypeId {
    return this.table.add({ kind: 'pointer', name: 'pointer', size: 8, target });
  }

  #field = (name: string, type: TypeId, offset: number): Field => ({ name, type, bitOffset: offset * 8 });

  /** Known by its name before its fields are, which may lead back to it. */
  #block(name: string, fields: () => readonly Field[], size: number): TypeId {
    const [id, block] = [this.table.add(pending), this.table.add(pending)];
    this.table.define(id, { kind: 'alias', name, target: this.#pointer(block) });
    this.#known.set(name, id);
    this.table.define(block, { kind: 'struct', name: `${name}.block`, size, fields: fields() });
    return id;
  }

  #result({ args }: NamedType, name: string): TypeId | undefined {
    const value = this.id(args[0]!);
    if (value === undefined) return undefined;
    const narrow = typeName(args[0]!) === 'bool';
    const [disc, message] = narrow ? [1, 8] : [8, 16];
    const text = this.#pointer(this.#character);
    const byte = this.#plain({ kind: 'integer', name: 'byte', size: 1, signed: true });
    return this.#block(
      name,
      () => [
        this.#field('value', value, 0),
        this.#field('disc', byte, disc),
        this.#field('message', text, message),
      ],
      message + 8,
    );
  }

  /** A literal that stays in its function is a length and the address of its elements; all others are as ours are. */
  #list({ args }: NamedType, name: string): TypeId | undefined {
    const element = this.id(args[0]!);
    if (element === undefined) return undefined;
    const words = this.#pointer(element);
    return this.#block(
      name,
      () => [
        this.#field('length', this.#word, 0),
        this.#field('shift', this.#half, 8),
        this.#field('tail_count', this.#half, 12),
        this.#field('data', words, 8),
        this.#field('root', this.#pointer(this.#pointer(this.#word)), 16),
        this.#field('tail', words, 24),
        this.#field('offset', this.#word, 32),
      ],
      40,
    );
  }

  #declared(type: NamedType, name: string): TypeId | undefined {
    const declared = this.program.types.get(type.name);
    if (declared?.shape === 'union') return this.#union(type, name);
    if (declared === undefined && anonymousFields(type.name) === undefined) return undefined;
    const laid = this.#laid(recordFields(this.program, type) ?? []);
    return this.#block(name, () => laid.fields(), laid.size);
  }

  #union(type: NamedType, name: string): TypeId {
    const { variants } = this.program.types.get(type.name)!;
    const laid = variants.map(variant => this.#laid(variantFields(variant, type.args)));
    const size = Math.max(8, ...laid.map(part => part.size));
    return this.#block(
      name,
      () => {
        const enumerators = variants.map(variant => ({ name: variant.name, value: BigInt(variant.tag) }));
        const tag = this.table.add({
          ...{ kind: 'enum', name: `${name}.tag`, size: 8, underlying: this.#word, enumerators },
        });
        const parts = variants.map((variant, nth) => {
          const part = { size: laid[nth]!.size, fields: laid[nth]!.fields() };
          const id = this.table.add({ kind: 'struct', name: `${name}.${variant.name}`, ...part });
          return this.#field(variant.name, id, 0);
        });
        return [this.#field('tag', tag, 0), ...parts];
      },
      size,
    );
  }

  /** Behind the tag in the order of the declaration, each aligned to its size. */
  #laid(places: readonly FieldPlace[]): { readonly size: number; readonly fields: () => readonly Field[] } {
    let at = 8;
    const laid = places.map(({ name, type }) => {
      const size = typeName(type) === 'bool' ? 1 : 8;
      at = Math.ceil(at / size) * size;
      const offset = at;
      at += size;
      return { name, type, offset };
    });
    return {
      size: Math.ceil(at / 8) * 8,
      fields: () =>
        laid.map(({ name, type, offset }) => this.#field(name, this.id(type) ?? this.#word, offset)),
    };
  }
}

const pending: TypeDescription = { kind: 'opaque', name: 'to be described' };
