// Looks into tasks of an executive that stand: frames, variables, memory, code. The same for every executive.

import {
  Failure,
  SymbolIndex,
  type Address,
  type EngineRegion,
  type Instruction,
  type MemoryRange,
  type MemoryRead,
  type NamedValue,
  type ObjectRead,
  type Place,
  type RawValue,
  type Scope,
  type SymbolData,
  type TypeId,
  type TypeTable,
  type WantedPlace,
} from '@sonde/engine';
import { listingFrom, type Allocations } from '@sonde/engine/machine';
import type { RemoteFrame, RemoteFrameRef } from '@sonde/engine-remote';
import { arenaSize, piecesIn, together } from '../../runtime/arena.js';
import type { HsxImage } from '../../runtime/image.js';
import { spaceName } from '../../runtime/system.js';
import type { Asker } from './connection.js';
import { FarMemory } from './far-memory.js';
import { Mirror, type MirroredTask, type MirrorSource } from './mirror.js';
import { FarValues, type WriteRegister } from './values.js';

export interface FarProgram {
  readonly name: string;
  readonly image: HsxImage;
  readonly symbols: SymbolData;
  readonly tasks: readonly MirroredTask[];
  /** Where the user's part of the first task begins, of a program that has not run. */
  readonly entry?: number;
  /** How things were when the debugger came, for when it leaves; absent for a program of its own. */
  readonly found?: { readonly clockRan: boolean; readonly paused: readonly number[] };
}

export interface InspectionParts {
  readonly program: FarProgram;
  readonly session: Asker;
  readonly types: TypeTable;
  /** What fills the mirror; it may read the memory that is kept here. */
  readonly source: (memory: FarMemory) => MirrorSource;
  readonly writeRegister: WriteRegister;
}

export class FarInspection {
  readonly #index: SymbolIndex;
  readonly #memory: FarMemory;
  readonly #mirror: Mirror;
  readonly #values: FarValues;
  readonly #pids: readonly number[];
  readonly #tasks: readonly MirroredTask[];
  readonly #programs: HsxImage['programs'];

  constructor({ program, session, types, source, writeRegister }: InspectionParts) {
    const { image, symbols, tasks } = program;
    this.#pids = tasks.map(({ pid }) => pid);
    this.#tasks = tasks;
    this.#programs = image.programs;
    this.#index = new SymbolIndex(symbols);
    this.#memory = new FarMemory(session, this.#pids);
    this.#mirror = new Mirror(image, tasks, source(this.#memory), this.#memory);
    this.#values = new FarValues(
      session,
      this.#mirror,
      this.#memory,
      writeRegister,
      this.#index,
      types,
      this.#pids,
    );
  }

  /** The tasks have moved, or were changed. */
  forget(): void {
    this.#mirror.forget();
    this.#memory.forget();
  }

  async frames(
    task: number,
    start: number,
    count: number,
  ): Promise<{ readonly frames: readonly RemoteFrame[]; readonly total: number }> {
    await this.#mirror.task(task);
    const { machine } = this.#mirror;
    return { frames: machine.frames(task, start, count), total: machine.depth(task) };
  }

  beginsInstruction(address: number): boolean {
    return this.#mirror.machine.beginsInstruction?.(address) ?? true;
  }

  scopes(frame: RemoteFrameRef): Promise<readonly Scope[]> {
    return this.#values.scopes(frame);
  }

  read(wanted: readonly WantedPlace[]): Promise<readonly RawValue[]> {
    return Promise.all(wanted.map(({ place, type }) => this.#values.value(place, type)));
  }

  children(reads: readonly ObjectRead[]): readonly (readonly NamedValue[])[] {
    return reads.map(({ object, filter, start, count }) =>
      (this.#mirror.machine.children?.(object, filter, start, count) ?? []).map(child =>
        this.#values.child(child),
      ),
    );
  }

  write(place: Place, value: RawValue): Promise<void> {
    return this.#values.write(place, value);
  }

  readMemory(ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    return Promise.all(ranges.map(range => this.#memory.readRange(range)));
  }

  async writeMemory(address: Address, bytes: Uint8Array): Promise<number> {
    const pid = this.pidOf(address.space);
    if (pid === undefined)
      throw new Failure('unreadable', 'user', `there is no memory ${address.space || 'here'}.`);
    const written = await this.#memory.write(pid, Number(address.offset), bytes);
    this.#mirror.forget();
    return written;
  }

  /** The task that a space of memory belongs to. */
  pidOf(space: string): number | undefined {
    return this.#memory.pidOf(space);
  }

  async allocations(): Promise<Allocations> {
    const found = this.#tasks.map(async ({ pid, program }): Promise<readonly Allocations[]> => {
      const { arena } = this.#programs[program] ?? {};
      if (arena === undefined) return [];
      const space = spaceName(pid);
      const address = { space, offset: BigInt(arena) };
      const { bytes } = await this.#memory.readRange({ address, size: arenaSize });
      return [piecesIn(bytes, space, arena)];
    });
    return together((await Promise.all(found)).flat());
  }

  async regions(): Promise<readonly EngineRegion[]> {
    for (const pid of this.#pids) await this.#mirror.task(pid);
    return (this.#mirror.machine.regions?.() ?? []).map(({ space, offset, ...rest }) => ({
      start: { space, offset: BigInt(offset) },
      ...rest,
    }));
  }

  disassemble(from: number, offset: number, count: number): readonly Instruction[] {
    const { machine } = this.#mirror;
    return listingFrom(address => machine.disassemble?.(address), this.#index, from, offset, count);
  }

  returned(task: number, type: TypeId | undefined): Promise<RawValue | undefined> {
    return this.#values.returned(task, type);
  }
}
