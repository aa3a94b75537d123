// The headers of collected objects: eight bytes before each, laid out differently by each runtime there was.

/** A run of bits. */
interface Bits {
  readonly at: number;
  readonly count: number;
}

export interface HeaderLayout {
  /** Whose it is, for people. */
  readonly name: string;
  /** Anything but 0 is marked: runtimes with colours count white as 0. */
  readonly mark: Bits;
  readonly pinned: Bits;
  readonly forwarded: Bits;
  readonly nursery: Bits;
  readonly sizeClass: Bits;
  readonly typeId: Bits;
  /** Bits that are always 0: what has one of them is no header. */
  readonly zeros: bigint;
  /** Bytes of a block, the header among them; 0 for a number that is no class. */
  readonly blockSize: (sizeClass: number) => number;
  /** Whether every class has a size: else a class without one means that this is no header. */
  readonly knowsSizes: boolean;
}

const bit = (at: number): Bits => ({ at, count: 1 });
const bits = (first: number, last: number): Bits => ({ at: first, count: last - first + 1 });

/** Aria debug spec 3.2.1, and the runtime that `ariac` links. */
const spec: HeaderLayout = {
  name: 'Aria debug spec',
  mark: bit(0),
  pinned: bit(1),
  forwarded: bit(2),
  nursery: bit(3),
  sizeClass: bits(8, 31),
  typeId: bits(32, 63),
  zeros: 0xf0n,
  blockSize: sizeClass => {
    if (sizeClass < 1 || sizeClass > 116) return 0;
    return sizeClass <= 64 ? 16 * sizeClass : 2 ** (sizeClass - 65 + 11);
  },
  knowsSizes: true,
};

/** The runtimes of Aria of December 2025. Their allocators did not write headers in every build. */
const december: HeaderLayout = {
  name: 'Aria, December 2025',
  mark: bit(0),
  pinned: bit(1),
  forwarded: bit(2),
  nursery: bit(3),
  sizeClass: bits(4, 11),
  typeId: bits(12, 27),
  zeros: 0n,
  blockSize: sizeClass => sizeClass,
  knowsSizes: false,
};

/** Nitpick. The size class counts words of the whole block. */
const nitpick: HeaderLayout = {
  name: 'Nitpick',
  mark: bits(0, 1),
  pinned: bit(2),
  forwarded: bit(3),
  nursery: bit(4),
  sizeClass: bits(5, 12),
  typeId: bits(13, 28),
  zeros: 0n,
  blockSize: sizeClass => 8 * sizeClass,
  knowsSizes: false,
};

/** The first whose symbol a program has is its own. */
export const headerLayouts: readonly { readonly symbol: string; readonly layout: HeaderLayout }[] = [
  { symbol: '__aria_layout_version', layout: spec },
  { symbol: 'npk_gc_alloc', layout: nitpick },
  { symbol: 'aria_gc_alloc', layout: december },
  // The names that the spec gives to the bounds; nobody but a runtime after the spec has them.
  { symbol: '__aria_gc_nursery_start', layout: spec },
];

export interface Header {
  readonly bits: bigint;
  readonly marked: boolean;
  readonly pinned: boolean;
  readonly forwarded: boolean;
  readonly nursery: boolean;
  readonly sizeClass: number;
  readonly typeId: number;
}

export function decodeHeader(word: bigint, layout: HeaderLayout): Header {
  const part = ({ at, count }: Bits): number => Number((word >> BigInt(at)) & ((1n << BigInt(count)) - 1n));
  return {
    bits: word,
    marked: part(layout.mark) !== 0,
    pinned: part(layout.pinned) !== 0,
    forwarded: part(layout.forwarded) !== 0,
    nursery: part(layout.nursery) !== 0,
    sizeClass: part(layout.sizeClass),
    typeId: part(layout.typeId),
  };
}

/** Whether a word can be a header at all, as far as the layout tells. */
export const isHeader = (word: bigint, layout: HeaderLayout): boolean =>
  (word & layout.zeros) === 0n &&
  (!layout.knowsSizes || layout.blockSize(decodeHeader(word, layout).sizeClass) > 0);
