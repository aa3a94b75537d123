// Storage as memory: each variable and each entry has a space of its own, read from the node when somebody looks at it.
//
// A value from storage is laid out there as in the memory of a contract, so that renderers, expressions and data
// breakpoints need to know one layout only.

import { Failure, type MemoryRead } from '@sonde/engine';
import {
  decodeMemory,
  decodeStored,
  elementKey,
  encodeMemory,
  encodeStored,
  lengthKey,
  readSlot,
  typesOf,
  typeNamed,
  writeInt,
  type Meta,
  type ReadMemory,
  type StorageSlot,
  type TwilightValue,
} from '../../toolchain/toolchain.js';
import { slotOfSpace, valueAddress } from '../values/storage-slots.js';
import { ValueArena } from './value-arena.js';

export interface StorageSource {
  /** All entries whose key begins so; keys and values are 0x and digits. */
  list(prefix: string): Promise<readonly { readonly key: string; readonly value: string }[]>;
  get(key: string): Promise<string | undefined>;
  write(key: Uint8Array, value: Uint8Array): Promise<void>;
}

interface Image {
  /** The value itself, from its address on. */
  readonly bytes: Uint8Array;
  readonly trouble?: string;
}

/** Reads the memory of the contract, and what values outside of it lead to. */
type Decoding = (decode: (read: ReadMemory) => TwilightValue) => Promise<TwilightValue>;

type Typed = StorageSlot & { readonly type: string };

const hexBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
const hexText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

export class StorageSpaces {
  readonly #images = new Map<string, Promise<Image>>();
  /** What was listed under a prefix, so that entries of a map that is shown are not asked for one by one. */
  readonly #listed = new Map<string, ReadonlyMap<string, Uint8Array>>();

  constructor(
    private readonly meta: Meta,
    private readonly source: StorageSource,
    private readonly arena: ValueArena,
  ) {}

  /** The transaction moved, or something was written. */
  forget(): void {
    this.#images.clear();
    this.#listed.clear();
  }

  async read(space: string, offset: bigint, size: number): Promise<MemoryRead> {
    if (ValueArena.holds(offset)) {
      const bytes = this.arena.beginning(Number(offset), size);
      return bytes.length === size ? { bytes } : { bytes, why: 'the value ends before it' };
    }
    const image = await this.#image(space);
    if (image.trouble !== undefined) return { bytes: new Uint8Array(), why: image.trouble };
    const start = Number(offset) - valueAddress;
    if (start < 0) return { bytes: new Uint8Array(), why: 'nothing is there' };
    const bytes = image.bytes.slice(start, start + size);
    return bytes.length === size ? { bytes } : { bytes, why: 'the value ends before it' };
  }

  /** Writes into a value and puts the whole of it back; `decoding` can read what handles in the bytes lead to. */
  async write(space: string, offset: bigint, bytes: Uint8Array, decoding: Decoding): Promise<number> {
    const slot = this.#slot(space);
    const image = await this.#image(space);
    if (image.trouble !== undefined) throw new Failure('unreadable', 'program', image.trouble);
    const start = Number(offset);
    const own = (address: number, length: number): Uint8Array | undefined => {
      const from = address - valueAddress;
      return from >= 0 && from + length <= image.bytes.length
        ? image.bytes.slice(from, from + length)
        : undefined;
    };
    const met = new Set<string>();
    const value = await decoding(read =>
      decodeMemory(
        typesOf(this.meta),
        slot.type,
        (address, length) => {
          const found = own(address, length) ?? read(address, length)?.slice();
          const [from, to] = [Math.max(address, start), Math.min(address + length, start + bytes.length)];
          if (found === undefined || from >= to) return found;
          met.add(space);
          found.set(bytes.subarray(from - start, to - start), from - address);
          return found;
        },
        valueAddress,
        manyEntries,
      ),
    );
    // It is beyond the value, or belongs to one that was read before something else was written.
    if (!met.has(space)) throw new Failure('unreadable', 'user', 'the value ends before it.');
    await this.#store(slot, value);
    // The client looks at the same place again, although the value is laid out anew.
    if (ValueArena.holds(start)) this.arena.write(start, bytes);
    return bytes.length;
  }

  async #store({ name, key, type, as, keyed }: Typed, value: TwilightValue): Promise<void> {
    const types = typesOf(this.meta);
    const described = typeNamed(types, type);
    if (value.kind === 'unreadable')
      throw new Failure('bad-arguments', 'user', `this is no ${type}: ${value.reason}.`);
    if (described.k === 'map')
      throw new Failure(
        'not-supported',
        'user',
        `${name} is a map, which is changed entry by entry.`,
        `Assign to ${name}[key].`,
      );
    if (keyed && described.k === 'vector') {
      const items = value.kind === 'list' ? value.items : [];
      for (const [nth, item] of items.entries())
        await this.source.write(
          elementKey(key, BigInt(nth)),
          encodeStored(types, described.elem, item, 'entry'),
        );
      await this.source.write(lengthKey(key), writeInt(BigInt(items.length), 8));
    } else await this.source.write(key, encodeStored(types, type, value, as));
    this.forget();
  }

  #slot(space: string): Typed {
    const slot = slotOfSpace(this.meta, space);
    if (slot?.type === undefined) throw new Failure('not-found', 'user', 'there is no such storage.');
    return { ...slot, type: slot.type };
  }

  async #image(space: string): Promise<Image> {
    let known = this.#images.get(space);
    if (known === undefined) {
      known = this.#load(this.#slot(space));
      this.#images.set(space, known);
      known.catch(() => this.#images.delete(space));
    }
    return known;
  }

  async #load({ key, type, as, keyed }: Typed): Promise<Image> {
    const types = typesOf(this.meta);
    const entries = keyed ? await this.#list(key) : await this.#single(key);
    const get = (wanted: Uint8Array): Uint8Array | undefined => entries.get(hexText(wanted));
    const keysFrom = function* (from: Uint8Array): Iterable<Uint8Array> {
      const begins = hexText(from);
      for (const each of entries.keys()) if (each.startsWith(begins)) yield hexBytes(each);
    };
    const value = keyed
      ? readSlot(types, type, key, { get, keysFrom }, as, manyEntries.most)
      : decodeStored(types, type, get(key), as);
    const trouble = troubleIn(value);
    if (trouble !== undefined) return { bytes: new Uint8Array(), trouble: `corrupt: ${trouble}` };
    return { bytes: encodeMemory(types, type, value, this.arena) };
  }

  async #list(key: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
    const prefix = `${hexText(key)}00`;
    const known = this.#covering(prefix);
    if (known !== undefined) return known;
    const listed = await this.source.list(prefix);
    const entries = new Map(listed.map(({ key: found, value }) => [found.toLowerCase(), hexBytes(value)]));
    this.#listed.set(prefix, entries);
    return entries;
  }

  async #single(key: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
    const name = hexText(key);
    const known = this.#covering(name);
    if (known !== undefined) return known;
    const found = await this.source.get(name);
    return new Map(found === undefined ? [] : [[name, hexBytes(found)]]);
  }

  #covering(name: string): ReadonlyMap<string, Uint8Array> | undefined {
    for (const [prefix, entries] of this.#listed) if (name.startsWith(prefix)) return entries;
    return undefined;
  }
}

/** Of one map or vector. */
const manyEntries = { most: 100_000, deepest: 40 };

function troubleIn(value: TwilightValue): string | undefined {
  switch (value.kind) {
    case 'unreadable':
      return value.reason;
    case 'product':
    case 'variant':
      return value.fields.map(field => troubleIn(field.value)).find(Boolean);
    case 'list':
      return value.items.map(troubleIn).find(Boolean);
    case 'map':
      return value.entries.flatMap(entry => [troubleIn(entry.key), troubleIn(entry.value)]).find(Boolean);
    default:
      return undefined;
  }
}
