// A program made of bytes and types, for renderers: memory that the test wrote, and facts that it chose.

import {
  address,
  stopId,
  StopReader,
  TypeTable,
  type EngineReads,
  type Field,
  type MemoryRange,
  type RawValue,
  type TypeId,
} from '@sonde/engine';
import { inMemory, Lens, type Format, type Shown } from '@sonde/lens';
import { renderers } from '../pack/renderers/renderers.js';
import { RuntimeFacts } from '../pack/runtime-model/facts.js';

type KnownFacts = ConstructorParameters<typeof RuntimeFacts>[0];

export class FakeProgram {
  readonly types = new TypeTable();
  /** What the renderers know; undefined for a runtime that could not be read. */
  facts: KnownFacts | undefined = {};
  readonly #bytes = new Map<bigint, number>();
  readonly #pages = new Set<bigint>();
  readonly reader: StopReader;

  constructor() {
    this.reader = new StopReader(this.#reads(), stopId(1));
  }

  integer(name: string, bits: number, signed = true): TypeId {
    return this.types.add({ kind: 'integer', name, size: bits / 8, signed });
  }

  alias(name: string, target: TypeId): TypeId {
    return this.types.add({ kind: 'alias', name, target });
  }

  pointer(target: TypeId): TypeId {
    return this.types.add({ kind: 'pointer', name: `${this.types.get(target).name} *`, size: 8, target });
  }

  /** Fields one behind the other, each at a multiple of its size. */
  struct(name: string, fields: Readonly<Record<string, TypeId>>): TypeId {
    let at = 0;
    const placed = Object.entries(fields).map(([fieldName, type]): Field => {
      const size = this.types.resolve(type).size ?? 8;
      const alignment = Math.min(size, 8);
      at = Math.ceil(at / alignment) * alignment;
      const field = { name: fieldName, type, bitOffset: at * 8 };
      at += size;
      return field;
    });
    return this.types.add({ kind: 'struct', name, size: Math.ceil(at / 8) * 8, fields: placed });
  }

  /** Pages that were never written cannot be read. */
  write(at: bigint, bytes: Uint8Array | string): this {
    const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    data.forEach((byte, nth) => {
      this.#bytes.set(at + BigInt(nth), byte);
      this.#pages.add((at + BigInt(nth)) >> 12n);
    });
    this.reader.forget();
    return this;
  }

  words(at: bigint, ...values: readonly bigint[]): this {
    const bytes = Buffer.alloc(values.length * 8);
    values.forEach((value, nth) => bytes.writeBigUInt64LE(BigInt.asUintN(64, value), nth * 8));
    return this.write(at, bytes);
  }

  async show(type: TypeId, at: bigint, format: Format = {}): Promise<Shown> {
    return this.showValue(inMemory(type, address(at)), format);
  }

  async showValue(value: RawValue, format: Format = {}): Promise<Shown> {
    return (await this.#lens().show([{ name: 'it', value }], this.reader, format))[0]!;
  }

  async text(type: TypeId, at: bigint, format: Format = {}): Promise<string> {
    return (await this.show(type, at, format)).text;
  }

  expand(shown: Shown): Promise<readonly Shown[]> {
    return this.#lens().expand(shown, {}, this.reader);
  }

  async lines(shown: Shown): Promise<readonly string[]> {
    return (await this.expand(shown)).map(child => `${child.name} = ${child.text}`);
  }

  #lens(): Lens {
    const { facts } = this;
    return new Lens({
      renderers,
      types: this.types,
      pointerSize: 8,
      littleEndian: true,
      facts: async () => (facts === undefined ? undefined : new RuntimeFacts(facts)),
    });
  }

  #reads(): EngineReads & { readonly types: TypeTable } {
    const refuse = (): Promise<never> => Promise.reject(new Error('not asked'));
    return {
      types: this.types,
      readMemory: async (_stop, ranges) => ranges.map(range => this.#memory(range)),
      readObjects: refuse,
      readPlaces: refuse,
    };
  }

  #memory({ address: { offset }, size }: MemoryRange) {
    const bytes: number[] = [];
    for (let at = offset; at < offset + BigInt(size); at++) {
      if (!this.#pages.has(at >> 12n)) return { bytes: Uint8Array.from(bytes), why: 'not mapped' };
      bytes.push(this.#bytes.get(at) ?? 0);
    }
    return { bytes: Uint8Array.from(bytes) };
  }
}
