// What the host thread and the VM thread say to each other. All of it can be cloned.

import type {
  BreakpointId,
  EngineRegion,
  FailureCode,
  Blame,
  FrameId,
  Granularity,
  Instruction,
  MemoryRange,
  MemoryRead,
  ModuleId,
  NamedValue,
  ObjectRead,
  Place,
  RawValue,
  Scope,
  Stack,
  StepTarget,
  Stop,
  StopId,
  Thread,
  Timeline,
  TimelineQuery,
  TimePosition,
  TimeSpan,
  TracePage,
  TypeDescription,
  TypeId,
  ValueHistory,
  WantedPlace,
} from '@sonde/engine';
import type { RecordedRun } from './recording/recorded-run.js';
import type { HeapChunk, SnapshotLabels } from '@sonde/heap';
import type { Allocations, ArmedBreakpoint, AskedText, MemorySizes } from '@sonde/engine/machine';

/** What the thread is started with. */
export interface WorkerSetup {
  readonly moduleUrl: string;
  /** Of the image: `code` and `symbols`, as values or as bytes (`Packed`) that this thread alone reads. */
  readonly code: unknown;
  readonly symbols: unknown;
  readonly shared: SharedArrayBuffer;
  readonly args: readonly string[];
  readonly cwd: string;
  /** What `MachineHost.executable` tells. */
  readonly executable: string;
  readonly memoryLimit: number;
  readonly noDebug: boolean;
  readonly variablesInMemory: boolean;
  /** Absent: nothing is recorded. */
  readonly recording?: {
    readonly memoryBudget: number;
    readonly stopAtEnd?: boolean;
    readonly replay?: RecordedRun;
  };
}

export type WorkerMotion =
  | { readonly kind: 'continue' }
  | {
      readonly kind: 'step';
      readonly how: 'over' | 'in' | 'out';
      readonly granularity: Granularity;
      /** Address of the call to step into. */
      readonly call?: number;
    }
  | { readonly kind: 'run-to'; readonly addresses: readonly number[] }
  | { readonly kind: 'goto'; readonly address: number }
  | { readonly kind: 'restart-frame'; readonly frame: FrameId };

/** A memory that the program has not sized yet is nowhere. */
export const regionsOf = (memory: MemorySizes): readonly EngineRegion[] =>
  memory
    .filter(({ size }) => size > 0)
    .map(({ space, size }) => ({
      start: { space, offset: 0n },
      size,
      kind: 'data',
      name: space,
      permissions: 'rw-',
    }));

/** A part of the heap; the last one has the labels. `walk` names the walk that goes on with the next. */
export interface HeapPage {
  readonly walk: number;
  readonly chunks: readonly HeapChunk[];
  readonly labels?: SnapshotLabels;
}

/** Questions and their answers. Those with a stop are refused as stale when it is over. */
export interface Questions {
  stack: { ask: { stop: StopId; task: number; start: number; count: number }; answer: Stack };
  scopes: {
    ask: { stop: StopId; frame: FrameId };
    answer: { scopes: readonly Scope[]; memory: MemorySizes };
  };
  /** The address by which to look up what a frame can see. */
  frameAddress: { ask: { stop: StopId; frame: FrameId }; answer: number };
  stepTargets: { ask: { stop: StopId; frame: FrameId }; answer: readonly StepTarget[] };
  places: { ask: { stop: StopId; wanted: readonly WantedPlace[] }; answer: readonly RawValue[] };
  objects: {
    ask: { stop: StopId; reads: readonly ObjectRead[] };
    answer: readonly (readonly NamedValue[])[];
  };
  /** Why the machine has no heap to walk; undefined where it has one. */
  heapLack: { ask: { stop: StopId }; answer: string | undefined };
  /** The next part of a walk, or the first of a new one. */
  /** A new walk where none is named, which meets `mostNodes` objects and no more. */
  heapPage: { ask: { stop: StopId; walk: number | undefined; mostNodes: number }; answer: HeapPage };
  allocations: { ask: { stop: StopId }; answer: Allocations | undefined };
  heapId: { ask: { stop: StopId; value: RawValue }; answer: number | undefined };
  trace: { ask: { stop: StopId; task: number; start: number; count: number }; answer: TracePage };
  recordTrace: { ask: { on: boolean }; answer: undefined };
  regions: { ask: { stop: StopId }; answer: readonly EngineRegion[] };
  memory: { ask: { stop: StopId; ranges: readonly MemoryRange[] }; answer: readonly MemoryRead[] };
  run: {
    ask: {
      stop: StopId;
      frame: FrameId | undefined;
      code: unknown;
      effects: boolean;
      type: TypeId | undefined;
    };
    answer: RawValue;
  };
  write: { ask: { stop: StopId; place: Place; value: RawValue }; answer: RawValue };
  writeMemory: {
    ask: { stop: StopId; space: string; offset: number; bytes: Uint8Array };
    answer: number;
  };
  resume: {
    ask: { stop: StopId; task: number; alone: boolean; back: boolean; motion: WorkerMotion };
    answer: undefined;
  };
  goTo: { ask: { stop: StopId; position: TimePosition }; answer: undefined };
  span: { ask: object; answer: TimeSpan };
  timeline: { ask: { query: TimelineQuery }; answer: Timeline };
  history: { ask: { stop: StopId; place: Place; limit: number }; answer: ValueHistory };
  discard: { ask: { branch: number }; answer: undefined };
  /** The first piece of a new recording, or the next one; undefined behind the last. */
  recording: { ask: { first: boolean }; answer: string | undefined };
  pause: { ask: { task: number | undefined }; answer: undefined };
  /** Answers with the reasons of those that could not be set. */
  breakpoints: {
    ask: {
      set: readonly ArmedBreakpoint[];
      remove: readonly BreakpointId[];
      /** Those that came after the program's own, since the last time. */
      types: readonly (readonly [TypeId, TypeDescription])[];
    };
    answer: readonly { readonly id: BreakpointId; readonly why: string }[];
  };
  disassemble: { ask: { from: number; offset: number; count: number }; answer: readonly Instruction[] };
  endTasks: { ask: { tasks: readonly number[] }; answer: undefined };
}

export type QuestionName = keyof Questions;
export type Question = {
  [Name in QuestionName]: { readonly name: Name } & Readonly<Questions[Name]['ask']>;
}[QuestionName];

export type ToWorker =
  | { readonly tell: 'begin'; readonly stopOnEntry: boolean }
  /** null: no more will come. */
  | { readonly tell: 'input'; readonly text: string | null }
  /** The host's word on a breakpoint that was put before it. */
  | { readonly tell: 'decided'; readonly stop: boolean; readonly problem?: string }
  /** The breakpoints of the module that was announced are set: its code may run. */
  | { readonly tell: 'bound' }
  | { readonly tell: 'end' }
  | { readonly tell: 'question'; readonly number: number; readonly question: Question };

export type WaitingFor = 'input' | 'output' | 'time' | 'task';

export type FromWorker =
  | { readonly say: 'ready'; readonly threads: readonly Thread[]; readonly lacks: readonly string[] }
  | { readonly say: 'output' }
  | {
      readonly say: 'stopped';
      readonly stop: Stop;
      readonly memory: MemorySizes;
      readonly threads: readonly Thread[];
      /** Temporary breakpoints that are gone now. */
      readonly spent: readonly BreakpointId[];
    }
  | {
      readonly say: 'decide';
      readonly stop: Stop;
      readonly memory: MemorySizes;
      readonly threads: readonly Thread[];
      readonly breakpoint: BreakpointId;
      readonly about: AskedText;
    }
  | { readonly say: 'module'; readonly module: ModuleId }
  | { readonly say: 'task'; readonly thread: Thread; readonly change: 'started' | 'exited' }
  /** Undefined: it goes on. */
  | { readonly say: 'waiting'; readonly for: WaitingFor | undefined; readonly threads: readonly Thread[] }
  | { readonly say: 'child'; readonly program: string; readonly args: readonly string[] }
  | { readonly say: 'watchesEnded'; readonly ids: readonly BreakpointId[]; readonly why: string }
  | { readonly say: 'notice'; readonly message: string }
  | { readonly say: 'exited'; readonly code: number }
  /** The machine threw what it should not, or could not be made. */
  | { readonly say: 'crashed'; readonly message: string; readonly stack: string }
  | { readonly say: 'answer'; readonly number: number; readonly value: unknown }
  | { readonly say: 'refusal'; readonly number: number; readonly failure: FailureData };

/** A Failure as it crosses threads. */
export interface FailureData {
  readonly code: FailureCode;
  readonly blame: Blame;
  readonly message: string;
  readonly next?: string;
}
