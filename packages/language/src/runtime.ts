// The runtime model: what the language's runtime means, read from the program's memory.

import type { Address, StopReader, TypeId } from '@sonde/engine';
import type { Children } from '@sonde/lens';

/** What a runtime model is made from: the program's memory at one stop, and where its symbols are. */
export interface RuntimeReads {
  readonly reader: StopReader;
  readonly pointerSize: number;
  readonly littleEndian: boolean;
  /** Addresses of symbols of the program, data or code; undefined for those that it does not have. */
  symbols(names: readonly string[]): Promise<readonly (Address | undefined)[]>;
  /** Types as debug information names them; undefined for those that it does not have. Absent where there is none. */
  typesNamed?(names: readonly string[]): Promise<readonly (TypeId | undefined)[]>;
}

/** A piece of memory that means something to the language: a nursery, a block that was allocated by hand. */
export interface MemoryRegion {
  readonly start: Address;
  /** In bytes. */
  readonly size: number;
  /** One of `RuntimeDescription.regionTypes`. */
  readonly type: string;
  /** From 0, all of it in one piece, to 1: how much of what is free is scattered. */
  readonly fragmentation?: number;
  readonly objectCount?: number;
}

/** What the runtime has for a thread beyond the variables of its frames: shown as a scope of each. */
export interface RuntimeScope {
  /** Differs from those of the others. */
  readonly name: string;
  readonly children: Children;
}

/** What the language's runtime means, read from the program's memory and built once per stop. */
export interface RuntimeModel {
  /**
   * What the language's renderers have to know of the moment: the bounds of a heap, which scopes are active. Read before
   * the first value of a stop is shown, and handed to renderers as `RenderContext.facts`.
   */
  facts?(): Promise<unknown>;
  regions?(): Promise<readonly MemoryRegion[]>;
  /** `thread`: what the program itself knows the thread by (`Thread.handle`). Those without children are not shown. */
  scopes?(thread: bigint): Promise<readonly RuntimeScope[]>;
  /** For a stop at a signal or an exception: what the runtime itself says of it, where it has something to say. */
  explainStop?(): Promise<string | undefined>;
}

/** For languages whose programs carry a runtime that a debugger can read. */
export interface RuntimeDescription {
  model(stop: RuntimeReads): RuntimeModel;
  /** Types that `RuntimeModel.regions` gives, with a sentence about each. */
  readonly regionTypes?: Readonly<Record<string, string>>;
}
