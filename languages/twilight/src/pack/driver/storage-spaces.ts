// Storage as memory: each variable has a space of its own, read from the node when somebody looks at it.
//
// A value from storage is laid out there as in the memory of a contract, so that renderers, expressions and data
// breakpoints need to know one layout only.

import type { MemoryRead } from '@sonde/engine';
import {
  decodeMemory,
  encodeMemory,
  encodeStored,
  readVariable,
  storageKey,
  typesOf,
  ValueProblem,
  typeNamed,
  type Meta,
  type TwilightValue,
} from '../../toolchain/toolchain.js';

const prefix = 'storage-';

export const spaceOf = (variable: string): string => `${prefix}${variable}`;
export const variableOf = (space: string): string | undefined =>
  space.startsWith(prefix) ? space.slice(prefix.length) : undefined;

export interface StorageSource {
  /** All entries whose key begins so; keys and values are 0x and digits. */
  list(prefix: string): Promise<readonly { readonly key: string; readonly value: string }[]>;
  write(key: Uint8Array, value: Uint8Array): Promise<void>;
}

interface Image {
  bytes: Uint8Array;
  readonly trouble: string | undefined;
}

/** Where the value itself is: below it, addresses mean nothing, as in the memory of a contract. */
export const valueAddress = 64;

const hexBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
const hexText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

export class StorageSpaces {
  readonly #images = new Map<string, Promise<Image>>();

  constructor(
    private readonly meta: Meta,
    private readonly source: StorageSource,
  ) {}

  /** The transaction moved, or something was written. */
  forget(): void {
    this.#images.clear();
  }

  async read(variable: string, offset: bigint, size: number): Promise<MemoryRead> {
    const image = await this.#image(variable);
    if (image.trouble !== undefined) return { bytes: new Uint8Array(), why: image.trouble };
    const start = Number(offset);
    const bytes = image.bytes.slice(start, start + size);
    return bytes.length === size ? { bytes } : { bytes, why: 'the value ends before it' };
  }

  /** Writes into a value that has one key, and puts the whole of it back. */
  async write(variable: string, offset: bigint, bytes: Uint8Array): Promise<number> {
    const declared = this.#declared(variable);
    const types = typesOf(this.meta);
    const kind = declared && typeNamed(types, declared.type).k;
    if (declared === undefined || kind === 'map' || kind === 'vector')
      throw new ValueProblem(variable, 'entries of storage are changed one by one, and not by their bytes');
    const image = await this.#image(variable);
    const changed = image.bytes.slice();
    changed.set(bytes, Number(offset));
    const value = decodeMemory(
      types,
      declared.type,
      (address, length) =>
        address + length > changed.length ? undefined : changed.slice(address, address + length),
      valueAddress,
    );
    await this.source.write(
      storageKey(types, variable, declared.type),
      encodeStored(types, declared.type, value, 'variable'),
    );
    this.forget();
    return bytes.length;
  }

  async #image(variable: string): Promise<Image> {
    let known = this.#images.get(variable);
    if (known === undefined) {
      known = this.#load(variable);
      this.#images.set(variable, known);
      known.catch(() => this.#images.delete(variable));
    }
    return known;
  }

  async #load(variable: string): Promise<Image> {
    const declared = this.#declared(variable);
    if (declared === undefined)
      return { bytes: new Uint8Array(), trouble: `there is no storage ${variable}` };
    const types = typesOf(this.meta);
    const whole = hexText(new TextEncoder().encode(variable));
    const listed = await this.source.list(whole);
    const entries = new Map(listed.map(({ key, value }) => [key.toLowerCase(), hexBytes(value)]));
    const value = readVariable(
      types,
      variable,
      declared,
      {
        get: key => entries.get(hexText(key)),
        keysFrom: function* (from) {
          const begins = hexText(from);
          for (const key of entries.keys()) if (key.startsWith(begins)) yield hexBytes(key);
        },
      },
      mostEntries,
    );
    const trouble = troubleIn(value);
    if (trouble !== undefined) return { bytes: new Uint8Array(), trouble: `corrupt: ${trouble}` };
    return {
      bytes: laidOut(value, typeNamed(types, declared.type).size, heap =>
        encodeMemory(types, declared.type, value, heap),
      ),
      trouble: undefined,
    };
  }

  #declared(variable: string): { readonly type: string } | undefined {
    const storage = this.meta.debug_info?.variable_info.storage ?? {};
    return Object.hasOwn(storage, variable) ? storage[variable] : undefined;
  }
}

/** Of one map or vector. */
const mostEntries = 100_000;

/** The value at its address, and behind it what its handles lead to. */
function laidOut(
  _value: TwilightValue,
  size: number,
  encode: (heap: {
    allocate(size: number): number;
    write(address: number, bytes: Uint8Array): void;
  }) => Uint8Array,
): Uint8Array {
  const parts: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  let end = valueAddress + Math.max(size, 8);
  const own = encode({
    allocate: wanted => {
      const at = (end + 7) & ~7;
      end = at + wanted;
      return at;
    },
    write: (at, bytes) => void parts.push({ at, bytes }),
  });
  const all = new Uint8Array(end + 16);
  all.set(own, valueAddress);
  for (const { at, bytes } of parts) all.set(bytes, at);
  return all;
}

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
