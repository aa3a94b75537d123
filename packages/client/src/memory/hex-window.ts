// The part of memory that the hex view can scroll over: rows of bytes around the place that was asked for.
import { lastOffset, type Address } from './address.js';

export interface HexWindow {
  readonly space: string;
  /** Of the first row. */
  readonly start: bigint;
  readonly rows: number;
  readonly perRow: number;
}

/** Both ways from the place: more than anybody scrolls, less than a browser's highest page. */
const reach = 1n << 20n;

export function windowAround({ space, offset }: Address, perRow: number): HexWindow {
  const width = BigInt(perRow);
  // The place that was asked for begins its row, and nothing is before the first byte.
  const phase = offset % width;
  const before = offset - reach < 0n ? (offset / width) * width : (reach / width) * width;
  const start = offset - before;
  const first = start >= 0n ? start : phase;
  const last = offset + reach > lastOffset ? lastOffset : offset + reach;
  return { space, start: first, rows: Number((last - first) / width) + 1, perRow };
}

/** The row of an offset; undefined outside of the window. */
export function rowOf({ start, rows, perRow }: HexWindow, offset: bigint): number | undefined {
  if (offset < start) return undefined;
  const row = (offset - start) / BigInt(perRow);
  return row < BigInt(rows) ? Number(row) : undefined;
}

export const offsetOfRow = ({ start, perRow }: HexWindow, row: number): bigint =>
  start + BigInt(row) * BigInt(perRow);

/** The word of that size in which a byte lies. */
export const wordAt = (offset: bigint, size: number): bigint => offset - (offset % BigInt(size));

export function wordValue(bytes: readonly number[], bigEndian: boolean): bigint {
  const ordered = bigEndian ? bytes : bytes.toReversed();
  return ordered.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

/** As a letter where it is one. */
export const letterOf = (byte: number): string =>
  byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';

/** Where a key moves the cursor; undefined for keys that do not. */
export function moved(offset: bigint, key: string, perRow: number, page: number): bigint | undefined {
  const step = steps(key, offset, perRow, page);
  if (step === undefined) return undefined;
  const to = offset + step;
  return to < 0n ? 0n : to > lastOffset ? lastOffset : to;
}

function steps(key: string, offset: bigint, perRow: number, page: number): bigint | undefined {
  const width = BigInt(perRow);
  switch (key) {
    case 'ArrowLeft':
      return -1n;
    case 'ArrowRight':
      return 1n;
    case 'ArrowUp':
      return offset < width ? 0n : -width;
    case 'ArrowDown':
      return offset + width > lastOffset ? 0n : width;
    case 'PageUp':
      return -width * BigInt(page);
    case 'PageDown':
      return width * BigInt(page);
    default:
      return undefined;
  }
}
