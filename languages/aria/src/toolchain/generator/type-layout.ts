// Aria's types as LLVM's, where gc pointers lie in them, and which values are kept in memory rather than in registers.

import {
  arrayType,
  double,
  float,
  i32,
  i64,
  i8,
  intType,
  ptr,
  sizeOf,
  structLayout,
  structType,
} from '@sonde/llvm-ir';
import type { IrModule, IrType, StructType } from '@sonde/llvm-ir';
import type { AriaType, TypedProgram } from '../checker/typed-program.js';

export const stringLayout: StructType = structType([ptr, i64]);
/** ptr, base, size, scope_id: a wild pointer of a debug build. */
export const fatLayout: StructType = structType([ptr, ptr, i64, i64]);

export class TypeLayout {
  readonly #types = new Map<string, IrType>();
  readonly #gcOffsets = new Map<string, readonly number[]>();

  constructor(
    private readonly program: TypedProgram,
    private readonly module: IrModule,
    /** Wild pointers know their bounds. */
    readonly fatPointers: boolean,
  ) {}

  /** As it lies in memory, and as a value of it travels where it does not stay in memory. */
  ir(type: AriaType): IrType {
    let known = this.#types.get(type.name);
    if (known === undefined) this.#types.set(type.name, (known = this.#make(type)));
    return known;
  }

  /** That of a struct or a result, whose parts have addresses. */
  struct(type: AriaType): StructType {
    const made = this.ir(type);
    if (made.kind !== 'struct') throw new Error(`${type.name} is no struct`);
    return made;
  }

  size(type: AriaType): number {
    return sizeOf(this.ir(type));
  }

  /** Structs and arrays may be large: LLVM must never see one as a single value. */
  inMemory(type: AriaType): boolean {
    if (type.kind === 'result') return this.inMemory(type.value);
    return type.kind === 'struct' || type.kind === 'array';
  }

  /** Where the collector finds pointers in a value, in bytes. */
  gcOffsets(type: AriaType): readonly number[] {
    let known = this.#gcOffsets.get(type.name);
    if (known === undefined) this.#gcOffsets.set(type.name, (known = this.#findGc(type)));
    return known;
  }

  holdsGc(type: AriaType): boolean {
    return this.gcOffsets(type).length > 0;
  }

  #make(type: AriaType): IrType {
    switch (type.kind) {
      case 'integer':
      case 'tbb':
        return intType(type.bits);
      case 'float':
        return type.bits === 32 ? float : double;
      case 'bool':
        return i8;
      case 'enum':
        return i32;
      case 'string':
        return stringLayout;
      case 'struct':
        return this.module.struct(
          type.name,
          this.#fields(type.name).map(field => this.ir(field)),
        );
      case 'array':
        return arrayType(this.ir(type.element), type.length);
      case 'wild':
        return this.fatPointers ? fatLayout : ptr;
      case 'pointer':
      case 'reference':
      case 'gc':
      case 'future':
      case 'function':
        return ptr;
      case 'result':
        return structType(type.value.kind === 'void' ? [i8] : [i8, this.ir(type.value)]);
      case 'void':
        throw new Error('void has no layout');
    }
  }

  #findGc(type: AriaType): readonly number[] {
    switch (type.kind) {
      case 'gc':
        return [0];
      case 'struct': {
        const { offsets } = structLayout(this.struct(type));
        return this.#fields(type.name).flatMap((field, index) => this.#shifted(field, offsets[index]!));
      }
      case 'array': {
        const inside = this.gcOffsets(type.element);
        if (inside.length === 0) return [];
        const size = this.size(type.element);
        return Array.from({ length: type.length }, (_, index) =>
          inside.map(offset => offset + index * size),
        ).flat();
      }
      case 'result':
        if (type.value.kind === 'void') return [];
        return this.#shifted(type.value, structLayout(this.struct(type)).offsets[1]!);
      default:
        return [];
    }
  }

  #shifted(type: AriaType, by: number): readonly number[] {
    return this.gcOffsets(type).map(offset => offset + by);
  }

  #fields(struct: string): readonly AriaType[] {
    return this.program.structs.get(struct)!.fields.map(field => field.type);
  }
}
