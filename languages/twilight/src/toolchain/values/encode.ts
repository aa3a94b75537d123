// Values into a contract's memory: bytes as they lie there, and what handles lead to on its heap.

import type { MetaTypes } from '../meta/schema.js';
import { intRange, typeNamed, ValueProblem, writeInt, type NamedValue, type TwilightValue } from './value.js';

/** The heap of an instance. */
export interface WriteMemory {
  allocate(size: number): number;
  write(address: number, bytes: Uint8Array): void;
}

/** The bytes of a value; what has no room in them is written to the heap. Throws a `ValueProblem`. */
export function encodeMemory(
  types: MetaTypes,
  name: string,
  value: TwilightValue,
  heap: WriteMemory,
): Uint8Array {
  return encode(types, name, value, heap, '');
}

function encode(
  types: MetaTypes,
  name: string,
  value: TwilightValue,
  heap: WriteMemory,
  path: string,
): Uint8Array {
  const type = typeNamed(types, name);
  const bytes = new Uint8Array(type.size);
  const wrong = (): never => {
    throw new ValueProblem(path, `this is no ${name}`);
  };
  const fields = (
    given: readonly NamedValue[],
    declared: readonly { readonly name: string; readonly type: string; readonly offset: number }[],
  ): void => {
    if (given.length !== declared.length) wrong();
    for (const [nth, field] of declared.entries())
      bytes.set(encode(types, field.type, given[nth]!.value, heap, join(path, field.name)), field.offset);
  };
  const handle = (address: number): Uint8Array => writeInt(BigInt(address), 4);
  switch (type.k) {
    case 'unit':
      return bytes;
    case 'bool':
      if (value.kind !== 'bool') return wrong();
      bytes[0] = value.value ? 1 : 0;
      return bytes;
    case 'int': {
      if (value.kind !== 'int') return wrong();
      const { least, most } = intRange(type.bits, type.signed);
      if (value.value < least || value.value > most)
        throw new ValueProblem(path, `${value.value} is no ${name}`);
      return writeInt(value.value, type.size);
    }
    case 'address':
    case 'hash256':
      if (value.kind !== 'bytes' || value.bytes.length !== type.size) return wrong();
      return value.bytes.slice();
    case 'string': {
      if (value.kind !== 'string') return wrong();
      const utf8 = new TextEncoder().encode(value.text);
      if (utf8.length === 0) return bytes;
      const at = heap.allocate(4 + utf8.length);
      heap.write(at, writeInt(BigInt(utf8.length), 4));
      heap.write(at + 4, utf8);
      return handle(at);
    }
    case 'struct':
    case 'tuple':
      if (value.kind !== 'product') return wrong();
      fields(value.fields, type.fields);
      return bytes;
    case 'enum': {
      if (value.kind !== 'variant') return wrong();
      const variant = type.variants.find(each => each.name === value.name);
      if (variant === undefined) throw new ValueProblem(path, `${name} has no variant ${value.name}`);
      bytes.set(writeInt(BigInt(variant.index), type.tag.size), type.tag.offset);
      fields(value.fields, variant.fields);
      return bytes;
    }
    case 'array':
      if (value.kind !== 'list' || value.items.length !== type.length) return wrong();
      for (const [nth, item] of value.items.entries())
        bytes.set(encode(types, type.elem, item, heap, `${path}[${nth}]`), nth * type.stride);
      return bytes;
    case 'vector': {
      if (value.kind !== 'list') return wrong();
      const items = new Uint8Array(value.items.length * type.stride);
      for (const [nth, item] of value.items.entries())
        items.set(encode(types, type.elem, item, heap, `${path}[${nth}]`), nth * type.stride);
      return handle(writeList(heap, value.items.length, items));
    }
    case 'map': {
      if (value.kind !== 'map') return wrong();
      const items = new Uint8Array(value.entries.length * type.stride);
      for (const [nth, entry] of value.entries.entries()) {
        items.set(encode(types, type.key, entry.key, heap, `${path}[${nth}].key`), nth * type.stride);
        items.set(
          encode(types, type.value, entry.value, heap, `${path}[${nth}].value`),
          nth * type.stride + type.value_offset,
        );
      }
      return handle(writeList(heap, value.entries.length, items));
    }
  }
}

function writeList(heap: WriteMemory, length: number, items: Uint8Array): number {
  if (length === 0) return 0;
  const at = heap.allocate(items.length);
  heap.write(at, items);
  const list = heap.allocate(12);
  for (const [nth, number] of [length, length, at].entries())
    heap.write(list + 4 * nth, writeInt(BigInt(number), 4));
  return list;
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
