// What a transaction holds where it stands: frames, locals and memory, asked once and kept until it moves.

import { Failure, type MemoryRange, type MemoryRead } from '@sonde/engine';
import type { RemoteFrame } from '@sonde/engine-remote';
import { contextSpace } from '../values/debugger-names.js';
import type { DebuggedContract } from './contract.js';
import type { FrameState, StackAnswer } from './messages.js';
import type { NovaSession } from './nova-session.js';
import { StorageSpaces, variableOf } from './storage-spaces.js';

/** Frames of one function, for the modifiers inside it. */
const mostInlined = 64;

export interface ShownFrame extends RemoteFrame {
  /** Which frame of WebAssembly it is, from the top. */
  readonly level: number;
}

export const nodeFrame = (serial: number): number => Math.floor(serial / mostInlined);

const hexBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
const hexText = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

export class StandingTransaction {
  #frames: Promise<readonly ShownFrame[]> | undefined;
  #memorySize: Promise<number> | undefined;
  readonly #states = new Map<number, Promise<FrameState>>();
  readonly #spaces: StorageSpaces;
  /** What the call is about, as memory. */
  context: Uint8Array = new Uint8Array();

  constructor(
    private readonly session: NovaSession,
    private readonly contract: DebuggedContract,
  ) {
    this.#spaces = new StorageSpaces(contract.meta, {
      list: prefix => this.#list(prefix),
      write: async (key, value) => {
        await session.request('setContractStorage', { key: hexText(key), value: hexText(value) });
      },
    });
  }

  /** Something was changed, or somebody else may have. */
  forget(): void {
    this.#frames = undefined;
    this.#states.clear();
    this.#spaces.forget();
  }

  async frames(): Promise<readonly ShownFrame[]> {
    this.#frames ??= this.session
      .request<StackAnswer>('getStackTrace')
      .then(({ frames }) => frames.flatMap((frame, level) => this.#shown(frame, level)));
    return this.#frames;
  }

  /** The modifiers that a function is in, each as a frame above the one that it was put to. */
  #shown({ frameId, offset }: StackAnswer['frames'][number], level: number): readonly ShownFrame[] {
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
        const variable = variableOf(space);
        if (variable !== undefined) return this.#spaces.read(variable, offset, size);
        if (space === contextSpace)
          return { bytes: this.context.slice(Number(offset), Number(offset) + size) };
        if (space !== '' || offset < 0n || offset > 0xffff_ffffn)
          return { bytes: new Uint8Array(), why: 'there is no such memory' };
        const answer = await this.session.request<{ bytes: string }>('readWasmMemory', {
          offset: Number(offset),
          count: size,
        });
        const bytes = hexBytes(answer.bytes);
        return bytes.length === size
          ? { bytes }
          : { bytes, why: 'the memory of the contract ends before it' };
      }),
    );
  }

  async writeMemory(space: string, offset: bigint, bytes: Uint8Array): Promise<number> {
    const variable = variableOf(space);
    if (variable !== undefined) return this.#spaces.write(variable, offset, bytes);
    const { written } = await this.session.request<{ written: number }>('writeWasmMemory', {
      offset: Number(offset),
      bytes: hexText(bytes),
    });
    return written;
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
