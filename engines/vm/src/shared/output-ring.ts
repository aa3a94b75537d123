// The output ring: what the program prints, in order, with room given back only when a reader took it.
//
// A record is a header (which stream, or which log point), its text in UTF-8 or bytes that are no text, and their
// lengths. Texts are cut between code points only, so every record of text decodes by itself.

import { ringCapacity, ringTheBell, word, type SharedMemory } from './shared-memory.js';

const prefix = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Smaller pieces than this are not cut off a longer text: they would cost more than they bring. */
const smallestPiece = 4096;

/** Set in the length of a record whose bytes are no text. */
const bytesMark = 0x8000_0000;

/** As many as a program has statements that print, as a rule. */
const mostHeaders = 1000;

interface Unwritten {
  readonly header: Uint8Array;
  readonly bytes: Uint8Array;
  readonly isText: boolean;
  from: number;
}

/** The end of the VM thread. */
export class OutputWriter {
  readonly #unwritten: Unwritten[] = [];
  readonly #headers = new Map<string, Uint8Array>();

  constructor(private readonly shared: SharedMemory) {}

  /** Everything that was accepted is in the ring. */
  get settled(): boolean {
    return this.#unwritten.length === 0;
  }

  /**
   * Takes the text whole, or not at all. What exceeds the ring stays here until there is room; one such text at a time
   * bounds the memory.
   */
  write(header: string, text: string): boolean {
    this.pump();
    if (!this.settled) return false;
    this.add(header, text);
    return true;
  }

  /** The same for what is not text. */
  writeBytes(header: string, bytes: Uint8Array): boolean {
    this.pump();
    if (!this.settled) return false;
    this.addBytes(header, bytes);
    return true;
  }

  /** Takes the text in any case: for the few that must not be refused. */
  add(header: string, text: string): void {
    if (text !== '') this.#push(header, encoder.encode(text), true);
  }

  addBytes(header: string, bytes: Uint8Array): void {
    // A copy: what does not fit yet stays here while the program goes on using its own.
    if (bytes.length > 0) this.#push(header, bytes.slice(), false);
  }

  #push(header: string, bytes: Uint8Array, isText: boolean): void {
    this.#unwritten.push({ header: this.#encodeHeader(header), bytes, isText, from: 0 });
    this.pump();
  }

  /** Moves what waits into the ring, as far as there is room. */
  pump(): void {
    for (let first = this.#unwritten[0]; first !== undefined; first = this.#unwritten[0]) {
      if (!this.#pumpOne(first)) return;
      this.#unwritten.shift();
    }
  }

  #pumpOne(waiting: Unwritten): boolean {
    while (waiting.from < waiting.bytes.length) {
      const left = waiting.bytes.length - waiting.from;
      const room = this.#room() - prefix - waiting.header.length;
      if (room < Math.min(left, smallestPiece)) return false;
      const fits = Math.min(left, room);
      const size = waiting.isText ? wholeCodePoints(waiting.bytes, waiting.from, fits) : fits;
      const end = waiting.from + size;
      this.#append(waiting.header, waiting.bytes.subarray(waiting.from, end), waiting.isText);
      waiting.from = end;
    }
    return true;
  }

  /** True when there is something the host was not told of; it counts as told from now on. */
  mustTell(): boolean {
    const { control } = this.shared;
    if (Atomics.load(control, word.written) === this.#toldUpTo) return false;
    this.#toldUpTo = Atomics.load(control, word.written);
    return Atomics.exchange(control, word.outputTold, 1) === 0;
  }
  #toldUpTo = 0;

  #room(): number {
    const { control } = this.shared;
    const used = (Atomics.load(control, word.written) - Atomics.load(control, word.freed)) >>> 0;
    return ringCapacity - used;
  }

  #append(header: Uint8Array, bytes: Uint8Array, isText: boolean): void {
    const { control, ring } = this.shared;
    const start = Atomics.load(control, word.written) >>> 0;
    const size = bytes.length;
    const marked = isText ? size : size | bytesMark;
    const lengths = Uint8Array.of(
      header.length,
      marked & 255,
      (marked >> 8) & 255,
      (marked >> 16) & 255,
      marked >>> 24,
    );
    copyIn(ring, start, lengths);
    copyIn(ring, start + prefix, header);
    copyIn(ring, start + prefix + header.length, bytes);
    Atomics.store(control, word.written, (start + prefix + header.length + size) | 0);
  }

  #encodeHeader(header: string): Uint8Array {
    let bytes = this.#headers.get(header);
    if (bytes === undefined) {
      bytes = encoder.encode(header).subarray(0, 255);
      // Those with a moment do not come again.
      if (this.#headers.size < mostHeaders) this.#headers.set(header, bytes);
    }
    return bytes;
  }
}

export interface OutputRecord {
  readonly header: string;
  /** Bytes where it is no text. */
  readonly data: string | Uint8Array;
  /** Call once it was taken; room is given back in order, whatever the order of the calls. */
  readonly taken: () => void;
}

/** Neighbouring records of one stream and kind are joined up to this many bytes. */
const largestJoined = 64 * 1024;

interface Group {
  readonly header: string;
  readonly isText: boolean;
  readonly pieces: Uint8Array[];
  size: number;
  end: number;
}

/** The end of the host thread. */
export class OutputReader {
  #position = 0;
  readonly #held: { readonly end: number; taken: boolean }[] = [];

  constructor(private readonly shared: SharedMemory) {}

  /** All that is in the ring and was not read before. */
  drain(): readonly OutputRecord[] {
    const { control } = this.shared;
    Atomics.store(control, word.outputTold, 0);
    const written = Atomics.load(control, word.written) >>> 0;
    const groups: Group[] = [];
    while (this.#position !== written) {
      const { header, piece, isText } = this.#next();
      const last = groups.at(-1);
      const joins = last?.header === header && last.isText === isText;
      if (joins && last.size + piece.length <= largestJoined) {
        last.pieces.push(piece);
        last.size += piece.length;
        last.end = this.#position;
      } else {
        groups.push({ header, isText, pieces: [piece], size: piece.length, end: this.#position });
      }
    }
    return groups.map(group => this.#record(group));
  }

  #next(): { readonly header: string; readonly piece: Uint8Array; readonly isText: boolean } {
    const { ring } = this.shared;
    const lengths = copyOut(ring, this.#position, prefix);
    const marked = (lengths[1]! | (lengths[2]! << 8) | (lengths[3]! << 16) | (lengths[4]! << 24)) >>> 0;
    const isText = marked < bytesMark;
    const size = isText ? marked : marked - bytesMark;
    const headerAt = this.#position + prefix;
    const header = decoder.decode(copyOut(ring, headerAt, lengths[0]!));
    const piece = copyOut(ring, headerAt + lengths[0]!, size);
    this.#position = (headerAt + lengths[0]! + size) >>> 0;
    return { header, piece, isText };
  }

  #record(group: Group): OutputRecord {
    const held = { end: group.end, taken: false };
    this.#held.push(held);
    const data = group.isText
      ? group.pieces.map(piece => decoder.decode(piece)).join('')
      : joined(group.pieces, group.size);
    return { header: group.header, data, taken: () => this.#release(held) };
  }

  #release(held: { taken: boolean }): void {
    held.taken = true;
    let end: number | undefined;
    while (this.#held[0]?.taken === true) end = this.#held.shift()?.end;
    if (end === undefined) return;
    Atomics.store(this.shared.control, word.freed, end | 0);
    ringTheBell(this.shared.control);
  }
}

/** The longest run of at most `size` bytes that ends between two code points; at least one code point. */
function wholeCodePoints(bytes: Uint8Array, from: number, size: number): number {
  if (from + size >= bytes.length) return size;
  let length = size;
  // A byte 10xxxxxx continues a code point, so a piece must not end before one.
  while (length > 1 && (bytes[from + length]! & 0xc0) === 0x80) length--;
  return length;
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function copyIn(ring: Uint8Array, position: number, bytes: Uint8Array): void {
  const at = position % ringCapacity;
  const first = Math.min(bytes.length, ringCapacity - at);
  ring.set(bytes.subarray(0, first), at);
  if (first < bytes.length) ring.set(bytes.subarray(first), 0);
}

function copyOut(ring: Uint8Array, position: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const at = position % ringCapacity;
  const first = Math.min(size, ringCapacity - at);
  bytes.set(ring.subarray(at, at + first));
  if (first < size) bytes.set(ring.subarray(0, size - first), first);
  return bytes;
}
