// One walk through the memory of a stopped program: from variables along pointers, by the types of debug information.
//
// Pointers with a type come first. A block that only `void *` or `char *` lead to is then searched for words that are
// the beginning of another block; and registers are asked last, for blocks that nothing else has led to.

import type { EdgeRecord, RootRecord } from '@sonde/heap';
import type { Engine } from '../../contract.js';
import { cancelled } from '../../failure.js';
import type { StopId, TypeId } from '../../ids.js';
import { StopReader } from '../../stop-reader.js';
import type { RawValue } from '../../value.js';
import type { Allocations } from './allocations.js';
import { MemoryObjects, type MemoryObject } from './memory-objects.js';
import { variablesOf, type LooseWord, type MemoryVariable } from './memory-variables.js';
import { TypedPointers } from './typed-pointers.js';

/** What a walk has found; objects in the order in which it met them, blocks that nothing leads to at the end. */
export interface WalkedMemory {
  readonly objects: readonly MemoryObject[];
  readonly edges: readonly EdgeRecord[];
  readonly roots: readonly RootRecord[];
  readonly unseenFrames: number;
  /** The beginnings of blocks of characters. */
  readonly texts: ReadonlyMap<MemoryObject, string>;
}

export interface WalkParts {
  readonly engine: Engine;
  readonly stop: StopId;
  readonly allocations: Allocations | undefined;
  /** A number for good for each key. */
  readonly number: (key: string) => number;
  readonly signal?: AbortSignal;
  /** Beside registers. */
  readonly moreWords?: readonly LooseWord[];
}

const mostText = 60;

export class MemoryWalk {
  readonly #reader: StopReader;
  readonly #pointers: TypedPointers;
  readonly #edges: EdgeRecord[] = [];
  readonly #roots: RootRecord[] = [];
  readonly #met = new Set<MemoryObject>();
  readonly #texts = new Map<MemoryObject, string>();
  #objects!: MemoryObjects;
  /** Objects with a type whose pointers are to be followed. */
  #typed: MemoryObject[] = [];
  #untyped: MemoryObject[] = [];

  constructor(private readonly parts: WalkParts) {
    const { engine, stop } = parts;
    this.#reader = new StopReader(engine, stop);
    this.#pointers = new TypedPointers(engine.types);
  }

  async walk(): Promise<WalkedMemory> {
    const { words, variables, unseenFrames } = await this.#begin();
    for (const variable of variables) await this.#variable(variable);
    await this.#follow();
    for (const word of [...words, ...(this.parts.moreWords ?? [])]) this.#word(word);
    await this.#follow();
    // What nothing leads to is the leak that many look for.
    for (const block of this.#objects.blocks) this.#meet(block);
    await this.#follow();
    return {
      objects: [...this.#met],
      edges: this.#edges,
      roots: this.#roots,
      unseenFrames,
      texts: this.#texts,
    };
  }

  /** The object that a value is, or that it points to. */
  async find(value: RawValue): Promise<MemoryObject | undefined> {
    await this.#begin();
    const { types } = this.parts.engine;
    const type = types.resolve(value.type);
    const { place } = value;
    if (type.kind === 'pointer') {
      const space = place?.kind === 'memory' ? place.address.space : (value.space ?? '');
      const address = await this.#pointerIn(value);
      return address === undefined ? undefined : this.#objects.at(space, address, type.target, false);
    }
    if (place?.kind !== 'memory') return undefined;
    return this.#objects.at(place.address.space, Number(place.address.offset), value.type, false);
  }

  async #begin() {
    const { engine, stop, allocations, signal } = this.parts;
    const seen = await variablesOf(engine, stop, signal);
    this.#objects = new MemoryObjects(engine.types, seen.variables, allocations);
    return seen;
  }

  async #variable(variable: MemoryVariable): Promise<void> {
    const own = this.#objects.ofVariable(variable);
    if (own !== undefined) {
      this.#meet(own);
      this.#root(variable, own);
      return;
    }
    const type = this.parts.engine.types.resolve(variable.type);
    if (type.kind !== 'pointer') return;
    const address = await this.#pointerIn(variable.value);
    const target =
      address === undefined ? undefined : this.#lead(variable.space, address, type.target, false);
    if (target !== undefined) this.#root(variable, target);
  }

  #root({ key, name, category, owner }: MemoryVariable, to: MemoryObject): void {
    const { number } = this.parts;
    this.#roots.push({
      id: number(`root ${key}`),
      category,
      name,
      to: number(to.key),
      ...(owner === undefined ? {} : { owner }),
    });
  }

  #word({ key, name, space, value, owner }: LooseWord): void {
    const { content } = value;
    const address = content.kind === 'scalar' ? numberOf(content.value) : undefined;
    const block = address === undefined ? undefined : this.#objects.blockAt(space, address);
    if (block === undefined || this.#met.has(block)) return;
    this.#meet(block);
    const { number } = this.parts;
    const root = {
      id: number(`root ${key}`),
      category: 'conservative',
      name,
      to: number(block.key),
    } as const;
    this.#roots.push({ ...root, owner, approximate: true });
  }

  /** The object that a pointer leads to, which gets the type of the pointer if it has none. */
  #lead(space: string, address: number, target: TypeId, doubtful: boolean): MemoryObject | undefined {
    const { types } = this.parts.engine;
    const found = this.#objects.at(space, address, target, doubtful);
    if (found === undefined) return undefined;
    const { kind, size = 0 } = types.resolve(target);
    const tells = size > 0 && kind !== 'character' && kind !== 'unit' && kind !== 'opaque';
    if (found.kind === 'block' && found.type === undefined && found.start === address && tells && !doubtful) {
      found.type = target;
      if (this.#met.has(found)) this.#typed.push(found);
    }
    this.#meet(found);
    return found;
  }

  #meet(object: MemoryObject): void {
    if (this.#met.has(object)) return;
    this.#met.add(object);
    if (object.kind === 'freed') return;
    if (object.type === undefined) this.#untyped.push(object);
    else this.#typed.push(object);
    if (object.whole === undefined) return;
    this.#meet(object.whole.object);
    const { number } = this.parts;
    const { object: whole, index } = object.whole;
    this.#edges.push({ from: number(whole.key), to: number(object.key), kind: 'index', name: index });
  }

  async #follow(): Promise<void> {
    for (;;) {
      const found = this.#typed;
      this.#typed = [];
      if (found.length > 0) {
        // Together, so that their pages are read together.
        const bytes = await Promise.all(found.map(each => this.#bytes(each)));
        found.forEach((object, nth) => this.#fields(object, bytes[nth]!));
        continue;
      }
      const bare = this.#untyped.filter(({ type }) => type === undefined);
      this.#untyped = [];
      if (bare.length === 0) return;
      const bytes = await Promise.all(bare.map(each => this.#bytes(each)));
      bare.forEach((object, nth) => this.#search(object, bytes[nth]!));
    }
  }

  #fields(object: MemoryObject, bytes: Uint8Array): void {
    const { types } = this.parts.engine;
    const pointers = this.#pointers.in(object.type!);
    if (pointers.length === 0) return;
    const { size = 0 } = types.resolve(object.type!);
    const count = object.kind === 'block' ? countIn(object, types) : 1;
    for (let nth = 0; nth < count; nth++)
      for (const { offset, name, kind, target, doubtful } of pointers) {
        const address = this.#pointerAt(bytes, nth * size + offset);
        if (address === undefined) continue;
        // Structures in an array are objects of their own, and follow their pointers themselves.
        const part = this.#objects.partAt(object, object.start + offset);
        if (part !== object) {
          this.#meet(part);
          continue;
        }
        // Behind the first, the room that an allocator has rounded up to may have anything in it.
        const to = this.#lead(object.space, address, target, doubtful || nth > 0);
        if (to === undefined) continue;
        const edge =
          count === 1
            ? { kind, name }
            : { kind: 'index' as const, name: name === '*' ? nth : `[${nth}].${name}` };
        this.#edge(object, to, edge);
      }
  }

  #edge(from: MemoryObject, to: MemoryObject, { kind, name }: Pick<EdgeRecord, 'kind' | 'name'>): void {
    const { number } = this.parts;
    this.#edges.push({
      from: number(from.key),
      to: number(to.key),
      kind,
      ...(name === undefined ? {} : { name }),
    });
  }

  /** A block of unknown contents: words that are the beginning of a block count as pointers to it. */
  #search(object: MemoryObject, bytes: Uint8Array): void {
    const text = textIn(bytes);
    if (text !== undefined) {
      this.#texts.set(object, text);
      return;
    }
    const { pointerSize } = this.parts.engine.process;
    for (let at = 0; at + pointerSize <= bytes.length; at += pointerSize) {
      const address = this.#pointerAt(bytes, at);
      const block = address === undefined ? undefined : this.#objects.blockAt(object.space, address);
      if (block === undefined || block === object) continue;
      this.#meet(block);
      this.#edge(object, block, { kind: 'reference', name: `+${at}` });
    }
  }

  async #bytes({ space, start, size }: MemoryObject): Promise<Uint8Array> {
    const { signal } = this.parts;
    if (signal?.aborted === true) throw cancelled();
    const { bytes } = await this.#reader.memory({ space, offset: BigInt(start) }, size);
    return bytes;
  }

  async #pointerIn({ content, place }: RawValue): Promise<number | undefined> {
    if (content.kind === 'scalar') return numberOf(content.value) || undefined;
    if (content.kind === 'bytes') return this.#pointerAt(content.bytes, 0);
    if (content.kind !== 'deferred' || place?.kind !== 'memory') return undefined;
    const { pointerSize } = this.parts.engine.process;
    return this.#pointerAt((await this.#reader.memory(place.address, pointerSize)).bytes, 0);
  }

  /** Undefined for a null pointer, and where nothing could be read. */
  #pointerAt(bytes: Uint8Array, at: number): number | undefined {
    const { pointerSize, littleEndian = true } = this.parts.engine.process;
    if (at + pointerSize > bytes.length) return undefined;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const value =
      pointerSize === 8
        ? Number(view.getBigUint64(at, littleEndian))
        : pointerSize === 2
          ? view.getUint16(at, littleEndian)
          : view.getUint32(at, littleEndian);
    return value === 0 || !Number.isSafeInteger(value) ? undefined : value;
  }
}

/** How many values of its type fit into a block; one whose type ends in an array of no length takes all of it. */
export function countIn({ size, type: id }: MemoryObject, types: Engine['types']): number {
  if (id === undefined) return 1;
  const type = types.resolve(id);
  if (type.size === undefined || type.size === 0) return 1;
  if (type.kind === 'struct') {
    const last = type.fields.at(-1);
    const tail = last === undefined ? undefined : types.resolve(last.type);
    if (tail?.kind === 'array' && (tail.count ?? 0) === 0) return 1;
  }
  return Math.max(1, Math.floor(size / type.size));
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : undefined;

/** A text that ends with a zero; undefined for anything else. */
function textIn(bytes: Uint8Array): string | undefined {
  const end = bytes.indexOf(0);
  if (end < 2) return undefined;
  const beginning = bytes.subarray(0, Math.min(end, mostText));
  if (beginning.some(byte => byte < 0x20 && byte !== 0x0a && byte !== 0x09)) return undefined;
  const text = new TextDecoder().decode(beginning);
  return end > mostText ? `${text}…` : text;
}
