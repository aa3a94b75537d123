// Keys of storage: the variable's name, and for each key of a map a NUL and the key. So a map's entries share a prefix.

import { blake3 } from '@noble/hashes/blake3.js';
import type { Slot } from '../../checker/typed-places.js';
import type { StorageVariable } from '../../checker/typed-program.js';
import type { Type } from '../../checker/types.js';
import { isFixed, layoutOf } from '../../layout/layout.js';
import { storedSize, writeStored } from '../by-type/stored.js';
import { emitInto, pushAddress } from '../expressions.js';
import type { Destination, FunctionContext } from '../function-context.js';
import { allocate } from '../runtime/heap.js';

/** A key in memory: what pushes its address and its length. */
export interface SlotKey {
  /** Address of the hash of the domain. */
  readonly domain: number;
  readonly pushAddress: () => void;
  readonly pushLength: () => void;
}

/** Behind the key of a vector: a NUL and `len`, or a NUL and the place of an element. */
export const lengthSuffix = new TextEncoder().encode('\0len');
export const elementSuffixSize = 9;

/** The domain of a variable, with `self` for the contract's address, which is not known yet. */
export const domainOf = ({ name, type }: StorageVariable): string =>
  type.kind === 'map' ? `self.${name}:*` : `self.${name}`;

export const hashOf = (text: string): Uint8Array => blake3(new TextEncoder().encode(text));

/** Evaluates the keys and writes the key; `room` is what is left free behind it. */
export function emitKey(g: FunctionContext, slot: Slot, room = 0): SlotKey {
  const { code, module } = g;
  const domain = module.data.bytes(hashOf(domainOf(slot.variable)));
  const name = new TextEncoder().encode(slot.variable.name);
  const nameAt = module.data.bytes(name);
  const keys = slot.keys.map(key => {
    const place = g.temporary(key.type);
    emitInto(g, key, place);
    return { type: key.type, place };
  });
  if (keys.length === 0 && room === 0)
    return { domain, pushAddress: () => code.i32(nameAt), pushLength: () => code.i32(name.length) };
  if (keys.every(({ type }) => isFixed(type))) {
    const size = keys.reduce((sum, { type }) => sum + 1 + layoutOf(type).size, name.length);
    const key = g.room(size + room, 1);
    pushAddress(g, key);
    code.i32(nameAt).i32(name.length).memoryCopy(module.memory);
    let at = name.length;
    for (const { type, place } of keys) {
      code
        .get(key.base)
        .i32(0)
        .store('i32.store8', { offset: key.offset + at });
      pushAddress(g, { base: key.base, offset: key.offset + at + 1 });
      pushAddress(g, place);
      code.i32(layoutOf(type).size).memoryCopy(module.memory);
      at += 1 + layoutOf(type).size;
    }
    return { domain, pushAddress: () => pushAddress(g, key), pushLength: () => code.i32(size) };
  }
  return emitLongKey(g, domain, nameAt, name.length, keys, room);
}

/** A key whose length is known when it is made: on the heap. */
function emitLongKey(
  g: FunctionContext,
  domain: number,
  nameAt: number,
  nameLength: number,
  keys: readonly { readonly type: Type; readonly place: Destination }[],
  room: number,
): SlotKey {
  const { code, module } = g;
  const [key, end] = [g.built.local('i32', '$key'), g.built.local('i32', '$keyEnd')];
  const size = (): void => {
    code.i32(nameLength + keys.length + room);
    for (const { type, place } of keys) {
      if (isFixed(type)) code.i32(layoutOf(type).size);
      else if (type.kind === 'string')
        code.get(place.base).load('i32.load', { offset: place.offset }).load('i32.load');
      else {
        pushAddress(g, place);
        code.call(storedSize(module, type));
      }
      code.op('i32.add');
    }
  };
  size();
  code.call(allocate(module)).tee(key).i32(nameAt).i32(nameLength).memoryCopy(module.memory);
  code.get(key).i32(nameLength).op('i32.add').set(end);
  for (const { type, place } of keys) {
    code.get(end).i32(0).store('i32.store8').get(end).i32(1).op('i32.add').set(end);
    if (!isFixed(type) && type.kind !== 'string') {
      pushAddress(g, place);
      code.get(end).call(writeStored(module, type)).set(end);
      continue;
    }
    const handle = g.named('list', 'i32');
    code.get(end);
    if (type.kind === 'string') {
      code.get(place.base).load('i32.load', { offset: place.offset }).tee(handle).i32(4).op('i32.add');
      code.get(handle).load('i32.load').memoryCopy(module.memory);
      code.get(end).get(handle).load('i32.load').op('i32.add').set(end);
    } else {
      pushAddress(g, place);
      code.i32(layoutOf(type).size).memoryCopy(module.memory);
      code.get(end).i32(layoutOf(type).size).op('i32.add').set(end);
    }
  }
  return {
    domain,
    pushAddress: () => code.get(key),
    pushLength: () => code.get(end, key).op('i32.sub'),
  };
}
