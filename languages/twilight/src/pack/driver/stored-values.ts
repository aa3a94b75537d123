// What was and is at a key of storage, as a value that the debugger shows.

import { scalar, type RawValue } from '@sonde/engine';
import {
  decodeStored,
  encodeMemory,
  slotOfKey,
  typeNamed,
  typesOf,
  type MetaTypes,
  type StoredAs,
} from '../../toolchain/toolchain.js';
import type { DebuggedContract } from './contract.js';

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'));

/** Undefined for what is more than its bytes: texts, vectors, maps. */
export function storedValue(
  { meta, symbols }: DebuggedContract,
  key: string,
  stored: string | null,
): RawValue | undefined {
  const found = slotOfKey(meta, bytesOf(key));
  if (found?.type === undefined) return undefined;
  const types = typesOf(meta);
  const type = typeNamed(types, found.type);
  const id = symbols.types.idOf(found.type);
  const bytes =
    stored === null ? new Uint8Array(type.size) : laidOut(found.type, bytesOf(stored), found.as, types);
  if (bytes === undefined) return undefined;
  const number = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  if (type.k === 'int') return scalar(id, type.signed ? BigInt.asIntN(8 * type.size, number) : number);
  if (type.k === 'bool') return scalar(id, number !== 0n);
  // An entry of a map is not of the type that was asked about, which is known by its size only.
  return found.as === 'variable' ? { type: id, content: { kind: 'bytes', bytes } } : undefined;
}

/** As it would lie in memory; undefined where it would not be in one piece. */
function laidOut(type: string, stored: Uint8Array, as: StoredAs, types: MetaTypes): Uint8Array | undefined {
  const value = decodeStored(types, type, stored, as);
  if (value.kind === 'unreadable') return undefined;
  const elsewhere: number[] = [];
  const image = encodeMemory(types, type, value, {
    allocate: size => elsewhere.push(size),
    write: () => undefined,
  });
  return elsewhere.length === 0 ? image : undefined;
}
