// What the remote engine is told of tasks on any executive alike: their names and symbols, and what is to be seen in them.

import type {
  Address,
  EngineRegion,
  Instruction,
  MemoryRange,
  MemoryRead,
  NamedValue,
  ObjectRead,
  Place,
  RawValue,
  Scope,
  SymbolData,
  TypeId,
  WantedPlace,
} from '@sonde/engine';
import type { Allocations } from '@sonde/engine/machine';
import type { RemoteFrameRef, RemoteMachine } from '@sonde/engine-remote';
import type { FarInspection, FarProgram } from './far-inspection.js';

export abstract class FarMachine {
  readonly name: string;
  readonly pointerSize = 4;
  readonly symbols: SymbolData;
  readonly loaded: RemoteMachine['loaded'];
  protected abstract readonly inspection: FarInspection;

  constructor(
    protected readonly program: FarProgram,
    readonly isLocal: boolean,
  ) {
    this.name = program.name;
    this.symbols = program.symbols;
    this.loaded = program.symbols.modules.map(({ id }) => id);
  }

  frames(task: number, start: number, count: number): ReturnType<RemoteMachine['frames']> {
    return this.inspection.frames(task, start, count);
  }

  beginsInstruction(address: number): boolean {
    return this.inspection.beginsInstruction(address);
  }

  scopes(frame: RemoteFrameRef): Promise<readonly Scope[]> {
    return this.inspection.scopes(frame);
  }

  read(wanted: readonly WantedPlace[]): Promise<readonly RawValue[]> {
    return this.inspection.read(wanted);
  }

  async children(reads: readonly ObjectRead[]): Promise<readonly (readonly NamedValue[])[]> {
    return this.inspection.children(reads);
  }

  async write(place: Place, value: RawValue): Promise<undefined> {
    await this.inspection.write(place, value);
    return undefined;
  }

  readMemory(ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]> {
    return this.inspection.readMemory(ranges);
  }

  writeMemory(address: Address, bytes: Uint8Array): Promise<number> {
    return this.inspection.writeMemory(address, bytes);
  }

  regions(): Promise<readonly EngineRegion[]> {
    return this.inspection.regions();
  }

  allocations(): Promise<Allocations> {
    return this.inspection.allocations();
  }

  async disassemble(from: number, offset: number, count: number): Promise<readonly Instruction[]> {
    return this.inspection.disassemble(from, offset, count);
  }

  returned(task: number, type: TypeId | undefined): Promise<RawValue | undefined> {
    return this.inspection.returned(task, type);
  }
}
