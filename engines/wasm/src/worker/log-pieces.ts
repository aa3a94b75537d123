// Reads what a log point hands over, while the program passes it.

import { mostCaptured, type LoggedPiece, type PieceKind } from '../messages.js';

/** Undefined where it cannot be read: memory that is not there, or more of it than is taken. */
export function readPieces(
  kinds: readonly PieceKind[],
  given: readonly bigint[],
  memory: ArrayBuffer,
): readonly LoggedPiece[] | undefined {
  const pieces: LoggedPiece[] = [];
  let next = 0;
  for (const kind of kinds) {
    const first = given[next++] ?? 0n;
    if (kind === 'value') {
      pieces.push(first);
      continue;
    }
    const length = kind === 'memory' ? (given[next++] ?? 0n) : undefined;
    const bytes = length === undefined ? textAt(memory, first) : bytesAt(memory, first, length);
    if (bytes === undefined) return undefined;
    pieces.push({ address: Number(first), bytes });
  }
  return pieces;
}

function bytesAt(memory: ArrayBuffer, address: bigint, length: bigint): Uint8Array | undefined {
  if (length < 0n || length > BigInt(mostCaptured) || address < 0n) return undefined;
  if (address + length > BigInt(memory.byteLength)) return undefined;
  return new Uint8Array(memory, Number(address), Number(length)).slice();
}

/** With the zero that ends it. */
function textAt(memory: ArrayBuffer, address: bigint): Uint8Array | undefined {
  if (address < 0n || address >= BigInt(memory.byteLength)) return undefined;
  const start = Number(address);
  const window = new Uint8Array(memory, start, Math.min(mostCaptured, memory.byteLength - start));
  const end = window.indexOf(0);
  return end < 0 ? undefined : window.slice(0, end + 1);
}

/** About as many characters as its message will have. */
export const sizeOfPieces = (pieces: readonly LoggedPiece[]): number =>
  pieces.reduce((sum, piece) => sum + (typeof piece === 'bigint' ? 8 : piece.bytes.length), 32);
