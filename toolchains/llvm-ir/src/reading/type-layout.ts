// Sizes, alignments and offsets of types, by the data layout of a module.

import type { TypeShape } from './operand-data.js';
import { readTypeShape } from './operation-reading.js';

export interface StructLayout {
  readonly size: number;
  readonly align: number;
  /** In bytes. */
  readonly offsets: readonly number[];
}

const defaultAlignments: readonly (readonly [string, number])[] = [
  ['i1', 8],
  ['i8', 8],
  ['i16', 16],
  ['i32', 32],
  ['i64', 32],
  ['f16', 16],
  ['f32', 32],
  ['f64', 64],
  ['f128', 128],
];

const roundedUp = (value: number, align: number): number => Math.ceil(value / align) * align;

/** All sizes are in bytes. A type that is not known has size 0. */
export class TypeLayout {
  readonly #alignments = new Map(defaultAlignments);
  readonly #pointer: { readonly size: number; readonly align: number };
  readonly #named = new Map<string, TypeShape>();
  readonly #structs = new Map<TypeShape, StructLayout>();
  readonly #open = new Set<string>();

  /** Both as in `ModuleData`. */
  constructor(
    private readonly types: ReadonlyMap<string, string>,
    dataLayout: string | undefined,
  ) {
    let pointer = { size: 8, align: 8 };
    for (const part of (dataLayout ?? '').split('-')) {
      const number = /^([if]\d+):(\d+)/.exec(part);
      if (number !== null) this.#alignments.set(number[1]!, Number(number[2]));
      const address = /^p(?:0)?:(\d+):(\d+)/.exec(part);
      if (address !== null) pointer = { size: Number(address[1]) / 8, align: Number(address[2]) / 8 };
    }
    this.#pointer = pointer;
  }

  /** The body of a named type; others are themselves. */
  resolved(type: TypeShape): TypeShape {
    if (type.kind !== 'named') return type;
    const known = this.#named.get(type.name);
    if (known !== undefined) return known;
    const body = this.types.get(type.name);
    const shape: TypeShape = body === undefined ? { kind: 'other', text: type.name } : readTypeShape(body);
    this.#named.set(type.name, shape);
    return shape;
  }

  sizeOf(type: TypeShape): number {
    const shape = this.resolved(type);
    switch (shape.kind) {
      case 'integer':
        return roundedUp(this.storeSizeOf(shape), this.alignOf(shape));
      case 'float':
        return roundedUp(Math.ceil(shape.bits / 8), this.alignOf(shape));
      case 'pointer':
        return this.#pointer.size;
      case 'array':
        return shape.count * this.sizeOf(shape.element);
      case 'vector':
        return roundedUp(shape.count * this.storeSizeOf(shape.element), this.alignOf(shape));
      case 'struct':
        return this.structLayout(shape).size;
      default:
        return 0;
    }
  }

  /** Without padding behind. */
  storeSizeOf(type: TypeShape): number {
    const shape = this.resolved(type);
    if (shape.kind === 'integer' || shape.kind === 'float') return Math.ceil(shape.bits / 8);
    return this.sizeOf(shape);
  }

  alignOf(type: TypeShape): number {
    const shape = this.resolved(type);
    switch (shape.kind) {
      case 'integer':
        return this.#integerAlign(shape.bits);
      case 'float':
        return (this.#alignments.get(`f${String(shape.bits)}`) ?? 128) / 8;
      case 'pointer':
        return this.#pointer.align;
      case 'array':
        return this.alignOf(shape.element);
      case 'vector':
        return 2 ** Math.ceil(Math.log2(Math.max(1, shape.count * this.storeSizeOf(shape.element))));
      case 'struct':
        return this.structLayout(shape).align;
      default:
        return 1;
    }
  }

  structLayout(shape: TypeShape & { readonly kind: 'struct' }): StructLayout {
    const known = this.#structs.get(shape);
    if (known !== undefined) return known;
    let size = 0;
    let align = 1;
    const offsets: number[] = [];
    for (const field of shape.fields) {
      // A type that contains itself is a mistake of the text; it ends here.
      const isCircular = field.kind === 'named' && this.#open.has(field.name);
      if (field.kind === 'named') this.#open.add(field.name);
      const own = shape.packed || isCircular ? 1 : this.alignOf(field);
      size = roundedUp(size, own);
      offsets.push(size);
      size += isCircular ? 0 : this.sizeOf(field);
      align = Math.max(align, own);
      if (field.kind === 'named' && !isCircular) this.#open.delete(field.name);
    }
    const layout = { size: roundedUp(size, align), align, offsets };
    this.#structs.set(shape, layout);
    return layout;
  }

  /** Widths that the layout does not name are aligned like the next larger one it does, or like the largest. */
  #integerAlign(bits: number): number {
    const widths = [...this.#alignments.keys()]
      .filter(key => key.startsWith('i'))
      .map(key => Number(key.slice(1)));
    widths.sort((left, right) => left - right);
    const width = widths.find(known => known >= bits) ?? widths.at(-1) ?? 8;
    return (this.#alignments.get(`i${String(width)}`) ?? 8) / 8;
  }
}
