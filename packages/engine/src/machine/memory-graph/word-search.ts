// What a block of unknown contents shows by its looks: words that may be pointers, and texts.

export interface WordFormat {
  readonly pointerSize: number;
  readonly littleEndian: boolean;
}

/** One word; undefined for a null pointer, for what no address can be, and where nothing could be read. */
export function wordAt(
  bytes: Uint8Array,
  at: number,
  { pointerSize, littleEndian }: WordFormat,
): number | undefined {
  if (at + pointerSize > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return wordIn(view, at, pointerSize, littleEndian);
}

/** All aligned words from an offset on. */
export function eachWord(
  bytes: Uint8Array,
  from: number,
  { pointerSize, littleEndian }: WordFormat,
  visit: (word: number, offset: number) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = Math.ceil(from / pointerSize) * pointerSize; at + pointerSize <= bytes.length;) {
    const word = wordIn(view, at, pointerSize, littleEndian);
    if (word !== undefined) visit(word, at);
    at += pointerSize;
  }
}

function wordIn(view: DataView, at: number, pointerSize: number, littleEndian: boolean): number | undefined {
  if (pointerSize === 2) return view.getUint16(at, littleEndian) || undefined;
  if (pointerSize === 4) return view.getUint32(at, littleEndian) || undefined;
  const [low, high] = littleEndian ? [at, at + 4] : [at + 4, at];
  const upper = view.getUint32(high, littleEndian);
  // Beyond it a number is not exact, and no program has memory there.
  return upper >= 0x20_0000 ? undefined : upper * 2 ** 32 + view.getUint32(low, littleEndian) || undefined;
}

export interface FoundText {
  readonly text: string;
  /** The zero behind it. */
  readonly end: number;
}

const mostText = 60;

/**
 * A text that ends with a zero; undefined for anything else. The bytes of an address may all be printable and end with
 * a zero too: `isAddress` tells which words are one.
 */
export function textIn(
  bytes: Uint8Array,
  format: WordFormat,
  isAddress: (word: number) => boolean,
): FoundText | undefined {
  const end = bytes.indexOf(0);
  if (end < 2) return undefined;
  const word = end < format.pointerSize ? wordAt(bytes, 0, format) : undefined;
  if (word !== undefined && isAddress(word)) return undefined;
  const beginning = bytes.subarray(0, Math.min(end, mostText));
  if (beginning.some(byte => byte === 0x7f || (byte < 0x20 && byte !== 0x0a && byte !== 0x09)))
    return undefined;
  try {
    // Only what is cut off here may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: end > mostText });
    return { text: end > mostText ? `${text}…` : text, end };
  } catch {
    return undefined;
  }
}
