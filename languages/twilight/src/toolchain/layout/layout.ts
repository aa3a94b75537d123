// How values lie in memory: sizes, alignment, and the offsets of parts. The zero value of every type is all zero bytes.

import type { EnumType, Field, IntType, MapType, Type, Variant } from '../checker/types.js';

export interface Layout {
  readonly size: number;
  readonly align: number;
}

/** How a value travels in WebAssembly: not at all, as a number, or as the address of its bytes. */
export type Shape = 'none' | 'i32' | 'i64' | 'memory';

export interface FieldsLayout extends Layout {
  readonly offsets: readonly number[];
}

export interface EnumLayout extends Layout {
  readonly tagSize: 1 | 2;
  readonly payloadOffset: number;
  /** Offsets of a variant's fields, from the beginning of the value. */
  offsetsOf(variant: Variant): readonly number[];
}

/** A string, vector or map is a handle: the address of what it holds, 0 when that is empty. */
export const handleSize = 4;
/** Behind the handle of a string: the number of bytes, then the bytes. */
export const stringHead = 4;
/** Behind the handle of a vector or map: how many there are, room for how many, and where they are. */
export const listHead = { length: 0, capacity: 4, items: 8, size: 12 } as const;

export function shapeOf(type: Type): Shape {
  if (type.kind === 'unit' || type.kind === 'never') return 'none';
  if (type.kind === 'bool') return 'i32';
  if (type.kind !== 'int') return 'memory';
  if (type.container <= 32) return 'i32';
  return type.container === 64 ? 'i64' : 'memory';
}

export const isWide = (type: IntType): boolean => type.container > 64;

const known = new WeakMap<Type, Layout>();

export function layoutOf(type: Type): Layout {
  const found = known.get(type) ?? measure(type);
  known.set(type, found);
  return found;
}

function measure(type: Type): Layout {
  switch (type.kind) {
    case 'unit':
    case 'never':
      return { size: 0, align: 1 };
    case 'bool':
      return { size: 1, align: 1 };
    case 'int':
      return { size: type.container / 8, align: Math.min(8, type.container / 8) };
    case 'address':
      return { size: 20, align: 1 };
    case 'hash256':
      return { size: 32, align: 1 };
    case 'string':
    case 'vector':
    case 'map':
      return { size: handleSize, align: 4 };
    case 'struct':
    case 'tuple':
      return fieldsLayout(type.fields);
    case 'array':
      return { size: type.length * strideOf(type.element), align: layoutOf(type.element).align };
    case 'enum':
      return enumLayout(type);
    case 'parameter':
      throw new Error(`the type parameter ${type.name} has no layout`);
  }
}

/** In the order of the declaration, each at its natural alignment. */
export function fieldsLayout(fields: readonly Field[], start = 0): FieldsLayout {
  let size = start;
  let align = 1;
  const offsets = fields.map(({ type }) => {
    const part = layoutOf(type);
    align = Math.max(align, part.align);
    size = alignUp(size, part.align) + part.size;
    return size - part.size;
  });
  return { size: alignUp(size, align), align, offsets };
}

/** The tag, then the fields of all variants in the same room. */
export function enumLayout(type: EnumType): EnumLayout {
  const tagSize = type.variants.length > 256 ? 2 : 1;
  const payloadAlign = Math.max(1, ...type.variants.map(({ fields }) => fieldsLayout(fields).align));
  const payloadOffset = alignUp(tagSize, payloadAlign);
  const align = Math.max(tagSize, payloadAlign);
  const payload = Math.max(0, ...type.variants.map(({ fields }) => fieldsLayout(fields).size));
  const empty = type.variants.every(({ fields }) => fields.length === 0);
  return {
    size: empty ? tagSize : alignUp(payloadOffset + payload, align),
    align,
    tagSize,
    payloadOffset,
    offsetsOf: ({ fields }) => fieldsLayout(fields).offsets.map(offset => offset + payloadOffset),
  };
}

/** From one element of an array or vector to the next. */
export function strideOf(element: Type): number {
  const { size, align } = layoutOf(element);
  return alignUp(size, align);
}

/** An entry of a map in memory: key and value side by side. */
export function entryLayout({ key, value }: MapType): FieldsLayout {
  return fieldsLayout([part('key', 0, key), part('value', 1, value)]);
}

const part = (name: string, nth: number, type: Type): Field => ({ name, nth, type, public: true });

/** Whether a value is all in its own bytes, without handles: it is stored as it lies in memory. */
export function isFixed(type: Type): boolean {
  switch (type.kind) {
    case 'string':
    case 'vector':
    case 'map':
      return false;
    case 'struct':
    case 'tuple':
      return type.fields.every(field => isFixed(field.type));
    case 'enum':
      return type.variants.every(({ fields }) => fields.every(field => isFixed(field.type)));
    case 'array':
      return isFixed(type.element);
    default:
      return true;
  }
}

export const alignUp = (value: number, align: number): number => Math.ceil(value / align) * align;
