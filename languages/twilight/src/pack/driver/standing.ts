// What a transaction holds where it stands: frames, locals and memory, asked once and kept until it moves.

import { Failure, type MemoryRange, type MemoryRead } from '@sonde/engine';
import type { RemoteFrame } from '@sonde/engine-remote';
import { moduleExports, type ReadMemory, type WriteMemory } from '../../toolchain/toolchain.js';
import { contextSpace } from '../values/debugger-names.js';
import { isStorageSpace } from '../values/storage-slots.js';
import type { DebuggedContract } from './contract.js';
import type { FrameState, StackAnswer } from './messages.js';
import type { NovaSession } from './nova-session.js';
import { StorageSpaces } from './storage-spaces.js';
import { ValueArena } from './value-arena.js';

/** Frames of one function, for the modifiers inside it. */
const mostInlined = 64;

export interface ShownFrame extends RemoteFrame {
  /** Which frame of WebAssembly it is, from the top. */
  readonly level: number;
}

export const nodeFrame = (serial: number): number => Math.floor(serial / mostInlined);

const hexBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
const hexText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

type NodeFrame = StackAnswer['frames'][number];

/** Memory is fetched by so much at a time. */
const pageSize = 4_096;

/** Where values that lie nowhere in the contract have what their handles lead to. */
export const valueSpace = 'values';

/** New memory of the contract, which is its own when it was committed. */
export interface ContractHeap extends WriteMemory {
  commit(): Promise<void>;
}

export class StandingTransaction {
  #frames: Promise<readonly ShownFrame[]> | undefined;
  #memorySize: Promise<number> | undefined;
  readonly #states = new Map<number, Promise<FrameState>>();
  readonly #spaces: StorageSpaces;
  readonly #pages = new Map<number, Uint8Array>();
  readonly arena = new ValueArena();
  /** Frames of the compiler's own code on top are left out. */
  hidesHelpers = false;
  /** What the call is about, as memory. */
  context: Uint8Array = new Uint8Array();

  constructor(
    private readonly session: NovaSession,
    private readonly contract: DebuggedContract,
  ) {
    const source = {
      list: (prefix: string) => this.#list(prefix),
      get: async (key: string) =>
        (await session.request<{ value: string | null }>('getContractStorage', { key })).value ?? undefined,
      write: async (key: Uint8Array, value: Uint8Array) => {
        await session.request('setContractStorage', { key: hexText(key), value: hexText(value) });
      },
    };
    this.#spaces = new StorageSpaces(contract.meta, source, this.arena);
  }

  /** Something was changed, or somebody else may have. */
  forget(): void {
    this.#frames = undefined;
    this.#states.clear();
    this.#spaces.forget();
    this.#pages.clear();
  }

  /** The transaction moves: no value of before is asked for any more. */
  moved(): void {
    this.forget();
    this.arena.clear();
  }

  async frames(): Promise<readonly ShownFrame[]> {
    this.#frames ??= this.session
      .request<StackAnswer>('getStackTrace')
      .then(({ frames }) =>
        this.#withoutHelpers(frames).flatMap(each => this.#shown(each.frame, each.level)),
      );
    return this.#frames;
  }

  /** Behind a write to storage the host stands in the compiler's own code, which is not what anybody looks for. */
  #withoutHelpers(
    frames: StackAnswer['frames'],
  ): readonly { readonly frame: NodeFrame; readonly level: number }[] {
    const all = frames.map((frame, level) => ({ frame, level }));
    const first = this.hidesHelpers ? all.findIndex(({ frame }) => !this.contract.isHelper(frame.offset)) : 0;
    if (first <= 0) return all;
    const { frame, level } = all[first]!;
    // In a caller the offset is behind the call.
    const call = this.contract.instructionBefore(frame.offset);
    return [{ frame: { ...frame, offset: call }, level }, ...all.slice(first + 1)];
  }

  /** The modifiers that a function is in, each as a frame above the one that it was put to. */
  #shown({ frameId, offset }: NodeFrame, level: number): readonly ShownFrame[] {
    const inlined = this.contract.inlinedAt(level === 0 ? offset : offset - 1);
    const serial = (nth: number): number => frameId * mostInlined + nth;
    return [
      { serial: serial(inlined.length), pc: offset, level },
      ...inlined.map(({ callSite }, nth) => ({
        serial: serial(inlined.length - 1 - nth),
        pc: callSite,
        level,
      })),
    ];
  }

  async state(serial: number): Promise<FrameState> {
    const frameId = nodeFrame(serial);
    let known = this.#states.get(frameId);
    if (known === undefined) {
      known = this.session.request<FrameState>('getFrameState', { frameId });
      this.#states.set(frameId, known);
    }
    return known;
  }

  /** What a local of WebAssembly holds. */
  async local(serial: number, index: number): Promise<bigint> {
    const { locals } = await this.state(serial);
    const value = locals[index]?.value;
    if (value === undefined || value === null)
      throw new Failure('unreadable', 'program', `local ${index} cannot be read.`);
    return BigInt(value);
  }

  async memorySize(): Promise<number> {
    this.#memorySize ??= this.session
      .request<{ size: number }>('readWasmMemory', { offset: 0, count: 0 })
      .then(({ size }) => size);
    return this.#memorySize;
  }

  readMemory(ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    return Promise.all(
      ranges.map(async ({ address: { space, offset }, size }): Promise<MemoryRead> => {
        if (isStorageSpace(space) || space === valueSpace) return this.#spaces.read(space, offset, size);
        if (space === contextSpace)
          return { bytes: this.context.slice(Number(offset), Number(offset) + size) };
        if (space !== '' || offset < 0n || offset > 0xffff_ffffn)
          return { bytes: new Uint8Array(), why: 'there is no such memory' };
        const bytes = await this.#read(Number(offset), size);
        return bytes.length === size
          ? { bytes }
          : { bytes, why: 'the memory of the contract ends before it' };
      }),
    );
  }

  async #read(offset: number, count: number): Promise<Uint8Array> {
    const { bytes } = await this.session.request<{ bytes: string }>('readWasmMemory', { offset, count });
    return hexBytes(bytes);
  }

  /** Decoding follows handles and cannot wait: what it misses is fetched, and it begins again. */
  async decoding<Result>(decode: (read: ReadMemory) => Result): Promise<Result> {
    for (;;) {
      const missing = new Set<number>();
      const result = decode((address, length) => {
        if (ValueArena.holds(address)) return this.arena.read(address, length);
        const first = Math.floor(address / pageSize);
        const last = Math.floor((address + Math.max(length, 1) - 1) / pageSize);
        const pages = Array.from({ length: last - first + 1 }, (_, nth) => first + nth);
        for (const page of pages) if (!this.#pages.has(page)) missing.add(page);
        if (missing.size > 0) return undefined;
        const from = address - first * pageSize;
        const bytes = Buffer.concat(pages.map(page => this.#pages.get(page)!));
        return from + length > bytes.length
          ? undefined
          : Uint8Array.from(bytes.subarray(from, from + length));
      });
      if (missing.size === 0) return result;
      await Promise.all(
        [...missing].map(async page => this.#pages.set(page, await this.#read(page * pageSize, pageSize))),
      );
    }
  }

  async writeMemory(space: string, offset: bigint, bytes: Uint8Array): Promise<number> {
    if (isStorageSpace(space))
      return this.#spaces.write(space, offset, bytes, decode => this.decoding(decode));
    if (space !== '') throw new Failure('read-only', 'user', 'this value cannot be changed.');
    const { written } = await this.session.request<{ written: number }>('writeWasmMemory', {
      offset: Number(offset),
      bytes: hexText(bytes),
    });
    return written;
  }

  /** As the contract takes memory itself: behind all that it has taken. */
  async heap(): Promise<ContractHeap> {
    const [frame] = await this.frames();
    const { globals } = await this.state(frame?.serial ?? 0);
    const pointer = globals.find(({ name }) => name === moduleExports.heapPointer);
    if (pointer?.value === undefined || pointer.value === null)
      throw new Failure('not-supported', 'user', 'the contract has no heap that could be added to.');
    const size = await this.memorySize();
    const start = (Number(BigInt.asUintN(32, BigInt(pointer.value))) + 7) & ~7;
    let end = start;
    const parts: { readonly at: number; readonly bytes: Uint8Array }[] = [];
    return {
      allocate: wanted => {
        const at = end;
        end = (at + wanted + 7) & ~7;
        if (end > size)
          throw new Failure('not-supported', 'program', 'the heap of the contract has no room for it.');
        return at;
      },
      write: (at, bytes) => void parts.push({ at, bytes }),
      commit: async () => {
        if (end === start) return;
        await this.session.request('setGlobal', { index: pointer.index, value: String(end) });
        for (const { at, bytes } of parts) await this.writeMemory('', BigInt(at), bytes);
      },
    };
  }

  /** All that the contract has stored. */
  async storage(): Promise<readonly { readonly key: Uint8Array; readonly value: Uint8Array }[]> {
    const entries = await this.#list('0x');
    return entries.map(({ key, value }) => ({ key: hexBytes(key), value: hexBytes(value) }));
  }

  async #list(prefix: string): Promise<readonly { readonly key: string; readonly value: string }[]> {
    const all: { readonly key: string; readonly value: string }[] = [];
    for (;;) {
      const after = all.at(-1)?.key;
      const page = await this.session.request<{
        entries: readonly { readonly key: string; readonly value: string }[];
        more: boolean;
      }>('listContractStorage', { prefix, ...(after === undefined ? {} : { after }) });
      all.push(...page.entries);
      if (!page.more || page.entries.length === 0) return all;
    }
  }
}
