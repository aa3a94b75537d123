// All objects of the collected heap: those of the nursery block by block, those of the old generation from their table.

import type { HeapStop, MemoryImage, Span } from '@sonde/engine-native';
import { readNurseryTable, readOldObjects, segmentsOf } from '../runtime-model/aria-tables.js';
import { blocksIn } from '../runtime-model/block-walk.js';
import { decodeHeader, headerLayouts, isHeader, type Header } from '../runtime-model/header-layouts.js';
import type { HeapSymbols } from './tables.js';

const { layout } = headerLayouts[0]!;
const headerSize = 8;

export interface CollectedObject {
  /** Of the payload. */
  readonly at: number;
  readonly size: number;
  readonly header: Header;
  readonly isOld: boolean;
  readonly validity: 'live' | 'moved' | 'corrupt' | 'unavailable';
  readonly bytes: Uint8Array;
}

export async function collectedObjects(
  stop: HeapStop,
  symbols: HeapSymbols,
  signal: AbortSignal,
): Promise<readonly CollectedObject[]> {
  const nursery = await readNurseryTable(stop, symbols.nursery);
  const segments: readonly Span[] =
    nursery === undefined || nursery.first === 0n
      ? []
      : segmentsOf(nursery).map(({ from, to }) => ({ at: Number(from), size: Number(to - from) }));
  const old = (await readOldObjects(stop, symbols.old)).map(({ start, size }): Span => ({
    at: Number(start),
    size: Number(size),
  }));
  const image = await stop.image([...segments.flatMap(pieces), ...old], signal);
  return [
    ...segments.flatMap(segment => youngIn(segment, image, stop.littleEndian)),
    ...old.map(block => oldAt(block, image, stop.littleEndian)),
  ];
}

/** What is longer than a single read is put together again. */
const longest = 1 << 20;
function pieces({ at, size }: Span): readonly Span[] {
  return Array.from({ length: Math.ceil(size / longest) }, (_, nth) => ({
    at: at + nth * longest,
    size: Math.min(longest, size - nth * longest),
  }));
}

function youngIn(segment: Span, image: MemoryImage, littleEndian: boolean): readonly CollectedObject[] {
  const bytes = new Uint8Array(segment.size);
  let read = 0;
  for (const piece of pieces(segment)) {
    const part = image.bytes(piece.at, piece.size);
    if (part === undefined) break;
    bytes.set(part, read);
    read += part.length;
  }
  const found: CollectedObject[] = [];
  for (const { start, size, header } of blocksIn(
    BigInt(segment.at),
    bytes.subarray(0, read),
    layout,
    littleEndian,
  )) {
    const at = Number(start) + headerSize;
    const from = at - segment.at;
    const payload = size - headerSize;
    const validity = header.forwarded ? 'moved' : 'live';
    found.push({
      at,
      size: payload,
      header,
      isOld: false,
      validity,
      bytes: bytes.subarray(from, from + payload),
    });
  }
  return found;
}

function oldAt({ at, size }: Span, image: MemoryImage, littleEndian: boolean): CollectedObject {
  const bytes = image.bytes(at, size) ?? image.bytes(at, headerSize);
  const word =
    bytes === undefined ? 0n : new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, littleEndian);
  const payload = {
    at: at + headerSize,
    size: size - headerSize,
    isOld: true,
    header: decodeHeader(word, layout),
  };
  return {
    ...payload,
    validity: bytes === undefined ? 'unavailable' : isHeader(word, layout) ? 'live' : 'corrupt',
    bytes: bytes?.subarray(headerSize) ?? new Uint8Array(0),
  };
}
