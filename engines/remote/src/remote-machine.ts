// What a protocol driver fulfils: a machine in another process, as far as the engine must know it.
//
// The far side can run, halt and step one instruction, and knows code addresses. Lines, statements, hit counts, log
// messages and what a step means are the engine's. Whatever is optional here is a trait of the engine that is absent.

import type {
  Address,
  BreakpointId,
  DataAccess,
  EngineRegion,
  ExitStatus,
  HitCondition,
  Instruction,
  MemoryRange,
  MemoryRead,
  ModuleId,
  NamedValue,
  ObjectRead,
  OutputStream,
  PassedLog,
  Place,
  RawValue,
  Scope,
  SymbolData,
  TextEffects,
  ThrownInfo,
  TypeId,
  TypeTable,
  WaitReason,
  WantedPlace,
} from '@sonde/engine';
import type { Allocations, NearTexts } from '@sonde/engine/machine';
import type { HeapSource, HeapUnavailable } from '@sonde/heap';
import type { RemoteTime } from './remote-time.js';

export interface RemoteTask {
  /** Counts from 1, and is never given twice while the connection lasts. */
  readonly id: number;
  readonly name: string;
  readonly state: 'ready' | 'waiting' | 'finished';
  readonly waitReason?: WaitReason;
  /** What it waits for, in the words of the program. */
  readonly awaiting?: string;
  /** The memory that its pointers count in, where each task has its own. */
  readonly memory?: string;
}

/** One activation. In a frame that waits for a call, `pc` is where it goes on. */
export interface RemoteFrame {
  /** Unique among all activations of the run. */
  readonly serial: number;
  readonly pc: number;
  readonly guessed?: boolean;
}

/** A frame as the engine asks about it. */
export interface RemoteFrameRef extends RemoteFrame {
  readonly task: number;
  /** From the top. */
  readonly index: number;
}

/** Where a task stands: its top frame, and how many frames there are. */
export interface RemotePosition extends RemoteFrame {
  readonly depth: number;
}

/** Why the machine halted, and what it passed until then. `at` spares the engine a question. */
export type RemoteOutcome = OutcomeKind & {
  /** Of a machine that counts hits: how many it has passed by itself since each counter began, as far as it knows them. */
  readonly passed?: ReadonlyMap<number, number>;
};

type OutcomeKind =
  | { readonly kind: 'site' | 'step' | 'halted'; readonly task: number; readonly at?: RemotePosition }
  /** The instruction that was to be stepped waits for something; it has not run. */
  | { readonly kind: 'blocked'; readonly task: number }
  /** Raised and not yet unwound: the task stands at the instruction, and the next run unwinds. */
  | {
      readonly kind: 'thrown';
      readonly task: number;
      readonly thrown: ThrownInfo;
      readonly at?: RemotePosition;
    }
  /** The program itself asked for the debugger. The next run passes the instruction. */
  | { readonly kind: 'trap'; readonly task: number; readonly text?: string }
  | { readonly kind: 'watch'; readonly task: number; readonly touched: readonly RemoteTouch[] }
  /** Code was loaded and none of it has run. The instruction that did so is done. */
  | {
      readonly kind: 'module';
      readonly task: number;
      readonly symbols: SymbolData;
      readonly loaded: readonly ModuleId[];
    }
  | { readonly kind: 'exited'; readonly status: ExitStatus };

export interface RemoteTouch {
  readonly id: BreakpointId;
  readonly access: 'read' | 'write';
  readonly before?: RawValue;
  readonly after?: RawValue;
}

export interface RemoteWatch {
  readonly id: BreakpointId;
  /** Of a kind that the traits of the engine list. */
  readonly place: Place;
  readonly size: number;
  readonly access: DataAccess;
  readonly onlyChanges: boolean;
}

/** Where a step ends at the latest, so that the machine can run there by itself. */
export type StepEnd =
  /** The next statement of this activation, or, where it may go `into` calls, of one that it calls; or its return. */
  | { readonly kind: 'statement'; readonly into: boolean }
  /** The stack is no deeper than this. */
  | { readonly kind: 'depth'; readonly depth: number };

/** The only breakpoint at an address. A machine that can do all of this by itself halts only where that leaves a stop. */
export interface SoleBreakpoint {
  readonly id: BreakpointId;
  readonly texts: NearTexts;
  readonly hits?: CountedHits;
}

/** Hits that do not fit are counted and passed; one that does is not counted by the machine, because it halts there. */
export interface CountedHits {
  readonly wanted: HitCondition;
  /** Several addresses may share one. */
  readonly counter: number;
  /** Hits that the engine itself has counted; those that the machine has passed come on top. */
  readonly counted: number;
}

export interface RunRequest {
  /** Only this task; all of them when absent. */
  readonly only?: number;
  /** Tasks whose next instruction runs although it is armed: its breakpoints had their say. */
  readonly past: readonly number[];
}

/** What the driver tells by itself. */
export interface RemoteEvents {
  output(stream: OutputStream, data: string): void;
  notice(message: string): void;
  /** Tasks came or went. */
  tasksChanged(): void;
  /** Log points were passed, in this order with the output; `taken`: their messages are told, and more may come. */
  logged(logs: readonly PassedLog[], taken: () => void): void;
  /** Data breakpoints are gone, with the activation that they were of. */
  watchesEnded(ids: readonly BreakpointId[]): void;
  /** The thread waits for a line of input, or no longer does. */
  waitingForInput(waiting: boolean): void;
  /** Another debugger set the machine going that stood; what comes of that is an outcome like any other. */
  resumed(): void;
  /** The peer is gone. No outcome will come any more, unless `reconnect` succeeds. */
  lost(why: string): void;
}

export interface RemoteMachine {
  readonly name: string;
  readonly pointerSize: number;
  readonly littleEndian?: boolean;
  readonly isLocal: boolean;
  readonly processId?: number;
  readonly symbols: SymbolData;
  readonly loaded: readonly ModuleId[];

  /**
   * Where the program of the user begins, as long as other code runs before it: who wants to stop at the entry stops
   * there. Absent when it stands there already.
   */
  readonly entry?: number;
  /** It was joined on its way: where it stands is not where it begins. */
  readonly isUnderWay?: boolean;

  tasks(): Promise<readonly RemoteTask[]>;
  /** Top first. `total` counts all of them. */
  frames(
    task: number,
    start: number,
    count: number,
  ): Promise<{ readonly frames: readonly RemoteFrame[]; readonly total: number }>;

  /**
   * All armed addresses: those of before that are not among them are disarmed. A machine that understands the texts of
   * `conditions` may pass addresses whose condition does not hold, one that `judges` all that `sole` says of an address. Where
   * it halts, the engine judges anew.
   */
  arm(
    addresses: readonly number[],
    conditions?: ReadonlyMap<number, string>,
    sole?: ReadonlyMap<number, SoleBreakpoint>,
  ): Promise<void>;
  /** Whether the machine can decide such a condition at the address, and read what the message shows. It counts hits then, too. */
  judges?(texts: NearTexts, address: number): boolean;
  /** The filters for exceptions that are set: what none of them fits need not halt the machine. */
  filterThrown?(filters: ReadonlySet<string>): Promise<void>;
  /** Whether an instruction begins there; absent counts as true everywhere. */
  beginsInstruction?(address: number): boolean;
  /** Answers when it runs; `outcome` then says why it halted. */
  run(request: RunRequest): Promise<void>;
  /** One instruction of the task, whether it is armed or not. `alone`: no other task may run meanwhile. */
  step(task: number, alone?: boolean): Promise<void>;
  /**
   * A faster way to the end of a step than one instruction at a time: an outcome `step` says that the task is there.
   * Breakpoints on the way are met like in a run.
   */
  advance?(task: number, until: StepEnd): Promise<void>;
  /** Answers when the request is on its way. Without effect on a machine that stands. */
  halt(task?: number): Promise<void>;
  /** The engine tells of a stop, which not every halt becomes: what is measured of a motion begins anew. */
  announced?(): void;
  /** The next halt; never answers after `lost`. */
  outcome(): Promise<RemoteOutcome>;

  /** Variables of a frame, registers, and what else the machine shows. */
  scopes(frame: RemoteFrameRef): Promise<readonly Scope[]>;
  /** Values of places that are not memory; what cannot be read is `unavailable` with the reason. */
  read(wanted: readonly WantedPlace[]): Promise<readonly RawValue[]>;
  children?(reads: readonly ObjectRead[]): Promise<readonly (readonly NamedValue[])[]>;
  /** Answers with what is there afterwards, where that is known; `read` is asked otherwise. Throws a Failure when it cannot be. */
  write?(place: Place, value: RawValue): Promise<RawValue | undefined>;
  readMemory?(ranges: readonly MemoryRange[]): Promise<readonly MemoryRead[]>;
  writeMemory?(address: Address, bytes: Uint8Array): Promise<number>;
  regions?(): Promise<readonly EngineRegion[]>;
  /**
   * The objects of the program as its language has them, for a driver that knows them. Absent: they are found in memory by
   * the types of the symbols, where the machine shows it.
   */
  heap?(): Promise<HeapSource | HeapUnavailable>;
  /** The id by which `heap` knows the object that a value is. */
  heapId?(value: RawValue): Promise<number | undefined>;
  /** What the program's allocator has handed out; undefined, or absent, where no allocator is known. */
  allocations?(): Promise<Allocations | undefined>;
  disassemble?(from: number, offset: number, count: number): Promise<readonly Instruction[]>;
  /** An evaluator of the far side's own; without a frame at the top level. */
  evaluate?(frame: RemoteFrameRef | undefined, text: string, effects: TextEffects): Promise<RawValue>;
  /**
   * Runs code that the language's compiler made for this machine; `type` is that of the expression. Without `effects`
   * whatever would change the program is refused.
   */
  runCode?(
    frame: RemoteFrameRef | undefined,
    code: unknown,
    type: TypeId | undefined,
    effects: boolean,
  ): Promise<RawValue>;
  /** What the function that was just left gave back. */
  returned?(task: number, type: TypeId | undefined): Promise<RawValue | undefined>;
  /** Arms a data breakpoint; throws a Failure with the reason when it cannot be. */
  watch?(watch: RemoteWatch): Promise<void>;
  unwatch?(id: BreakpointId): Promise<void>;
  /** Sets the next instruction of the top frame. */
  goto?(task: number, address: number): Promise<void>;
  /** Unwinds to the start of this activation, arguments kept. */
  restart?(task: number, serial: number): Promise<void>;
  /** Ends one task; `tasks` then calls it finished. */
  endTask?(task: number): Promise<void>;
  sourceText?(key: string): Promise<string | undefined>;
  /** Of a machine that can run its program again to where it was. */
  readonly time?: RemoteTime;

  /** Text for the program's standard input; undefined ends it. */
  input(text: string | undefined): Promise<void>;
  /** Ends the program; an outcome `exited` follows. */
  end(): Promise<void>;
  /** Lets the program go on without a debugger, or leaves it halted. */
  leave(suspended: boolean): Promise<void>;
  /**
   * Connects anew after `lost`; true: the machine runs, false: it stands where it stood. A Failure with the code
   * `wrong-state` or `not-supported` is final; after any other it is tried again.
   */
  reconnect?(signal: AbortSignal): Promise<boolean>;
  /** Closes the connection and ends what the driver owns. The last call; never throws. */
  close(): Promise<void>;
}

/** What a driver gets to connect with. */
export interface RemoteContext {
  readonly types: TypeTable;
  readonly events: RemoteEvents;
  readonly signal: AbortSignal;
}
