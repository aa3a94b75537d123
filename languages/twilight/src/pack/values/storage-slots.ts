// Storage as the memory that it is shown as: a space for each variable, entry and element.

import { slotOfKey, type Meta, type StorageSlot } from '../../toolchain/toolchain.js';

const inOnePiece = 'storage-';
const byKeys = 'keyed-storage-';

/** `keyed`: it is a map or vector whose entries or elements have keys of their own, and not the bytes under one key. */
export const spaceOf = (variable: string, keyed: boolean): string =>
  `${keyed ? byKeys : inOnePiece}${variable}`;
export const spaceOfKey = (key: Uint8Array, keyed: boolean): string =>
  spaceOf(`0x${Buffer.from(key).toString('hex')}`, keyed);
export const isKeyedSpace = (space: string): boolean => space.startsWith(byKeys);
export const isStorageSpace = (space: string): boolean => space.startsWith(inOnePiece) || isKeyedSpace(space);

/** Where the value itself is: below it, addresses mean nothing, as in the memory of a contract. */
export const valueAddress = 64;

/** The key of what a space shows. */
export function keyOfSpace(space: string): Uint8Array | undefined {
  if (!isStorageSpace(space)) return undefined;
  const name = space.slice((isKeyedSpace(space) ? byKeys : inOnePiece).length);
  return new Uint8Array(
    name.startsWith('0x') ? Buffer.from(name.slice(2), 'hex') : Buffer.from(name, 'utf8'),
  );
}

/** Undefined for a space that shows no storage of the contract. */
export function slotOfSpace(meta: Meta, space: string): StorageSlot | undefined {
  const key = keyOfSpace(space);
  return key === undefined ? undefined : slotOfKey(meta, key);
}
