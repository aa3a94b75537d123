// One walk through the memory of a stopped program: from variables along pointers, by the types of debug information.
//
// Pointers with a type come first. What no type describes is searched for words that are the beginning of a block: blocks
// that only `void *` or `char *` lead to, and the rest of those that are longer than the type of the pointer, which may
// know a base class only. Registers and stacks come next, for blocks that nothing else has led to; and before a block
// counts as lost, every word of memory that is held is looked at once more.

import type { EdgeRecord, HeapProgress, RootRecord } from '@sonde/heap';
import type { Engine } from '../../contract.js';
import { cancelled } from '../../failure.js';
import type { StopId, TypeId } from '../../ids.js';
import { StopReader } from '../../stop-reader.js';
import type { RawValue } from '../../value.js';
import type { Allocations } from './allocations.js';
import { MemoryObjects, type MemoryObject } from './memory-objects.js';
import { variablesOf, type LooseWord, type MemoryVariable } from './memory-variables.js';
import { TypedPointers, type TypedPointer } from './typed-pointers.js';
import { eachWord, textIn, wordAt, type WordFormat } from './word-search.js';

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
  readonly progress?: (progress: HeapProgress) => void;
  /** Beside registers. */
  readonly moreWords?: readonly LooseWord[];
}

/** An address lies no further from the variables and blocks of its program: the code and the data of one module. */
const nearby = 2 ** 36;
/** Objects between two reports of how far a walk is. */
const reportEvery = 1_000;

interface Guess {
  readonly object: MemoryObject;
  readonly type: TypeId;
}

export class MemoryWalk {
  readonly #reader: StopReader;
  readonly #pointers: TypedPointers;
  readonly #edges: EdgeRecord[] = [];
  readonly #roots: RootRecord[] = [];
  readonly #met = new Set<MemoryObject>();
  readonly #texts = new Map<MemoryObject, string>();
  readonly #swept = new Set<MemoryObject>();
  readonly #format: WordFormat;
  #objects!: MemoryObjects;
  /** Objects with a type whose pointers are to be followed. */
  #typed: MemoryObject[] = [];
  #untyped: MemoryObject[] = [];
  /** Types of blocks, by pointers that need not be any. */
  #guesses: Guess[] = [];

  constructor(private readonly parts: WalkParts) {
    const { engine, stop } = parts;
    this.#reader = new StopReader(engine, stop);
    this.#pointers = new TypedPointers(engine.types);
    const { pointerSize, littleEndian = true } = engine.process;
    this.#format = { pointerSize, littleEndian };
  }

  async walk(): Promise<WalkedMemory> {
    const { words, variables, unseenFrames } = await this.#begin();
    this.#report();
    for (const variable of variables) await this.#variable(variable);
    await this.#follow();
    for (const word of [...words, ...(this.parts.moreWords ?? [])]) this.#word(word);
    await this.#follow();
    await this.#sweep();
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
    const found = this.#objects.at(space, address, target, doubtful);
    if (found === undefined) return undefined;
    if (!doubtful && this.#tells(found, address, target)) this.#type(found, target);
    this.#meet(found);
    return found;
  }

  /** Whether the type of a pointer says what a block is. */
  #tells(object: MemoryObject, address: number, target: TypeId): boolean {
    if (object.kind !== 'block' || object.type !== undefined || object.start !== address) return false;
    const { kind, size = 0 } = this.parts.engine.types.resolve(target);
    return size > 0 && size <= object.size && !['character', 'unit', 'opaque'].includes(kind);
  }

  #type(block: MemoryObject, type: TypeId): void {
    block.type = type;
    if (this.#met.has(block)) this.#typed.push(block);
  }

  #meet(object: MemoryObject): void {
    if (this.#met.has(object)) return;
    this.#met.add(object);
    if (this.#met.size % reportEvery === 0) this.#report();
    if (object.kind === 'freed') return;
    if (object.type === undefined) this.#untyped.push(object);
    else this.#typed.push(object);
    if (object.whole === undefined) return;
    this.#meet(object.whole.object);
    const { number } = this.parts;
    const { object: whole, index } = object.whole;
    this.#edges.push({ from: number(whole.key), to: number(object.key), kind: 'index', name: index });
  }

  #report(): void {
    this.parts.progress?.({ step: 'following pointers', done: this.#met.size });
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
      const guesses = this.#guesses;
      this.#guesses = [];
      if (guesses.length > 0) {
        for (const { object, type } of guesses)
          if (this.#tells(object, object.start, type)) this.#type(object, type);
        continue;
      }
      const bare = this.#untyped.filter(({ type }) => type === undefined);
      this.#untyped = [];
      if (bare.length === 0) return;
      const bytes = await Promise.all(bare.map(each => this.#bytes(each)));
      bare.forEach((object, nth) => this.#searchWhole(object, bytes[nth]!));
    }
  }

  #fields(object: MemoryObject, bytes: Uint8Array): void {
    const { types } = this.parts.engine;
    const pointers = this.#pointers.in(object.type!);
    const { size = 0 } = types.resolve(object.type!);
    const count = object.kind === 'block' ? countIn(object, types) : 1;
    const isArray = this.#isArray(object, bytes, pointers, count);
    const known = new Set<number>();
    for (let nth = 0; nth < count && pointers.length > 0; nth++)
      for (const { offset, name, kind, target, doubtful } of pointers) {
        const address = wordAt(bytes, nth * size + offset, this.#format);
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
        if (nth > 0 && isArray && this.#tells(to, address, target))
          this.#guesses.push({ object: to, type: target });
        known.add(nth * size + offset);
        const edge =
          count === 1
            ? { kind, name }
            : { kind: 'index' as const, name: name === '*' ? nth : `[${nth}].${name}` };
        this.#edge(object, to, edge);
      }
    // A pointer to bytes or to numbers says nothing about what lies there: buffers and trait objects look alike.
    const described = size < this.#format.pointerSize ? 0 : size;
    if (object.kind === 'block') this.#search(object, bytes, described, known);
  }

  /** Whether what follows the first value of a block is more of them, and not the rest of a larger structure. */
  #isArray(
    { size: room, space, type }: MemoryObject,
    bytes: Uint8Array,
    pointers: readonly TypedPointer[],
    count: number,
  ): boolean {
    const { size = 0 } = this.parts.engine.types.resolve(type!);
    // Two small structures are as likely a base class with members behind it.
    if (count < 2 || pointers.length === 0 || (size > this.#format.pointerSize && count < 3)) return false;
    let [leading, all] = [0, 0];
    for (let start = size; start + size <= room; start += size)
      for (const { offset } of pointers) {
        const address = wordAt(bytes, start + offset, this.#format);
        if (address === undefined) continue;
        all++;
        if (this.#objects.holding(space, address) !== undefined) leading++;
      }
    // Elements that were never written have anything in them.
    return all > 0 && leading >= all * 0.75;
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

  #searchWhole(object: MemoryObject, bytes: Uint8Array): void {
    const isAddress = (word: number): boolean => this.#objects.isNear(object.space, word, nearby);
    const found = textIn(bytes, this.#format, isAddress);
    if (found !== undefined) this.#texts.set(object, found.text);
    // Behind the end of a text there may be more than it.
    const { pointerSize } = this.#format;
    const from = found === undefined ? 0 : Math.floor(found.end / pointerSize) * pointerSize;
    this.#search(object, bytes, from, new Set());
  }

  /** Words that are the beginning of a block may be pointers to it. */
  #search(object: MemoryObject, bytes: Uint8Array, from: number, known: ReadonlySet<number>): void {
    eachWord(bytes, from, this.#format, (word, at) => {
      if (known.has(at)) return;
      const block = this.#objects.blockAt(object.space, word);
      if (block !== undefined && block !== object) this.#mayLead(object, block, at);
    });
  }

  #mayLead(from: MemoryObject, block: MemoryObject, at: number): void {
    this.#meet(block);
    this.#edge(from, block, { kind: 'conservative', name: `+${at}` });
  }

  /**
   * Numbers may be addresses too, and addresses may lie within a block: whatever such a word leads to is not lost.
   * Where memory is small, every number is the address of something, and nothing could be lost.
   */
  async #sweep(): Promise<void> {
    if (this.#format.pointerSize < 8) return;
    while (this.#objects.blocks.some(block => !this.#met.has(block))) {
      const held = [...this.#met].filter(({ kind }) => kind !== 'freed');
      const fresh = held.filter(object => !this.#swept.has(object));
      if (fresh.length === 0) return;
      const bytes = await Promise.all(fresh.map(each => this.#bytes(each)));
      fresh.forEach((object, nth) => {
        this.#swept.add(object);
        eachWord(bytes[nth]!, 0, this.#format, (word, at) => {
          const block = this.#objects.holding(object.space, word);
          if (block?.kind === 'block' && !this.#met.has(block)) this.#mayLead(object, block, at);
        });
      });
      await this.#follow();
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
    if (content.kind === 'bytes') return wordAt(content.bytes, 0, this.#format);
    if (content.kind !== 'deferred' || place?.kind !== 'memory') return undefined;
    const { pointerSize } = this.#format;
    return wordAt((await this.#reader.memory(place.address, pointerSize)).bytes, 0, this.#format);
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
