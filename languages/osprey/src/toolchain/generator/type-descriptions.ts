// Osprey's types as a debugger sees them, under their Osprey names.

import { i32, i64, i8, ptr, sizeOf, structLayout, structType } from '@sonde/llvm-ir';
import type { DebugComposite, DebugFile, DebugType, DebugUnit, IrType } from '@sonde/llvm-ir';
import type { Span } from '@sonde/native-compiler';
import type { FieldPlace } from '../checker/fields.js';
import type { TypedProgram } from '../checker/typed-program.js';
import {
  anonymousFields,
  intType,
  stringType,
  typeName,
  type FunctionType,
  type NamedType,
  type Type,
} from '../checker/types.js';
import { shortName } from '../syntax/token-cursor.js';
import { blockOf, fieldsOf, irType, resultBlock } from './type-layout.js';

/** A value is an address: its type leads to a block whose name says that it is one. */
export const blockName = (name: string): string => `${name}.block`;

type Named = readonly (readonly [name: string, type: DebugType, ir: IrType])[];

export class TypeDescriptions {
  readonly #known = new Map<string, DebugType>();

  constructor(
    private readonly program: TypedProgram,
    private readonly unit: DebugUnit,
    private readonly fileOf: (at: Span) => DebugFile,
  ) {}

  get(type: Type): DebugType {
    const name = typeName(type);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const made = this.#make(type, name);
    // A type may lead back to itself and is then known already.
    if (!this.#known.has(name)) this.#known.set(name, made);
    return this.#known.get(name)!;
  }

  subroutine(result: Type, parameters: readonly Type[]): DebugType {
    return this.unit.types.subroutine(
      this.get(result),
      parameters.map(parameter => this.get(parameter)),
    );
  }

  #make(type: Type, name: string): DebugType {
    if (type.kind === 'function') return this.#closure(type, name);
    if (type.kind === 'variable') return this.get(intType);
    const { types } = this.unit;
    switch (type.name) {
      case 'int':
      case 'Unit':
        return types.typedef(name, this.#basic('long', 64));
      case 'float':
        return types.typedef(name, types.basic('double', 64, 'float'));
      case 'bool':
        return types.typedef(name, types.basic('_Bool', 8, 'boolean'));
      case 'any':
      case 'string':
        return types.typedef(name, types.pointer(types.basic('char', 8, 'signed_char')));
      case 'Ptr':
        return types.typedef(name, types.pointer(undefined));
      case 'Result':
        return this.#result(type, name);
      case 'List':
        return this.#list(type, name);
      case 'Map':
        return this.#map(type, name);
      case 'Fiber':
        return this.#fiber(type, name);
      case 'Channel':
        return this.#channel(type, name);
      default:
        return this.#declared(type, name);
    }
  }

  #basic(name: string, bits: 32 | 64 | 8): DebugType {
    return this.unit.types.basic(name, bits, bits === 8 ? 'signed_char' : 'signed');
  }

  /** The name is known before the block is filled, since its fields may lead back to it. */
  #toBlock(name: string, size: number, fill: (block: DebugComposite) => void, at?: Span): DebugType {
    const { types } = this.unit;
    const place = at === undefined ? {} : { file: this.fileOf(at), line: at.line };
    const block = types.forward({ name: blockName(name), sizeInBits: size * 8, ...place });
    const made = types.typedef(name, types.pointer(block), place);
    this.#known.set(name, made);
    fill(block);
    return made;
  }

  #struct(name: string, fields: Named): DebugType {
    const layout = structType(fields.map(([, , ir]) => ir));
    return this.#toBlock(name, sizeOf(layout), block => this.#complete(block, fields));
  }

  #complete(block: DebugComposite, fields: Named): void {
    const { offsets } = structLayout(structType(fields.map(([, , ir]) => ir)));
    this.unit.types.complete(
      block,
      fields.map(([name, type], nth) => ({ name, type, offsetInBits: offsets[nth]! * 8 })),
    );
  }

  #declared(type: NamedType, name: string): DebugType {
    const declared = this.program.types.get(type.name);
    if (anonymousFields(type.name) !== undefined || declared?.shape === 'record')
      return this.#record(name, fieldsOf(this.program, type), declared?.at);
    if (declared === undefined) return this.unit.types.typedef(name, this.#basic('long', 64));
    return this.#union(type, name);
  }

  #record(name: string, fields: readonly FieldPlace[], at: Span | undefined): DebugType {
    const layout = blockOf(fields);
    return this.#toBlock(
      name,
      sizeOf(layout),
      block => {
        const { offsets } = structLayout(layout);
        const described = fields.map((field, nth) => ({
          name: field.name,
          type: this.get(field.type),
          offsetInBits: offsets[nth + 1]! * 8,
        }));
        this.unit.types.complete(block, described);
      },
      at,
    );
  }

  /** The tag says which of the variants is there. */
  #union(type: NamedType, name: string): DebugType {
    const { types } = this.unit;
    const declared = this.program.types.get(type.name)!;
    const variants = declared.variants.map(variant => ({
      variant,
      fields: fieldsOf(this.program, type, variant),
    }));
    const size = Math.max(8, ...variants.map(({ fields }) => sizeOf(blockOf(fields))));
    return this.#toBlock(
      name,
      size,
      block => {
        const tags = variants.map(({ variant }) => ({ name: shortName(variant.name), value: variant.tag }));
        const tag = types.enumeration(`${name}.tag`, this.#basic('long', 64), tags, {
          file: this.fileOf(declared.at),
          line: declared.at.line,
        });
        const parts = variants.map(({ variant, fields }) => {
          const layout = blockOf(fields);
          const { offsets } = structLayout(layout);
          const part = types.forward({ name: `${name}.${variant.name}`, sizeInBits: sizeOf(layout) * 8 });
          types.complete(
            part,
            fields.map((field, nth) => ({
              name: field.name,
              type: this.get(field.type),
              offsetInBits: offsets[nth + 1]! * 8,
            })),
          );
          return { name: shortName(variant.name), type: part, offsetInBits: 0 };
        });
        types.complete(block, [{ name: 'tag', type: tag, offsetInBits: 0 }, ...parts]);
      },
      declared.at,
    );
  }

  #result({ args }: NamedType, name: string): DebugType {
    const [value] = args as [Type, Type];
    const layout = resultBlock(value);
    return this.#toBlock(name, sizeOf(layout), block =>
      this.#complete(block, [
        ['value', this.get(value), irType(value)],
        ['disc', this.#basic('signed char', 8), i8],
        ['message', this.get(stringType), ptr],
      ]),
    );
  }

  /** `osp_list`; the type of its elements is that of what `tail` leads to. */
  #list({ args }: NamedType, name: string): DebugType {
    const { types } = this.unit;
    const [element] = args as [Type];
    const [long, int] = [this.#basic('long', 64), this.#basic('int', 32)];
    return this.#toBlock(name, 48, block =>
      this.#complete(block, [
        ['length', long, i64],
        ['shift', int, i32],
        ['tail_count', int, i32],
        ['root', types.pointer(types.pointer(undefined)), ptr],
        ['tail', types.pointer(this.get(element)), ptr],
        ['offset', long, i64],
        ['type', types.pointer(undefined), ptr],
      ]),
    );
  }

  /** `osp_map` and the nodes of its trie. */
  #map({ args }: NamedType, name: string): DebugType {
    const { types } = this.unit;
    const [key, value] = args as [Type, Type];
    const [long, int] = [this.#basic('long', 64), this.#basic('int', 32)];
    return this.#toBlock(name, 32, block => {
      const node = types.forward({ name: `${name}.node`, sizeInBits: 64 * 8 });
      const words = types.pointer(long);
      this.#complete(node, [
        ['kind', int, i32],
        ['bitmap', types.basic('unsigned int', 32, 'unsigned'), i32],
        ['count', types.basic('unsigned int', 32, 'unsigned'), i32],
        ['hash', types.basic('unsigned int', 32, 'unsigned'), i32],
        ['children', types.pointer(types.pointer(node)), ptr],
        ['key', this.get(key), i64],
        ['value', this.get(value), i64],
        ['keys', words, ptr],
        ['values', words, ptr],
        ['map', types.pointer(undefined), ptr],
      ]);
      this.#complete(block, [
        ['key_kind', int, i32],
        ['length', long, i64],
        ['root', types.pointer(node), ptr],
        ['type', types.pointer(undefined), ptr],
      ]);
    });
  }

  #fiber({ args }: NamedType, name: string): DebugType {
    const [result] = args as [Type];
    const [long, int] = [this.#basic('long', 64), this.#basic('int', 32)];
    return this.#struct(name, [
      ['id', long, i64],
      ['state', int, i32],
      ['unused', int, i32],
      ['waits_for', long, i64],
      ['result', this.get(result), i64],
    ]);
  }

  #channel({ args }: NamedType, name: string): DebugType {
    const [item] = args as [Type];
    const long = this.#basic('long', 64);
    return this.#struct(name, [
      ['id', long, i64],
      ['capacity', long, i64],
      ['head', long, i64],
      ['count', long, i64],
      ['items', this.unit.types.pointer(this.get(item)), ptr],
    ]);
  }

  #closure(type: FunctionType, name: string): DebugType {
    const { types } = this.unit;
    return this.#toBlock(name, 8, block =>
      this.#complete(block, [['code', types.pointer(this.subroutine(type.result, type.parameters)), ptr]]),
    );
  }
}
