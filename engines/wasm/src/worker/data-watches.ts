// Data breakpoints: what is watched, what it was when it was looked at last, and which activations it belongs to.
//
// The program compares at its statements, and JavaScript hears of a change only. So a change is told at the next statement that
// runs, which may be in another function, and a write that leaves the value as it was is none.

import { Failure } from '@sonde/engine';
import { webAssembly, type WebAssemblyGlobal, type WebAssemblyModule } from '@sonde/wasm';
import type { CrossingType } from '../instrument/sites.js';
import type { CrossingValue, TouchedData } from '../messages.js';
import type { Execution, Standing } from './execution.js';
import type { Edit } from './recording.js';
import { watchModule, type LocalCell, type MemoryCell, type WatchingFunction } from './watch-module.js';

/** More than a variable of a program has; each eight bytes are a comparison at every statement. */
const mostBytes = 512;

/** A local of one activation. */
export interface WatchedLocal {
  readonly kind: 'local';
  readonly function: number;
  readonly entry: bigint;
  /** From the bottom of the stack. */
  readonly depth: number;
  /** Its first value among those that cross. */
  readonly first: number;
  readonly types: readonly CrossingType[];
}

export interface WatchedMemory {
  readonly kind: 'memory';
  readonly address: number;
  readonly size: number;
}

interface Watch {
  readonly id: string;
  readonly place: WatchedLocal | WatchedMemory;
  readonly lasts: readonly WebAssemblyGlobal[];
  readonly sizes: readonly MemoryCell['size'][];
}

export class DataWatches {
  readonly #all = new Map<string, Watch>();
  /** What was made for an execution, of the watches as they are now. */
  #installed: { readonly execution: Execution; readonly handlers: ReadonlyMap<number, unknown> } | undefined;
  #compiled: { readonly key: string; readonly module: WebAssemblyModule } | undefined;

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  get places(): ReadonlyMap<string, WatchedLocal | WatchedMemory> {
    return new Map([...this.#all].map(([id, { place }]) => [id, place]));
  }

  /** Throws a Failure for memory that is not there, or too much of it. */
  add(id: string, place: Watch['place'], execution: Execution, values: readonly CrossingValue[]): void {
    const sizes = place.kind === 'memory' ? memorySizes(place, execution) : place.types.map(sizeOfCrossing);
    const lasts = sizes.map(() => new webAssembly.Global({ value: 'i64', mutable: true }, 0n));
    const watch: Watch = { id, place, lasts, sizes };
    this.#all.set(id, watch);
    if (place.kind === 'memory') this.#look(watch, execution);
    else lasts.forEach((last, nth) => (last.value = wide(values[place.first + nth], sizes[nth]!)));
    this.#installed = undefined;
  }

  remove(id: string): void {
    if (this.#all.delete(id)) this.#installed = undefined;
  }

  /** Handlers by function, for all statements at which something has to be compared. */
  handlers(execution: Execution): ReadonlyMap<number, unknown> {
    if (this.#all.size === 0) return new Map();
    if (this.#installed?.execution === execution) return this.#installed.handlers;
    const { variant } = execution;
    const numbered = this.#numbered();
    const memory = this.#memoryCells();
    const localCells = this.#localCells();
    const indices = new Set([...variant.probes.values()].map(probe => variant.sites[probe]!.function));
    const watching = [...indices].flatMap((index): readonly (readonly [number, WatchingFunction])[] => {
      const locals = localCells.filter(cell => cell.function === index);
      if (memory.length === 0 && locals.length === 0) return [];
      const signature = variant.signatureOf.get(index)!;
      return [[index, { signature, types: variant.signatures[signature]!, locals }]];
    });
    // Functions that compare the same share a handler.
    const keys = watching.map(([, each]) => keyOf(each));
    const kinds = [...new Set(keys)];
    const functions = kinds.map(key => watching[keys.indexOf(key)]![1]);
    const key = JSON.stringify([memory, kinds]);
    if (this.#compiled?.key !== key) this.#compiled = { key, module: watchModule(memory, functions) };
    const made = execution.watchHandlers(this.#compiled.module, functions, numbered);
    const handlers = new Map(watching.map(([index], nth) => [index, made[kinds.indexOf(keys[nth]!)]]));
    this.#installed = { execution, handlers };
    return handlers;
  }

  /** What is another now than it was; from here on that is what it was. */
  take(execution: Execution, standing: Standing): readonly TouchedData[] {
    return [...this.#all.values()].flatMap(watch => {
      const before = bytesOf(watch);
      if (watch.place.kind === 'memory') this.#look(watch, execution);
      else if (!this.#lookAtLocal(watch, watch.place, standing)) return [];
      const after = bytesOf(watch);
      return after.every((byte, nth) => byte === before[nth]) ? [] : [{ id: watch.id, before, after }];
    });
  }

  /** The program goes on: what the debugger itself has changed is no change. */
  refresh(execution: Execution): void {
    for (const watch of this.#all.values()) if (watch.place.kind === 'memory') this.#look(watch, execution);
  }

  edited(edit: Edit): void {
    if (edit.kind !== 'local') return;
    for (const { place, lasts, sizes } of this.#all.values()) {
      if (place.kind !== 'local' || place.depth !== edit.depth) continue;
      lasts.forEach((last, nth) => {
        const at = place.first + nth - edit.first;
        if (at >= 0 && at < edit.values.length) last.value = wide(edit.values[at], sizes[nth]!);
      });
    }
  }

  /** So many activations are left; answers with the watches that ended with theirs. */
  left(alive: number): readonly string[] {
    const ended = [...this.#all.values()].filter(
      ({ place }) => place.kind === 'local' && place.depth >= alive,
    );
    for (const { id } of ended) this.remove(id);
    return ended.map(({ id }) => id);
  }

  #look({ place, lasts, sizes }: Watch, { memory }: Execution): void {
    if (place.kind !== 'memory') return;
    const view = new DataView(memory);
    let at = place.address;
    sizes.forEach((size, nth) => {
      lasts[nth]!.value = readCell(view, at, size);
      at += size;
    });
  }

  /** False in another activation. */
  #lookAtLocal({ lasts, sizes }: Watch, place: WatchedLocal, { entry, locals }: Standing): boolean {
    if (entry !== place.entry || locals === undefined) return false;
    lasts.forEach(
      (last, nth) => (last.value = wide(locals[place.first + nth] as CrossingValue, sizes[nth]!)),
    );
    return true;
  }

  #numbered(): readonly WebAssemblyGlobal[] {
    return [...this.#all.values()].flatMap(({ lasts }) => lasts);
  }

  #memoryCells(): readonly MemoryCell[] {
    const cells: MemoryCell[] = [];
    let last = 0;
    for (const { place, sizes } of this.#all.values()) {
      let offset = 0;
      for (const size of sizes) {
        if (place.kind === 'memory') cells.push({ address: place.address + offset, size, last });
        offset += size;
        last++;
      }
    }
    return cells;
  }

  #localCells(): readonly LocalCell[] {
    const cells: LocalCell[] = [];
    let last = 0;
    for (const { place, sizes } of this.#all.values())
      sizes.forEach((_, nth) => {
        if (place.kind === 'local')
          cells.push({ function: place.function, entry: place.entry, crossing: place.first + nth, last });
        last++;
      });
    return cells;
  }
}

const keyOf = ({ signature, locals }: WatchingFunction): string =>
  `${signature} ${locals.map(({ entry, crossing, last }) => `${entry} ${crossing} ${last}`).join()}`;

const sizeOfCrossing = (type: CrossingType): 4 | 8 => {
  if (type === 'i32') return 4;
  if (type === 'i64') return 8;
  throw new Failure('not-supported', 'user', 'a reference cannot be watched.');
};

function memorySizes({ address, size }: WatchedMemory, { memory }: Execution): readonly MemoryCell['size'][] {
  if (size < 1 || size > mostBytes)
    throw new Failure('not-supported', 'user', `1 to ${mostBytes} bytes can be watched, and not ${size}.`);
  if (address < 0 || address + size > memory.byteLength)
    throw new Failure('unreadable', 'user', 'the memory of the program ends before it.');
  const sizes: MemoryCell['size'][] = [];
  for (let left = size; left > 0; left -= sizes.at(-1)!)
    sizes.push(left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1);
  return sizes;
}

function readCell(view: DataView, at: number, size: MemoryCell['size']): bigint {
  if (size === 8) return view.getBigInt64(at, true);
  return BigInt(
    size === 4 ? view.getUint32(at, true) : size === 2 ? view.getUint16(at, true) : view.getUint8(at),
  );
}

/** As the program compares it: without a sign where it is shorter. */
function wide(value: CrossingValue | undefined, size: number): bigint {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' ? BigInt.asUintN(8 * size, BigInt(value)) : 0n;
}

function bytesOf({ lasts, sizes }: Watch): Uint8Array {
  const bytes = new Uint8Array(sizes.reduce<number>((sum, size) => sum + size, 0));
  const word = new DataView(new ArrayBuffer(8));
  let at = 0;
  lasts.forEach((last, nth) => {
    word.setBigInt64(0, last.value as bigint, true);
    bytes.set(new Uint8Array(word.buffer, 0, sizes[nth]), at);
    at += sizes[nth]!;
  });
  return bytes;
}
