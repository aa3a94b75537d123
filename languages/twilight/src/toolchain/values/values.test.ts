import { seededRandom, type Random } from '@sonde/testkit/seeded-random';
import { describe, expect, it } from 'vitest';
import { checkText } from '../check-source.js';
import { buildContract } from '../build-contract.js';
import { decodeMemory } from './decode.js';
import { encodeMemory } from './encode.js';
import { valueFromJson, valueToJson } from './json.js';
import { decodeKey, decodeStored, encodeStored, storageKey } from './stored.js';
import { typesOf } from './calls.js';
import { readVariable } from './storage-variables.js';
import { valueText } from './value-text.js';
import { intRange, typeNamed, zeroValue, type NamedValue, type TwilightValue } from './value.js';

const { program } = checkText(
  `#![syntax = "native"]
contract T {
  struct Inner { flag: bool, names: vector<string>, wide: i256 }
  enum Choice { None_, Number(u64), Both { a: u8, inner: Inner } }
  storage { deep: map<string, map<u64, Choice>>; fixed: map<address, u64>; signed: map<i256, bool>; }
  pub fn f(c: Choice, i: Inner, o: Option<u128>, r: Result<(), string>, t: (u8, (bool, hash256)), a: array<Inner,2>, v: vector<vector<Choice>>, w: address, x: i8) -> map<u8, Inner> { val m: map<u8, Inner> = map::new(); m }
}`,
  'values.twl',
);
const { meta } = buildContract(program!, program!.contracts[0]!, { debug: true, runtimeAsserts: false });
const types = typesOf(meta);
const names = Object.keys(types).filter(name => types[name]!.k !== 'unit');

class Heap {
  readonly bytes = new Uint8Array(1 << 16);
  #end = 1024;
  allocate(size: number): number {
    const at = (this.#end + 7) & -8;
    this.#end = at + size;
    return at;
  }
  write(address: number, bytes: Uint8Array): void {
    this.bytes.set(bytes, address);
  }
  readonly read = (address: number, length: number): Uint8Array | undefined =>
    address + length > this.bytes.length ? undefined : this.bytes.subarray(address, address + length);
}

function randomValue(name: string, random: Random): TwilightValue {
  const type = typeNamed(types, name);
  const fields = (of: readonly { readonly name: string; readonly type: string }[]): readonly NamedValue[] =>
    of.map(field => ({ name: field.name, value: randomValue(field.type, random) }));
  const list = (element: string, length: number): readonly TwilightValue[] =>
    Array.from({ length }, () => randomValue(element, random));
  switch (type.k) {
    case 'unit':
      return { kind: 'unit' };
    case 'bool':
      return { kind: 'bool', value: random(2) === 1 };
    case 'int': {
      const { least, most } = intRange(type.bits, type.signed);
      return { kind: 'int', value: [least, most, 0n, 1n, most / 3n][random(5)]! };
    }
    case 'address':
    case 'hash256':
      return { kind: 'bytes', bytes: Uint8Array.from({ length: type.size }, () => random(256)) };
    case 'string':
      return { kind: 'string', text: ['', 'a', 'grün', '\0x'][random(4)]! };
    case 'struct':
    case 'tuple':
      return { kind: 'product', fields: fields(type.fields) };
    case 'enum': {
      const variant = type.variants[random(type.variants.length)]!;
      return { kind: 'variant', name: variant.name, fields: fields(variant.fields) };
    }
    case 'array':
      return { kind: 'list', items: list(type.elem, type.length) };
    case 'vector':
      return { kind: 'list', items: list(type.elem, random(3)) };
    case 'map':
      return {
        kind: 'map',
        entries: list(type.key, random(2)).map(key => ({ key, value: randomValue(type.value, random) })),
      };
  }
}

const holdsMap = (name: string): boolean => name.includes('map<');

describe('values', () => {
  it('come back from memory, storage and JSON as they were', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 20; round++)
      for (const name of names) {
        const value = randomValue(name, random);
        const heap = new Heap();
        const bytes = encodeMemory(types, name, value, heap);
        const at = heap.allocate(bytes.length);
        heap.write(at, bytes);
        expect(decodeMemory(types, name, heap.read, at), name).toEqual(value);
        expect(valueFromJson(types, name, valueToJson(value)), name).toEqual(value);
        if (holdsMap(name)) continue;
        expect(decodeStored(types, name, encodeStored(types, name, value, 'entry'), 'entry'), name).toEqual(
          value,
        );
        expect(
          decodeStored(types, name, encodeStored(types, name, value, 'variable'), 'variable'),
          name,
        ).toEqual(value);
      }
  });

  it('are one line for people, as the variables of a debugger have it', () => {
    const choice = names.find(name => name.endsWith('Choice'))!;
    const shown = (name: string, json: unknown): string => valueText(valueFromJson(types, name, json));
    const inner = { flag: true, names: ['a "b"', ''], wide: '-1' };
    expect([
      shown(choice, 'None_'),
      shown(choice, { tag: 'Number', values: ['7'] }),
      shown(choice, { tag: 'Both', values: [1, inner] }),
      shown('Option<u128>', null),
      shown('Option<u128>', '18446744073709551616'),
      shown('Result<(),string>', { tag: 'Ok', values: [null] }),
      shown('(u8,(bool,hash256))', [3, [false, `0x${'0a'.repeat(32)}`]]),
      shown('map<address,u64>', [[`0x${'0b'.repeat(20)}`, 5]]),
      valueText({ kind: 'list', items: [{ kind: 'int', value: 1n }], left: 9 }),
      valueText({ kind: 'unreadable', reason: 'the data ends too early' }),
    ]).toEqual([
      'None_',
      'Number(7)',
      String.raw`Both {a: 1, inner: {flag: true, names: ["a \"b\"", ""], wide: -1}}`,
      'None',
      'Some(18446744073709551616)',
      'Ok(())',
      `(3, (false, 0x${'0a'.repeat(32)}))`,
      `{0x${'0b'.repeat(20)}: 5}`,
      '[1, …]',
      '<the data ends too early>',
    ]);
  });

  it('of stored maps are in the order of their keys, as people count', () => {
    const read = (name: string, stored: readonly Buffer[]): string => {
      const { type } = meta.debug_info!.variable_info.storage[name]!;
      const begins = Buffer.from(storageKey(types, name, type));
      const keys = stored.map(key => Buffer.concat([begins, key]));
      return valueText(
        readVariable(types, name, { type }, { get: () => undefined, keysFrom: () => keys.toReversed() }),
      );
    };
    const number = (value: bigint, size: number): Buffer => {
      const bytes = Buffer.alloc(size + 1);
      for (let at = 0; at < size; at++) bytes[at + 1] = Number((value >> BigInt(8 * at)) & 0xffn);
      return bytes;
    };
    const signed = [256n, 1n, 65_536n, -1n, -300n, 2n ** 200n, 0n].map(value => number(value, 32));
    expect(read('signed', signed)).toBe(
      `{-300: false, -1: false, 0: false, 1: false, 256: false, 65536: false, ${2n ** 200n}: false}`,
    );
    const deep = ['b', 'a'].flatMap(text =>
      [512n, 3n].map(value => Buffer.concat([Buffer.from(`\0${text}`), number(value, 8)])),
    );
    expect(read('deep', deep)).toBe('{"a": {3: None_, 512: None_}, "b": {3: None_, 512: None_}}');
  });

  it('that are missing are zero', () => {
    for (const name of names) {
      if (holdsMap(name)) continue;
      expect(decodeStored(types, name, undefined, 'entry')).toEqual(zeroValue(types, name));
      const zeros = new Heap();
      expect(decodeMemory(types, name, zeros.read, 4096)).toEqual(zeroValue(types, name));
    }
  });

  it('that make no sense are unreadable, whatever the bytes are', () => {
    const random = seededRandom(9);
    for (let round = 0; round < 30; round++)
      for (const name of names) {
        const junk = Uint8Array.from({ length: random(80) }, () => (random(3) === 0 ? 0 : random(256)));
        const heap = new Heap();
        heap.bytes.fill(255);
        heap.write(512, junk);
        valueToJson(decodeMemory(types, name, heap.read, 512));
        valueToJson(decodeMemory(types, name, heap.read, 65_530));
        if (!holdsMap(name)) valueToJson(decodeStored(types, name, junk, 'entry'));
      }
    expect(decodeStored(types, 'u64', Uint8Array.of(1, 2), 'variable')).toEqual({
      kind: 'unreadable',
      reason: 'u64 takes 8 bytes, here are 2',
    });
    expect(decodeStored(types, 'bool', Uint8Array.of(7), 'variable')).toEqual({
      kind: 'unreadable',
      reason: '7 is no bool',
    });
    expect(decodeStored(types, 'string', Uint8Array.of(0xff), 'variable')).toMatchObject({
      kind: 'unreadable',
    });
  });

  it('are keys of maps that can be read back, also in maps', () => {
    const random = seededRandom(5);
    const cases = [
      ['deep', 'map<string,map<u64,T::Choice>>', ['string', 'u64']],
      ['fixed', 'map<address,u64>', ['address']],
    ] as const;
    for (const [variable, type, keyTypes] of cases)
      for (let round = 0; round < 20; round++) {
        const keys = keyTypes
          .map(key => randomValue(key, random))
          .map(key => (key.kind === 'string' ? { ...key, text: key.text.replace('\0', '') } : key));
        const key = storageKey(types, variable, type, keys);
        expect(decodeKey(types, type, key.subarray(variable.length))).toEqual(keys);
      }
  });

  it('in JSON that do not fit are refused with the path and what to write', () => {
    const said = (name: string, json: unknown): string => {
      try {
        valueFromJson(types, name, json, 'arg');
      } catch (error) {
        return (error as Error).message;
      }
      return 'fine';
    };
    expect(said('i8', 128)).toBe('arg: 128 is no i8: write a number from -128 to 127');
    expect(said('i8', 1.5)).toBe('arg: 1.5 is no i8: write a whole number, or one as a string');
    expect(said('i8', '12 ')).toContain('arg: "12 " is no i8');
    expect(said('address', '0x12')).toBe('arg: "0x12" is no address: write "0x" and 40 hexadecimal digits');
    expect(said('T::Inner', { flag: true, names: ['a', 5], wide: 0 })).toBe(
      'arg.names[1]: 5 is no string: write a string',
    );
    expect(said('T::Inner', { flag: true, names: [] })).toBe('arg.wide: this field of T::Inner is missing');
    expect(said('T::Inner', { flag: true, names: [], wide: 0, more: 1 })).toBe(
      'arg.more: T::Inner has no such field',
    );
    expect(said('T::Choice', 'Four')).toContain(
      'arg: T::Choice has no variant Four; it has None_, Number, Both',
    );
    expect(said('array<T::Inner,2>', [])).toBe('arg: [] is no array<T::Inner,2>: write 2 elements');
    expect(said('string', '\ud800')).toContain('half a surrogate pair');
  });
});
