// Values from a contract's memory and locals. What makes no sense is told as unreadable, and never throws.

import type { DebugLocation, MetaType, MetaTypes } from '../meta/schema.js';
import { intRange, readInt, typeNamed, type NamedValue, type TwilightValue } from './value.js';

/** Undefined where there is no memory. */
export type ReadMemory = (address: number, length: number) => Uint8Array | undefined;

export interface DecodeLimits {
  /** Of elements and entries, in one list. */
  readonly most: number;
  readonly deepest: number;
}

const defaultLimits: DecodeLimits = { most: 1000, deepest: 40 };

const unreadable = (reason: string): TwilightValue => ({ kind: 'unreadable', reason });

/** What a local of WebAssembly holds: numbers up to 64 bits. */
export function decodeNumber(type: MetaType, raw: number | bigint): TwilightValue {
  if (type.k === 'bool') return { kind: 'bool', value: BigInt(raw) !== 0n };
  if (type.k !== 'int') return unreadable('a value that is not a number is in memory');
  const bits = type.size * 8;
  const value = type.signed ? BigInt.asIntN(bits, BigInt(raw)) : BigInt.asUintN(bits, BigInt(raw));
  return ranged(type, value);
}

export function decodeMemory(
  types: MetaTypes,
  name: string,
  read: ReadMemory,
  address: number,
  limits: DecodeLimits = defaultLimits,
): TwilightValue {
  return new Decoder(types, read, limits).value(name, address >>> 0, 0);
}

/** A variable where debug information says it is. `local` gives what a local of WebAssembly holds. */
export function decodeAt(
  types: MetaTypes,
  name: string,
  location: DebugLocation,
  local: (index: number) => number | bigint | undefined,
  read: ReadMemory,
  limits?: DecodeLimits,
): TwilightValue {
  if (location.k === 'none') return { kind: 'unit' };
  const index = location.k === 'local' ? location.index : location.base.local;
  const raw = local(index);
  if (raw === undefined) return unreadable(`local ${index} cannot be read`);
  if (location.k === 'local') return decodeNumber(typeNamed(types, name), raw);
  return decodeMemory(types, name, read, Number(raw) + location.offset, limits);
}

function ranged({ bits, signed }: Extract<MetaType, { k: 'int' }>, value: bigint): TwilightValue {
  const { least, most } = intRange(bits, signed);
  if (value >= least && value <= most) return { kind: 'int', value };
  return unreadable(`${value} is no number of ${bits} bits`);
}

class Decoder {
  constructor(
    private readonly types: MetaTypes,
    private readonly read: ReadMemory,
    private readonly limits: DecodeLimits,
  ) {}

  value(name: string, address: number, depth: number): TwilightValue {
    if (depth > this.limits.deepest) return unreadable('values are nested too deeply');
    if (!Object.hasOwn(this.types, name)) return unreadable(`the type ${name} is not described`);
    const type = this.types[name]!;
    switch (type.k) {
      case 'unit':
        return { kind: 'unit' };
      case 'struct':
      case 'tuple':
        return { kind: 'product', fields: this.#fields(type.fields, address, depth) };
      case 'array':
        return this.#list(type.elem, type.stride, address, type.length, depth);
      case 'string':
      case 'vector':
      case 'map':
        return this.#handle(type, address, depth);
      case 'enum':
        return this.#variant(name, type, address, depth);
      default: {
        const bytes = this.#bytes(address, type.size);
        return bytes === undefined ? outside(address, type.size) : scalar(type, bytes);
      }
    }
  }

  #fields(
    fields: readonly { readonly name: string; readonly type: string; readonly offset: number }[],
    address: number,
    depth: number,
  ): readonly NamedValue[] {
    return fields.map(({ name, type, offset }) => ({
      name,
      value: this.value(type, address + offset, depth + 1),
    }));
  }

  #variant(
    name: string,
    type: Extract<MetaType, { k: 'enum' }>,
    address: number,
    depth: number,
  ): TwilightValue {
    const bytes = this.#bytes(address + type.tag.offset, type.tag.size);
    if (bytes === undefined) return outside(address, type.tag.size);
    const tag = Number(readInt(bytes, false));
    const variant = type.variants.find(({ index }) => index === tag);
    if (variant === undefined) return unreadable(`${tag} is no tag of ${name}`);
    return { kind: 'variant', name: variant.name, fields: this.#fields(variant.fields, address, depth) };
  }

  #handle(
    type: Extract<MetaType, { k: 'string' | 'vector' | 'map' }>,
    address: number,
    depth: number,
  ): TwilightValue {
    const handle = this.#u32(address);
    if (handle === undefined) return outside(address, 4);
    const length = this.#u32(handle);
    if (length === undefined) return outside(handle, 4);
    if (type.k === 'string') {
      const bytes = this.#bytes(handle + 4, length);
      return bytes === undefined ? outside(handle + 4, length) : text(bytes);
    }
    const items = this.#u32(handle + 8);
    if (items === undefined) return outside(handle, 12);
    if (type.k === 'vector') return this.#list(type.elem, type.stride, items, length, depth);
    if (this.#bytes(items, length * type.stride) === undefined) return outside(items, length * type.stride);
    const shown = Math.min(length, this.limits.most);
    const entries = Array.from({ length: shown }, (_, nth) => ({
      key: this.value(type.key, items + nth * type.stride, depth + 1),
      value: this.value(type.value, items + nth * type.stride + type.value_offset, depth + 1),
    }));
    return { kind: 'map', entries, ...(length > shown ? { left: length - shown } : {}) };
  }

  #list(element: string, stride: number, items: number, length: number, depth: number): TwilightValue {
    if (this.#bytes(items, length * stride) === undefined) return outside(items, length * stride);
    const shown = Math.min(length, this.limits.most);
    const read = Array.from({ length: shown }, (_, nth) =>
      this.value(element, items + nth * stride, depth + 1),
    );
    return { kind: 'list', items: read, ...(length > shown ? { left: length - shown } : {}) };
  }

  #u32(address: number): number | undefined {
    const bytes = this.#bytes(address, 4);
    return bytes === undefined ? undefined : Number(readInt(bytes, false));
  }

  #bytes(address: number, length: number): Uint8Array | undefined {
    if (length === 0) return new Uint8Array();
    if (address + length > 2 ** 32) return undefined;
    return this.read(address, length);
  }
}

const outside = (address: number, length: number): TwilightValue =>
  unreadable(`${length} bytes at ${address} are outside memory`);

/** Of bytes that are as many as the type has. */
export function scalar(type: MetaType, bytes: Uint8Array): TwilightValue {
  if (type.k === 'bool') {
    const [byte] = bytes;
    return byte === 0 || byte === 1 ? { kind: 'bool', value: byte === 1 } : unreadable(`${byte} is no bool`);
  }
  if (type.k === 'int') return ranged(type, readInt(bytes, type.signed));
  return { kind: 'bytes', bytes: Uint8Array.from(bytes) };
}

export function text(bytes: Uint8Array): TwilightValue {
  try {
    return { kind: 'string', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return unreadable('the bytes of the string are not UTF-8');
  }
}
