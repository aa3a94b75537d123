// The engine contract: what the session asks of whatever runs the program, and what it hears back.
//
// Everything is asynchronous and nothing blocks the request loop: `resume` answers when the program runs, not when it
// stops. Reads name the stop they belong to and fail as stale after a resume.

import type { HeapSource, HeapUnavailable, ObjectId as HeapObjectId } from '@sonde/heap';
import type { Address } from './address.js';
import type {
  BreakpointHost,
  BreakpointMode,
  BreakpointSpec,
  CapturedValue,
  Resolution,
} from './breakpoint.js';
import type { CompiledExpression, ExpressionOperation, RestoredMemory } from './expression.js';
import type { Blame } from './failure.js';
import type { Frame, Scope, Stack } from './frame.js';
import type { FunctionPage, FunctionQuery } from './function-list.js';
import type { BreakpointId, FrameId, ModuleId, ObjectId, StopId, ThreadId, TypeId } from './ids.js';
import type { Motion } from './motion.js';
import type { NameScope, OfferedName } from './names.js';
import type { Place } from './place.js';
import type { EngineRegion } from './region.js';
import type { SourceLocation, SourceRef } from './source.js';
import type { Stop } from './stop.js';
import type { Thread } from './thread.js';
import type { RecordingWish, TimePosition, TimeTravel } from './time-travel.js';
import type { TracePage } from './trace.js';
import type { TypeTable } from './types.js';
import type { EngineView, NamedValue, RawValue } from './value.js';

/** What an engine can do. Capabilities towards clients follow from this and from nothing else. */
export interface EngineTraits {
  readonly stops: 'all' | 'thread';
  readonly time: 'none' | 'trace' | 'full';
  /** False: one can go back in a run while it is debugged, and cannot take it along as a file. */
  readonly recordings?: boolean;
  /** Of a language whose runs are recorded on demand alone: why one cannot go back in this one, and what to do. */
  readonly timeLacks?: string;
  readonly granularities: readonly ('line' | 'statement' | 'instruction')[];
  readonly breakpoints: {
    readonly function: boolean;
    readonly instruction: boolean;
    readonly data: readonly ('read' | 'write' | 'readWrite')[];
    /** Which kinds of places can be watched; all of them when absent. */
    readonly dataPlaces?: readonly Place['kind'][];
    readonly exception: boolean;
    readonly condition: boolean;
    readonly hitCount: boolean;
    readonly log: boolean;
    /** Modes that the engine itself understands; the session adds its own. */
    readonly modes?: readonly BreakpointMode[];
  };
  /** Operations of expression programs that run near the program; the rest is stop-and-ask. */
  readonly expressions: ReadonlySet<ExpressionOperation>;
  /** The engine has an evaluator of its own for text in the language of the program. */
  readonly evaluatesText: boolean;
  readonly calls: boolean;
  readonly writes: boolean;
  readonly memory: boolean;
  readonly registers: boolean;
  readonly disassembly: boolean;
  readonly modules: boolean;
  /** What it tells about modules beyond the protocol's columns; keys of `ModuleInfo.extra`. */
  readonly moduleColumns?: readonly ModuleColumn[];
  readonly goto: boolean;
  readonly restartFrame: boolean;
  readonly stepTargets: boolean;
  readonly terminateThreads: boolean;
  readonly singleThread: boolean;
  /** What is debugged is over and never runs: a motion, or a pause, is refused by the engine with its reason. */
  readonly neverRuns?: boolean;
  /** A debuggee that is let go can be left suspended, because it has a life of its own. */
  readonly detachesSuspended?: boolean;
}

export interface ModuleColumn {
  readonly name: string;
  readonly label: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly width?: number;
}

export interface ModuleInfo {
  readonly id: ModuleId;
  readonly name: string;
  readonly path?: string;
  readonly version?: string;
  /** For people, whether there are symbols: "Symbols loaded." */
  readonly symbols?: string;
  /** The file that they come from; often the module itself. */
  readonly symbolFile?: string;
  readonly range?: { readonly start: Address; readonly end: Address };
  readonly isUserCode?: boolean;
  /** Values for `EngineTraits.moduleColumns`, by column name. */
  readonly extra?: Readonly<Record<string, string | number | boolean>>;
}

export type OutputStream = 'stdout' | 'stderr' | 'console' | (string & {});

/** A program the debuggee started and that could be debugged in a session of its own. */
export interface ChildTarget {
  readonly name: string;
  /** Launch or attach arguments for a session on it. */
  readonly request: 'launch' | 'attach';
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Called when no client takes it: the child runs without a debugger. Its output joins the parent's. */
  leaveAlone(): Promise<void>;
}

export type ExitStatus = { readonly code: number } | { readonly signal: string };

export type EngineEvent =
  | { readonly kind: 'stopped'; readonly stop: Stop }
  /** Something other than a motion of ours set it running. */
  | { readonly kind: 'continued'; readonly threads: readonly ThreadId[] | 'all' }
  | {
      readonly kind: 'output';
      readonly stream: OutputStream;
      readonly data: string | Uint8Array;
      /** Where in the program it was printed, where that is known. */
      readonly location?: SourceLocation;
      /** The log point that made it. */
      readonly breakpoint?: BreakpointId;
      /** When it was printed, where one can go back in time. */
      readonly at?: TimePosition;
      /** Call once the output was taken: engines with back-pressure print on only then. */
      readonly taken?: () => void;
    }
  | { readonly kind: 'thread'; readonly thread: Thread; readonly change: 'started' | 'exited' | 'renamed' }
  | { readonly kind: 'module'; readonly module: ModuleInfo; readonly change: 'new' | 'changed' | 'removed' }
  /** A source came with a module, changed, or went. */
  | { readonly kind: 'source'; readonly source: SourceRef; readonly change: 'new' | 'changed' | 'removed' }
  | { readonly kind: 'breakpoints'; readonly resolutions: readonly Resolution[] }
  /** A thread waits for a line of input, or no longer does. */
  | { readonly kind: 'waiting-for-input'; readonly waiting: boolean }
  | { readonly kind: 'child'; readonly child: ChildTarget }
  | { readonly kind: 'exited'; readonly status: ExitStatus }
  /** The last event: the engine is gone. `trouble` when it did not end in the ordinary way. */
  | {
      readonly kind: 'ended';
      readonly trouble?: {
        readonly blame: Blame;
        readonly message: string;
        readonly next?: string;
        /** For who has to mend it: the stack trace of a machine that failed. */
        readonly trace?: string;
      };
    }
  | { readonly kind: 'notice'; readonly message: string; readonly important: boolean };

/**
 * What a text may do besides looking. Nobody asked for what a hover does (`none`); a watch was written to be evaluated and
 * may call functions; the console may change the program.
 */
export type TextEffects = 'none' | 'calls' | 'any';

/** What the engine asks of the session while it works. */
export interface EngineHost extends BreakpointHost {
  event(event: EngineEvent): void;
  /**
   * A breakpoint that the engine could not decide near the program: the stop is not announced yet. Answers whether it
   * becomes a stop; a log message is written by the session before it answers. `thread`: the one that has reached it, where
   * that is not the focus of the stop.
   */
  decide(
    stop: Stop,
    breakpoint: BreakpointSpec,
    thread?: ThreadId,
  ): Promise<{ readonly stop: boolean; readonly problem?: string }>;
  /**
   * The log message of a breakpoint where a thread is, with values as the session shows them, at a stop that is not
   * announced. Absent: messages are printed as they were written.
   */
  logText?(stop: Stop, thread: ThreadId, breakpoint: BreakpointSpec): Promise<string>;
  /** The log message of a breakpoint that the program has passed, with the values of its expressions as they were there. */
  passedText?(breakpoint: BreakpointSpec, values: readonly CapturedValue[]): Promise<string>;
  /** Runs the program in the client's terminal; answers with the process id. Absent when no client can. */
  runInTerminal?(
    request: TerminalRequest,
  ): Promise<{ readonly processId?: number; readonly shellProcessId?: number }>;
}

export interface TerminalRequest {
  readonly kind: 'integrated' | 'external';
  readonly title: string;
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | null>>;
}

/** How the program is to be started; the part of the launch configuration that every engine understands. */
export interface LaunchSettings {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | null>>;
  readonly stopOnEntry: boolean;
  readonly noDebug: boolean;
  /** Given up front; further input comes through `Engine.input`. `closed`: no more will come. */
  readonly stdin: { readonly text: string; readonly closed: boolean };
  readonly console: 'internalConsole' | 'integratedTerminal' | 'externalTerminal';
  /** Only for engines whose time is not `none`; `off` when absent. */
  readonly recording?: RecordingWish;
  /** What the language's own launch schema added, already checked. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** What a language's build made: opaque to the session, understood by the engine it is meant for. */
export interface Target {
  readonly program: string;
  /** Artefacts to remove when the session ends. */
  readonly temporary: readonly string[];
  readonly image: unknown;
}

/** Starts debuggees of one kind. `start` answers with the program loaded and not yet run. */
export interface EngineFactory {
  readonly traits: EngineTraits;
  /**
   * A program will be started soon, with these options of its language: what takes time may be begun. Answers with what
   * to call when it will not be started after all.
   */
  prepare?(extra: LaunchSettings['extra']): () => void;
  start(target: Target, settings: LaunchSettings, host: EngineHost, signal: AbortSignal): Promise<Engine>;
  attach?(settings: AttachSettings, host: EngineHost, signal: AbortSignal): Promise<Engine>;
}

/** What a session is aimed at that was there before it: `Engine.dispose` lets it go, only `terminate` ends it. */
export interface AttachSettings {
  readonly processId?: number;
  /** The file that the debuggee was started from, where the engine cannot find it out. */
  readonly program?: string;
  /** Paths in `extra` count from here. */
  readonly cwd: string;
  /** Keep it halted when `begin` comes, instead of letting it go on. */
  readonly stopOnEntry: boolean;
  /** What the language's own attach schema added, already checked. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface MemoryRange {
  readonly address: Address;
  readonly size: number;
}

/** Bytes up to the first that cannot be read; `why` when that is before the end. */
export interface MemoryRead {
  readonly bytes: Uint8Array;
  readonly why?: string;
}

export interface ObjectRead {
  readonly object: ObjectId;
  readonly filter?: 'named' | 'indexed';
  readonly start: number;
  readonly count: number;
}

export interface Instruction {
  readonly address: Address;
  readonly size: number;
  readonly text: string;
  readonly bytes?: Uint8Array;
  readonly location?: SourceLocation;
  readonly symbol?: string;
}

export interface StepTarget {
  readonly id: number;
  readonly label: string;
  readonly location?: SourceLocation;
}

export interface GotoTarget {
  readonly address: Address;
  readonly location: SourceLocation;
  readonly label: string;
}

/** The reads a stop reader is made of; vectored, so that one round trip serves many values. */
export interface EngineReads {
  readMemory(
    stop: StopId,
    ranges: readonly MemoryRange[],
    signal?: AbortSignal,
  ): Promise<readonly MemoryRead[]>;
  readObjects(
    stop: StopId,
    reads: readonly ObjectRead[],
    signal?: AbortSignal,
  ): Promise<readonly (readonly NamedValue[])[]>;
  /** Values anew from their places; long texts whole when `whole` is set. */
  readPlaces(
    stop: StopId,
    wanted: readonly WantedPlace[],
    signal?: AbortSignal,
  ): Promise<readonly RawValue[]>;
  /** What the engine itself would show of values whose type is `formatted`; one answer for each, in order. */
  readViews?(stop: StopId, values: readonly RawValue[], signal?: AbortSignal): Promise<readonly EngineView[]>;
  /** Children that the engine's own formatter makes. */
  readSynthetic?(stop: StopId, key: string, start: number, count: number): Promise<readonly NamedValue[]>;
}

export interface WantedPlace {
  readonly place: Place;
  readonly type: RawValue['type'];
  readonly whole?: boolean;
}

/** A function as debug information describes it. */
export interface FunctionSignature {
  readonly name: string;
  readonly parameters: readonly TypeId[];
  /** Absent for one that gives nothing. */
  readonly result?: TypeId;
  /** What the linker calls it, where that is known: a language may tell more by it than debug information has words for. */
  readonly symbol?: string;
}

export interface CallOptions {
  readonly timeoutMs: number;
  /** The type of what comes back; absent for nothing. */
  readonly result?: TypeId;
  readonly restores?: readonly RestoredMemory[];
}

export interface Engine extends EngineReads {
  readonly traits: EngineTraits;
  readonly types: TypeTable;
  /** The process of the debuggee, where it has one of its own. */
  readonly process: {
    readonly name: string;
    readonly id?: number;
    readonly pointerSize: number;
    readonly isLocal: boolean;
    /** How its memory is to be read; true when absent. */
    readonly littleEndian?: boolean;
  };

  /** Lets the loaded program go, after breakpoints were set: to the entry when asked for, else on. */
  begin(): Promise<void>;
  threads(): Promise<readonly Thread[]>;
  resume(motion: Motion): Promise<void>;
  /** Answers when the request to stop is on its way; the stop comes as an event. */
  pause(thread?: ThreadId): Promise<void>;

  stack(stop: StopId, thread: ThreadId, start: number, count: number, signal?: AbortSignal): Promise<Stack>;
  scopes(stop: StopId, frame: FrameId, signal?: AbortSignal): Promise<readonly Scope[]>;
  /** The memory that pointers of a frame count in, where there are several. */
  spaceOf?(frame: FrameId): string | undefined;
  /** What an expression may name in a frame, or at the top level when there is none. */
  names(stop: StopId, frame: FrameId | undefined): Promise<NameScope>;

  /** Replaces and removes breakpoints; answers for those that were set. Works while the program runs. */
  changeBreakpoints(
    set: readonly BreakpointSpec[],
    remove: readonly BreakpointId[],
  ): Promise<readonly Resolution[]>;
  /** Places between two lines where a source breakpoint can sit. */
  breakpointLocations(
    source: SourceRef,
    firstLine: number,
    lastLine: number,
  ): Promise<readonly SourceLocation[]>;

  /** Answers with what was read back. A stop remains valid, but values read before it may be out of date. */
  write(stop: StopId, place: Place, value: RawValue): Promise<RawValue>;
  writeMemory(stop: StopId, address: Address, bytes: Uint8Array): Promise<number>;
  /**
   * The engine's own evaluator; only with trait `evaluatesText`. A text that would do more than `effects` allows is
   * refused; absent means that anything is allowed.
   */
  evaluateText?(
    stop: StopId,
    frame: FrameId | undefined,
    text: string,
    signal?: AbortSignal,
    effects?: TextEffects,
  ): Promise<RawValue>;
  /** What that evaluator would take in place of the name that a text ends with, the best first. Never calls anything. */
  completeText?(
    stop: StopId,
    frame: FrameId,
    text: string,
    signal?: AbortSignal,
  ): Promise<readonly OfferedName[]>;
  /**
   * Runs code that the language's compiler made for this machine, in a frame or at the top level; only when
   * `traits.expressions` has `run`. The stop remains valid; with `effects` values read before may be out of date, without
   * whatever would change the program is refused. `type` is that of the expression, for values that do not say theirs.
   */
  runCode?(
    stop: StopId,
    frame: FrameId | undefined,
    code: unknown,
    effects: boolean,
    signal?: AbortSignal,
    type?: TypeId,
  ): Promise<RawValue>;
  /**
   * Runs a function of the debuggee, known by the name of its symbol or by where its code begins; only with trait `calls`.
   * Arguments and result travel as C passes values of their types. A call that crashes or takes too long is taken off the stack again and fails with the reason. The stop
   * remains valid, but values read before may be out of date.
   */
  call?(
    stop: StopId,
    frame: FrameId,
    callee: string | Address,
    args: readonly RawValue[],
    options: CallOptions,
    signal?: AbortSignal,
  ): Promise<RawValue>;

  /** All functions that have one of these names. */
  functions?(names: readonly string[]): Promise<readonly FunctionSignature[]>;
  /** The functions that its symbols name, for people to choose from. Answers while the program runs, too. */
  listFunctions?(query: FunctionQuery, signal?: AbortSignal): Promise<FunctionPage>;

  disassemble?(
    stop: StopId | undefined,
    from: Address,
    instructionOffset: number,
    count: number,
  ): Promise<readonly Instruction[]>;
  /** The last instructions of a thread. Absent where nobody keeps them. */
  trace?(stop: StopId, thread: ThreadId, start: number, count: number): Promise<TracePage>;
  /** Keeps what runs from now on, or no longer, where the machine does not do so by itself; while the program runs, too. */
  recordTrace?(on: boolean): Promise<void>;
  /** What is mapped at a stop, for people who want to see where things are; none where that cannot be found out. */
  regions?(stop: StopId, signal?: AbortSignal): Promise<readonly EngineRegion[]>;
  /**
   * The objects of the program at a stop, to be streamed while it stands; or why they cannot be had. Absent where the
   * engine knows no objects. Looking changes nothing that the program could notice.
   */
  heap?(stop: StopId): Promise<HeapSource | HeapUnavailable>;
  /** The id by which `heap` knows the object that a value is; undefined for a value that is none. */
  heapId?(stop: StopId, value: RawValue): Promise<HeapObjectId | undefined>;
  modules?(): Promise<readonly ModuleInfo[]>;
  /** Which of these names a module has symbols for: a language knows its runtime by them. */
  definesSymbols?(module: ModuleId, names: readonly string[]): Promise<readonly boolean[]>;
  /** Where symbols of the program are, data or code, whichever module has them; undefined for those it lacks. */
  symbolAddresses?(names: readonly string[]): Promise<readonly (Address | undefined)[]>;
  /** Types by the names that debug information has for them; undefined for those that it lacks. */
  typesNamed?(names: readonly string[]): Promise<readonly (TypeId | undefined)[]>;
  loadedSources?(): Promise<readonly SourceRef[]>;
  sourceText?(source: SourceRef): Promise<string | undefined>;
  stepTargets?(stop: StopId, frame: FrameId): Promise<readonly StepTarget[]>;
  gotoTargets?(
    stop: StopId,
    source: SourceRef,
    line: number,
    column?: number,
  ): Promise<readonly GotoTarget[]>;
  terminateThreads?(threads: readonly ThreadId[]): Promise<void>;
  /** Where one can go back; motions with direction `back` are refused without it. */
  readonly time?: TimeTravel;

  /** Text for the program's standard input; undefined ends it. */
  input(text: string | undefined): Promise<void>;
  /** Ends the debuggee; `exited` and `ended` follow. Safe to call twice and at any time. */
  terminate(): Promise<void>;
  /** Lets the debuggee go on without a debugger, where it has a life of its own; else ends it. */
  detach(suspended: boolean): Promise<void>;
  /** Ends everything the engine owns, and lets go of what it was attached to. The last call. */
  dispose(): Promise<void>;
}

export type { CompiledExpression, Frame };
