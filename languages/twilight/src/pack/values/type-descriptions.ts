// Types of a contract as the debugger describes them: how values lie in memory, handles as pointers to what they lead to.

import { typeId, type Field, type TypeDescription, type TypeId } from '@sonde/engine';
import type { MetaType, MetaTypes } from '../../toolchain/toolchain.js';

/** Names that renderers know blocks behind handles by. */
export const blockSuffix = '.block';

export const noteName = 'note';

/** Types that were described before, which further ones join. */
export interface KnownTypes {
  find(name: string): TypeId | undefined;
  reserve(name: string): TypeId;
  define(id: TypeId, description: TypeDescription): void;
}

export class TypeDescriptions {
  readonly #ids = new Map<string, TypeId>();
  readonly #described = new Map<TypeId, TypeDescription>();

  constructor(
    private readonly types: MetaTypes,
    private readonly known?: KnownTypes,
  ) {
    for (const name of Object.keys(types)) this.idOf(name);
  }

  get all(): readonly (readonly [TypeId, TypeDescription])[] {
    return [...this.#described];
  }

  /** Of a type of the contract. */
  idOf(name: string): TypeId {
    const known = this.#ids.get(name) ?? this.known?.find(name);
    if (known !== undefined) return known;
    const id = this.#reserve(name);
    const type = Object.hasOwn(this.types, name) ? this.types[name] : undefined;
    this.#define(
      id,
      type === undefined
        ? { kind: 'opaque', name, why: 'the compiler did not describe it' }
        : this.#describe(name, type),
    );
    return id;
  }

  /** Of the debugger's own; the first of a name stays. */
  add(description: TypeDescription): TypeId {
    const known = this.#ids.get(description.name) ?? this.known?.find(description.name);
    if (known !== undefined) return known;
    const id = this.#reserve(description.name);
    this.#define(id, description);
    return id;
  }

  #define(id: TypeId, description: TypeDescription): void {
    this.#described.set(id, description);
    this.known?.define(id, description);
  }

  integer(name: string, size: number): TypeId {
    return this.add({ kind: 'integer', name, size, signed: false });
  }

  /** What the debugger says about something, as it stands. */
  get note(): TypeId {
    return this.add({ kind: 'string', name: noteName });
  }

  get text(): TypeId {
    return this.add({ kind: 'string', name: 'text' });
  }

  /** A number of its own for each name, taken before what it is made of is described: types may lead back to themselves. */
  #reserve(name: string): TypeId {
    const id = this.known?.reserve(name) ?? typeId(this.#ids.size + 1);
    this.#ids.set(name, id);
    return id;
  }

  #describe(name: string, type: MetaType): TypeDescription {
    const { size } = type;
    switch (type.k) {
      case 'unit':
        return { kind: 'unit', name };
      case 'bool':
        return { kind: 'boolean', name, size };
      case 'int':
        return { kind: 'integer', name, size, signed: type.signed };
      // Bytes in a row that are only ever compared: a number without a sign, which renderers write as bytes.
      case 'address':
      case 'hash256':
        return { kind: 'integer', name, size, signed: false };
      case 'string':
        return { kind: 'pointer', name, size, target: this.#textBlock() };
      case 'struct':
      case 'tuple':
        return { kind: 'struct', name, size, fields: this.#fields(type.fields) };
      case 'enum': {
        const tag = this.integer(type.tag.size === 1 ? 'u8' : 'u16', type.tag.size);
        return {
          kind: 'variant',
          name,
          size,
          discriminant: { name: 'tag', type: tag, bitOffset: type.tag.offset * 8 },
          variants: type.variants.map(variant => ({
            name: variant.name,
            discriminant: BigInt(variant.index),
            type:
              variant.fields.length === 0
                ? this.add({ kind: 'unit', name: `${name}::${variant.name}` })
                : this.add({
                    kind: 'struct',
                    name: `${name}::${variant.name}`,
                    size,
                    fields: this.#fields(variant.fields),
                  }),
          })),
        };
      }
      case 'array':
        return {
          kind: 'array',
          name,
          size,
          element: this.idOf(type.elem),
          count: type.length,
          stride: type.stride,
        };
      case 'vector':
        return { kind: 'pointer', name, size, target: this.#listBlock(name, this.idOf(type.elem)) };
      case 'map': {
        const entry = this.add({
          kind: 'struct',
          name: `${name}.entry`,
          size: type.stride,
          fields: [
            { name: 'key', type: this.idOf(type.key), bitOffset: 0 },
            { name: 'value', type: this.idOf(type.value), bitOffset: type.value_offset * 8 },
          ],
        });
        return { kind: 'pointer', name, size, target: this.#listBlock(name, entry) };
      }
    }
  }

  #fields(
    fields: readonly { readonly name: string; readonly type: string; readonly offset: number }[],
  ): readonly Field[] {
    return fields.map(({ name, type, offset }) => ({ name, type: this.idOf(type), bitOffset: offset * 8 }));
  }

  #textBlock(): TypeId {
    const byte = this.integer('u8', 1);
    const bytes = this.add({ kind: 'array', name: 'bytes of a string', element: byte });
    return this.add({
      kind: 'struct',
      name: `string${blockSuffix}`,
      size: 4,
      fields: [
        { name: 'length', type: this.integer('u32', 4), bitOffset: 0 },
        { name: 'bytes', type: bytes, bitOffset: 32 },
      ],
    });
  }

  #listBlock(name: string, element: TypeId): TypeId {
    const u32 = this.integer('u32', 4);
    const items = this.add({ kind: 'pointer', name: `items of ${name}`, size: 4, target: element });
    return this.add({
      kind: 'struct',
      name: `${name}${blockSuffix}`,
      size: 12,
      fields: [
        { name: 'length', type: u32, bitOffset: 0 },
        { name: 'capacity', type: u32, bitOffset: 32 },
        { name: 'items', type: items, bitOffset: 64 },
      ],
    });
  }
}
