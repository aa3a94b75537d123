// Reads from what was captured when the program passed a place: nothing else of that moment is left.

import {
  notSupported,
  type Address,
  type CapturedValue,
  type EngineReads,
  type MemoryRange,
  type MemoryRead,
  type TypeTable,
} from '@sonde/engine';

export function capturedReads(
  { memory }: CapturedValue,
  types: TypeTable,
): EngineReads & { readonly types: TypeTable } {
  const pieceAt = ({ space, offset }: Address): Uint8Array | undefined => {
    for (const { address, bytes } of memory) {
      const at = offset - address.offset;
      if (space === address.space && at >= 0n && at < BigInt(bytes.length)) return bytes.subarray(Number(at));
    }
    return undefined;
  };
  const read = ({ address, size }: MemoryRange): MemoryRead => {
    const bytes = pieceAt(address)?.subarray(0, size) ?? new Uint8Array(0);
    return bytes.length === size ? { bytes } : { bytes, why: 'the program has gone on' };
  };
  const nothing = (): Promise<never> => Promise.reject(notSupported('looking at what the program has left'));
  return {
    types,
    readMemory: (_stop, ranges) => Promise.resolve(ranges.map(read)),
    readObjects: nothing,
    readPlaces: nothing,
  };
}
