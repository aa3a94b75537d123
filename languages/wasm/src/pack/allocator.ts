// What `malloc` has handed out in the memory of a module: the chunks of dlmalloc, which the C library of WASI and Rust have.
//
// A chunk is a word that belongs to the one before it, a word with its size and three flags, and what the program got.
// Chunks lie one behind the other up to the free one at the top, which ends where the memory does. No symbol tells where
// the first one is, so it is searched for: the first place from which chunk follows on chunk up to the top.

import type { Allocations, MemoryBlock } from '@sonde/engine/machine';
import type { WasmModule } from '@sonde/wasm';

const alignment = 16;
const headers = 8;
/** Of a chunk in use: the word of the next one is the program's too. */
const overhead = 4;
const flags = { previousInUse: 1, inUse: 2, all: 7 };
/** What the top leaves behind itself is shorter. */
const longestFoot = 96;
const pageSize = 65_536;
/** A heap of one free chunk looks like any word by chance. */
const fewestChunks = 2;

/** Undefined where no such list is in the memory: another allocator, nothing allocated yet, or a list that is damaged. */
export function chunksIn(memory: Uint8Array, from: number): Allocations | undefined {
  const view = new DataView(memory.buffer, memory.byteOffset, memory.length);
  const first = Math.ceil((from + headers) / alignment) * alignment - headers;
  // Where a chain has led to nothing, no other one that comes by there leads to anything.
  const passed = new Set<number>();
  for (let start = first; start + headers <= memory.length; start += alignment) {
    const found = chainFrom(view, start, passed);
    if (found !== undefined) return found;
  }
  return undefined;
}

function chainFrom(view: DataView, start: number, passed: Set<number>): Allocations | undefined {
  const [used, freed]: [MemoryBlock[], MemoryBlock[]] = [[], []];
  let wasInUse = true;
  for (let at = start; at + headers <= view.byteLength;) {
    const head = view.getUint32(at + 4, true);
    const size = head - (head & flags.all);
    const isInUse = (head & flags.inUse) !== 0;
    if (size < alignment || size % alignment !== 0 || at + size > view.byteLength) return undefined;
    if (((head & flags.previousInUse) !== 0) !== wasInUse || passed.has(at)) return undefined;
    passed.add(at);
    const end = at + size;
    const foot = (pageSize - (end % pageSize)) % pageSize;
    if (!isInUse && foot > 0 && foot < longestFoot && view.byteLength - end < pageSize)
      return used.length + 1 < fewestChunks ? undefined : { used, freed };
    (isInUse ? used : freed).push({ space: '', start: at + headers, size: size - overhead });
    wasInUse = isInUse;
    at = end;
  }
  return undefined;
}

/** Where the heap can begin at the earliest: behind the constants and, where the linker put it there, the stack. */
export function heapFrom({ data, globals }: Pick<WasmModule, 'data' | 'globals'>): number {
  const ends = data.map(({ mode, bytes }) =>
    mode.kind === 'active' ? constantOf(mode.offset) + bytes.length : 0,
  );
  // The linker makes the stack pointer the first global.
  const [stackPointer] = globals;
  const stackTop = stackPointer?.type.mutable === true ? constantOf(stackPointer.init) : 0;
  return Math.max(0, stackTop, ...ends);
}

function constantOf(code: WasmModule['globals'][number]['init']): number {
  const [first] = code;
  return first?.immediate.kind === 'i32' ? first.immediate.value >>> 0 : 0;
}
