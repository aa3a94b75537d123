// Loads, stores and copies.

import type { Operand, TypeShape } from '@sonde/llvm-ir';
import type { Leaf, Lowering, Place } from './lowering.js';
import type { Register } from './machine-code.js';

/** Copies of at most this many bytes are made in place. */
export const mostInline = 32;

export function load(lowering: Lowering, type: TypeShape, pointer: Operand) {
  const leaves = lowering.leaves(type);
  const place = lowering.place(pointer, lowering.context.layout.sizeOf(type) + 4);
  const words = leaves.flatMap(leaf => loadLeaf(lowering, place, leaf));
  return { words, clean: leaves.length === 1 && isClean(lowering, leaves[0]!.type) };
}

/** Loads fill what is above with zeros, except for widths that are no whole bytes: those are trusted to have been stored so. */
function isClean(lowering: Lowering, type: TypeShape): boolean {
  return lowering.bits(type) % 8 === 0;
}

function loadLeaf(lowering: Lowering, place: Place, leaf: Leaf): Register[] {
  const size = lowering.context.layout.storeSizeOf(leaf.type);
  const words: Register[] = [];
  for (let at = 0; at < size; at += 4) {
    words.push(loadBytes(lowering, moved(place, leaf.offset + at), Math.min(4, size - at)));
  }
  return words;
}

const moved = (place: Place, by: number): Place => ({ ...place, imm: place.imm + by });

function loadBytes(lowering: Lowering, place: Place, size: number): Register {
  const rd = lowering.fresh();
  if (size === 3) {
    lowering.emit({ op: 'LDH', rd, ...place });
    const high = lowering.fresh();
    lowering.emit({ op: 'LDB', rd: high, ...moved(place, 2) });
    return lowering.make('OR', rd, lowering.makeBy('LSL', high, 16));
  }
  lowering.emit({ op: size === 4 ? 'LD' : size === 2 ? 'LDH' : 'LDB', rd, ...place });
  return rd;
}

export function store(lowering: Lowering, value: Operand, pointer: Operand): void {
  const leaves = lowering.leaves(value.type);
  const [single] = leaves;
  const isOdd = leaves.length === 1 && lowering.bits(single!.type) % 8 !== 0;
  const words = isOdd ? lowering.zeroExtendedWords(value) : lowering.words(value);
  const place = lowering.place(pointer, lowering.context.layout.sizeOf(value.type) + 4);
  let next = 0;
  for (const leaf of leaves) {
    const size = lowering.context.layout.storeSizeOf(leaf.type);
    for (let at = 0; at < size; at += 4) {
      storeBytes(lowering, moved(place, leaf.offset + at), Math.min(4, size - at), words[next]!);
      next += 1;
    }
  }
}

function storeBytes(lowering: Lowering, place: Place, size: number, word: Register): void {
  if (size === 3) {
    lowering.emit({ op: 'STH', b: word, ...place });
    lowering.emit({ op: 'STB', b: lowering.makeBy('LSR', word, 16), ...moved(place, 2) });
    return;
  }
  lowering.emit({ op: size === 4 ? 'ST' : size === 2 ? 'STH' : 'STB', b: word, ...place });
}

function pieces(size: number): { readonly at: number; readonly size: number }[] {
  const found: { readonly at: number; readonly size: number }[] = [];
  for (let at = 0; at < size;) {
    const piece = size - at >= 4 ? 4 : size - at >= 2 ? 2 : 1;
    found.push({ at, size: piece });
    at += piece;
  }
  return found;
}

/** Reads everything before it writes, so both may overlap. For small sizes. */
export function copyBytes(lowering: Lowering, to: Place, from: Place, size: number): void {
  const read = pieces(size).map(piece => ({
    ...piece,
    word: loadBytes(lowering, moved(from, piece.at), piece.size),
  }));
  for (const piece of read) storeBytes(lowering, moved(to, piece.at), piece.size, piece.word);
}

/** `byte` is repeated in all four bytes of `word`. */
export function fillBytes(lowering: Lowering, to: Place, word: Register, size: number): void {
  for (const piece of pieces(size)) storeBytes(lowering, moved(to, piece.at), piece.size, word);
}
