// Compares what a debugger reads of a variable, raw, with what the interpreter says it holds.

import { address, type RawValue, type StopReader, type TypeTable } from '@sonde/engine';
import { fieldOf, flatFields, inMemory, partAt, scalarOf, sizeOf, strideOf } from '@sonde/lens';
import type { PlainValue } from './interpreter/interpreter.js';

/** Reads the raw values of one stop. */
export class SeenValues {
  readonly #types: TypeTable;

  constructor(private readonly reader: StopReader) {
    this.#types = reader.types;
  }

  /** What is different, with the way to it; undefined when all is as it should be. */
  async difference(name: string, seen: RawValue, said: PlainValue): Promise<string | undefined> {
    const value = await this.#fetched(seen);
    if (value.content.kind === 'unavailable') return `${name} cannot be read: ${value.content.why}`;
    switch (said.kind) {
      case 'scalar':
        return differ(name, this.#scalarText(value, said.text), said.text);
      case 'enum':
        return differ(name, String(scalarOf(value, this.#types)), String(said.value));
      case 'string':
        return differ(name, await this.#text(value), said.text);
      case 'struct':
        return this.#first(
          said.fields.map(([field, part]) => [`${name}.${field}`, this.#field(value, field), part]),
        );
      case 'array':
        return this.#first(
          said.elements.map((part, index) => [`${name}[${index}]`, this.#element(value, index), part]),
        );
      case 'result':
        return this.#result(name, value, said);
      case 'pointer':
        return this.#pointer(name, value, said);
      case 'opaque':
        return undefined;
    }
  }

  async #first(
    parts: readonly (readonly [string, RawValue | undefined, PlainValue])[],
  ): Promise<string | undefined> {
    for (const [name, seen, said] of parts) {
      const found = seen === undefined ? `there is no ${name}` : await this.difference(name, seen, said);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #result(
    name: string,
    value: RawValue,
    said: PlainValue & { readonly kind: 'result' },
  ): Promise<string | undefined> {
    const code = await this.#integer(this.#field(value, 'err'));
    const wrong = differ(`${name}.err`, String(code), String(said.err));
    // What a failed result holds means nothing.
    if (wrong !== undefined || said.err !== 0n || said.value === undefined) return wrong;
    return this.#first([[`${name}.val`, this.#field(value, 'val'), said.value]]);
  }

  async #pointer(
    name: string,
    value: RawValue,
    said: PlainValue & { readonly kind: 'pointer' },
  ): Promise<string | undefined> {
    // A wild pointer of a debug build has bounds beside it.
    const fat = this.#types.resolve(value.type).kind === 'struct';
    const pointer = fat ? this.#field(value, 'ptr') : value;
    const to = await this.#integer(pointer);
    if (to === undefined) return `${name} is no pointer`;
    if ((to === 0n) !== (said.state === 'null')) return `${name} is ${to}, and said to be ${said.state}`;
    if (said.target === undefined) return undefined;
    const type = this.#types.resolve(pointer!.type);
    if (type.kind !== 'pointer') return `${name} is no pointer but ${type.kind}`;
    const target = inMemory(type.target, address(BigInt.asUintN(64, to)));
    return this.difference(`*${name}`, target, said.target);
  }

  #scalarText(value: RawValue, said: string): string {
    const type = this.#types.get(value.type);
    const scalar = scalarOf(value, this.#types);
    const tbb = /^tbb(\d+)$/.exec(type.name);
    if (tbb !== null && scalar === -(1n << (BigInt(tbb[1]!) - 1n))) return 'ERR';
    // The same number may be written in several ways.
    if (typeof scalar === 'number' && Object.is(Number(said), scalar)) return said;
    return String(scalar);
  }

  async #text(value: RawValue): Promise<string> {
    const data = await this.#integer(this.#field(value, 'data'));
    const length = await this.#integer(this.#field(value, 'length'));
    if (data === undefined || length === undefined || length < 0n || length > 1_000_000n) return '?';
    const { bytes } = await this.reader.memory(address(BigInt.asUintN(64, data)), Number(length));
    return new TextDecoder().decode(bytes);
  }

  async #integer(value: RawValue | undefined): Promise<bigint | undefined> {
    if (value === undefined) return undefined;
    const scalar = scalarOf(await this.#fetched(value), this.#types);
    return typeof scalar === 'bigint' ? scalar : undefined;
  }

  #field(value: RawValue, name: string): RawValue | undefined {
    const type = this.#types.resolve(value.type);
    if (type.kind !== 'struct') return undefined;
    const field = flatFields(type.fields, this.#types).find(each => each.name === name);
    return field === undefined ? undefined : fieldOf(value, field, this.#types, true);
  }

  #element(value: RawValue, index: number): RawValue | undefined {
    const type = this.#types.resolve(value.type);
    if (type.kind !== 'array' || index >= (type.count ?? 0)) return undefined;
    const stride = strideOf(type, this.#types);
    if (stride === undefined) return undefined;
    return partAt(value, type.element, BigInt(index * stride), this.#types);
  }

  async #fetched(value: RawValue): Promise<RawValue> {
    if (value.content.kind !== 'deferred' || value.place?.kind !== 'memory') return value;
    const size = sizeOf(value.type, this.#types);
    if (size === undefined) return value;
    const { bytes, why } = await this.reader.memory(value.place.address, size);
    if (bytes.length < size) return { ...value, content: { kind: 'unavailable', why: why ?? 'not mapped' } };
    return { ...value, content: { kind: 'bytes', bytes } };
  }
}

const differ = (name: string, seen: string, said: string): string | undefined =>
  seen === said ? undefined : `${name} is seen as ${seen}, and is ${said}`;
