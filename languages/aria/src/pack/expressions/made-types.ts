// Types that an expression needs and that the program's debug information does not have.

import type { Field, TypeDescription, TypeId, TypeTable } from '@sonde/engine';
import type { ProgramNames } from '../../toolchain/checker/program-names.js';
import { byte, int32, int64, tbb8, type AriaType } from '../../toolchain/checker/types.js';

const pointerSize = 8;

export class MadeTypes {
  #text: TypeId | undefined;

  constructor(
    private readonly table: TypeTable,
    private readonly names: ProgramNames,
    private readonly id: (type: AriaType) => TypeId,
  ) {}

  get text(): TypeId {
    return (this.#text ??= this.#searchText() ?? this.table.add({ kind: 'string', name: 'string' }));
  }

  /** `early` is told the id before fields are looked at: a struct may lead back to itself. */
  make(type: AriaType, early: (id: TypeId) => void): TypeId {
    const id = this.table.add({ kind: 'opaque', name: type.name });
    early(id);
    this.table.define(id, this.#describe(type));
    return id;
  }

  #searchText(): TypeId | undefined {
    for (const [id, { kind, name }] of this.table.entries())
      if (kind === 'string' && name === 'string') return id;
    return undefined;
  }

  #describe(type: AriaType): TypeDescription {
    const { name } = type;
    switch (type.kind) {
      case 'integer':
        return { kind: 'integer', name, size: type.bits / 8, signed: type.signed };
      case 'tbb':
        return { kind: 'integer', name, size: type.bits / 8, signed: true };
      case 'float':
        return { kind: 'float', name, size: type.bits / 8 };
      case 'bool':
        return { kind: 'boolean', name, size: 1 };
      case 'void':
        return { kind: 'unit', name };
      case 'string':
        return this.#record(name, [
          ['data', this.#pointer(`${byte.name}@`, this.id(byte))],
          ['length', this.id(int64)],
        ]);
      case 'enum': {
        const members = this.names.enums.get(name)?.members ?? [];
        const enumerators = members.map(member => ({ name: member.name, value: member.value }));
        return { kind: 'enum', name, size: 4, underlying: this.id(int32), enumerators };
      }
      case 'struct': {
        const fields = this.names.structs.get(name)?.fields ?? [];
        return this.#record(
          name,
          fields.map(field => [field.name, this.id(field.type)]),
        );
      }
      case 'array': {
        const element = this.id(type.element);
        const size = (this.table.resolve(element).size ?? 0) * type.length;
        return { kind: 'array', name, size, element, count: type.length };
      }
      case 'result': {
        const value: readonly [string, TypeId][] =
          type.value.kind === 'void' ? [] : [['val', this.id(type.value)]];
        return this.#record(name, [['err', this.id(tbb8)], ...value]);
      }
      case 'wild':
        return this.#wild(name, this.id(type.target));
      case 'pointer':
      case 'reference':
      case 'gc':
        return { kind: 'pointer', name, size: pointerSize, target: this.id(type.target) };
      case 'function':
        return {
          kind: 'pointer',
          name,
          size: pointerSize,
          target: this.table.add({ kind: 'function', name }),
        };
      case 'future':
        return { kind: 'pointer', name, size: pointerSize, target: this.#unit() };
    }
  }

  /** As the program has its other wild pointers. */
  #wild(name: string, target: TypeId): TypeDescription {
    for (const [id, described] of this.table.entries()) {
      if (!described.name.startsWith('wild_ptr<')) continue;
      const known = this.table.resolve(id);
      if (known.kind === 'struct') {
        const typed = this.#pointer(`${this.table.get(target).name}@`, target);
        return {
          ...known,
          name,
          fields: known.fields.map(field => (field.name === 'ptr' ? { ...field, type: typed } : field)),
        };
      }
      if (known.kind === 'pointer') return { kind: 'pointer', name, size: pointerSize, target };
    }
    const address = this.#pointer('byte@', this.id(byte));
    const count = this.table.add({ kind: 'integer', name: 'uint64', size: 8, signed: false });
    return this.#record(name, [
      ['ptr', address],
      ['base', address],
      ['size', count],
      ['scope_id', count],
    ]);
  }

  #pointer(name: string, target: TypeId): TypeId {
    return this.table.add({ kind: 'pointer', name, size: pointerSize, target });
  }

  #unit(): TypeId {
    return this.table.add({ kind: 'unit', name: 'void' });
  }

  /** In the natural layout, which the compiler uses. */
  #record(name: string, members: readonly (readonly [string, TypeId])[]): TypeDescription {
    const fields: Field[] = [];
    let end = 0;
    let widest = 1;
    for (const [field, type] of members) {
      const alignment = this.#alignment(type);
      const offset = roundedUp(end, alignment);
      fields.push({ name: field, type, bitOffset: offset * 8 });
      end = offset + (this.table.resolve(type).size ?? 0);
      widest = Math.max(widest, alignment);
    }
    return { kind: 'struct', name, size: roundedUp(end, widest), fields };
  }

  #alignment(id: TypeId, depth = 0): number {
    const type = this.table.resolve(id);
    if (depth > 32) return 1;
    if (type.kind === 'array') return this.#alignment(type.element, depth + 1);
    if (type.kind !== 'struct' && type.kind !== 'union') return Math.max(1, type.size ?? 1);
    return Math.max(1, ...type.fields.map(field => this.#alignment(field.type, depth + 1)));
  }
}

const roundedUp = (offset: number, alignment: number): number => Math.ceil(offset / alignment) * alignment;
