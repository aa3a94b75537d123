// How a runtime lists the objects of a native program: what a language implements, and what it is given to read with.

import type {
  Address,
  Engine,
  EngineRegion,
  RawValue,
  StopId,
  StopReader,
  Thread,
  TypeId,
  TypeTable,
} from '@sonde/engine';
import type { HeapChunk, HeapReading, HeapUnavailable, ObjectId, SnapshotLabels } from '@sonde/heap';
import type { MemoryImage, Span } from './memory-image.js';
import type { ObjectIds } from './object-ids.js';

export interface NativeHeap {
  /** A program has this runtime when it has all of these. */
  readonly symbols: readonly string[];
  /** Used only where no other runtime of the program knows its objects. */
  readonly lastResort?: boolean;
  open(stop: HeapStop): Promise<HeapWalk | HeapUnavailable>;
}

/** The objects at one stop. */
export interface HeapWalk {
  readonly available: true;
  /** As `HeapSource` has them. */
  readonly internalKinds?: readonly string[];
  read(reading: HeapReading): AsyncGenerator<HeapChunk, SnapshotLabels, undefined>;
  /** Of the object that begins at an address or, where the runtime knows such pointers, that has it inside. */
  idAt?(address: bigint): Promise<ObjectId | undefined>;
  /** The same for a value, where its type matters; goes before `idAt`. */
  idOf?(value: RawValue): Promise<ObjectId | undefined>;
}

export interface StackVariable {
  readonly name: string;
  readonly value: RawValue;
  readonly thread: Thread;
  readonly function: string;
  /** From 0, the innermost. */
  readonly depth: number;
  readonly scope: 'arguments' | 'locals' | 'globals';
}

export interface StackVariables {
  readonly variables: readonly StackVariable[];
  /** Frames that were not looked at, because a stack is too deep. */
  readonly skipped: number;
}

/** What a thread holds outside of variables. */
export interface StackExtent {
  readonly thread: string;
  /** From the stack pointer, with what lies below it, to the end of the stack. */
  readonly low: number;
  readonly high: number;
  readonly registers: readonly { readonly name: string; readonly value: number }[];
}

export interface NamedPlace {
  readonly name: string;
  readonly offset: number;
}

/** Reads of one stop. All of them fail once the program goes on. */
export interface HeapStop {
  readonly engine: Engine;
  readonly stop: StopId;
  readonly reader: StopReader;
  readonly types: TypeTable;
  readonly pointerSize: number;
  readonly littleEndian: boolean;
  /** For ids that the program itself does not give; they live as long as the process. */
  readonly ids: ObjectIds;
  symbols(names: readonly string[]): Promise<readonly (Address | undefined)[]>;
  typesNamed(names: readonly string[]): Promise<readonly (TypeId | undefined)[]>;
  /** Many pieces of memory in few reads. */
  image(spans: readonly Span[], signal: AbortSignal): Promise<MemoryImage>;
  /** Those of all frames of all threads. */
  variables(signal: AbortSignal): Promise<StackVariables>;
  stacks(signal: AbortSignal): Promise<readonly StackExtent[]>;
  regions(signal: AbortSignal): Promise<readonly EngineRegion[]>;
  /** The variables of the program, by its symbols, that addresses lie in. */
  placesAt(addresses: readonly number[], signal: AbortSignal): Promise<readonly (NamedPlace | undefined)[]>;
}
