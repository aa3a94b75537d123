// What was and is at a key of storage, as a value that the debugger shows.

import { scalar, type RawValue } from '@sonde/engine';
import { decodeStored, encodeMemory, typeNamed, typesOf } from '../../toolchain/toolchain.js';
import type { DebuggedContract } from './contract.js';
import { described } from './storage-changes.js';

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'));

/** Undefined for what is more than its bytes: texts, vectors, maps. */
export function storedValue(
  { meta, symbols }: DebuggedContract,
  key: string,
  stored: string | null,
): RawValue | undefined {
  const found = described(meta, bytesOf(key));
  if (found?.type === undefined) return undefined;
  const types = typesOf(meta);
  const type = typeNamed(types, found.type);
  const id = symbols.types.idOf(found.type);
  const bytes = stored === null ? new Uint8Array(type.size) : laidOut();
  if (bytes === undefined) return undefined;
  const number = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  if (type.k === 'int') return scalar(id, type.signed ? BigInt.asIntN(8 * type.size, number) : number);
  if (type.k === 'bool') return scalar(id, number !== 0n);
  // An entry of a map is not of the type that was asked about, which is known by its size only.
  return found.as === 'variable' ? { type: id, content: { kind: 'bytes', bytes } } : undefined;

  function laidOut(): Uint8Array | undefined {
    let isPlain = true;
    const value = decodeStored(types, found!.type!, bytesOf(stored!), found!.as);
    if (value.kind === 'unreadable') return undefined;
    const image = encodeMemory(types, found!.type!, value, {
      allocate: () => {
        isPlain = false;
        return 8;
      },
      write: () => undefined,
    });
    return isPlain ? image : undefined;
  }
}
