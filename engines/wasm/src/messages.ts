// What the debugger's thread and the program's thread say to each other.

import type { FailureCode, Blame, OutputStream, ThrownInfo } from '@sonde/engine';
import type { HostStop } from './host.js';
import type { CodeLimits } from './instrument/code-limits.js';

/** A number of WebAssembly as it crosses: floats as their bits, vectors as two halves, references as a word. */
export type CrossingValue = number | bigint | string | null;

export interface EntryCall {
  /** The name of an export. */
  readonly name: string;
  readonly arguments: readonly (number | bigint)[];
}

/** Numbers of locals by the index of the function; all are meant in a function that is not there. */
export type VariableLocals = ReadonlyMap<number, readonly number[]>;

export interface RunSetup {
  readonly module: Uint8Array;
  /** Offsets of instructions at which statements begin. */
  readonly probes: readonly number[];
  /** Locals that hold variables, by function: others of these functions can be changed only where they were stepped by instructions. */
  readonly variables?: VariableLocals;
  /** By the name of the instruction; 1 for all others. */
  readonly costs?: Readonly<Record<string, number>>;
  /** The most that the program may use; without end when absent. */
  readonly limit?: bigint;
  /** The most memory that it may have, in pages of 64 KiB; 16,384 when absent, which is one gibibyte. */
  readonly mostPages?: number;
  /** How much code functions may have once they can be stopped; what V8 takes when absent. */
  readonly codeLimits?: CodeLimits;
  /** The most memory for what the host answered; a program that was answered more cannot be run again. 128 MiB when absent. */
  readonly mostRecordedBytes?: number;
  readonly host: { readonly url: string; readonly data?: unknown };
  readonly calls: readonly EntryCall[];
  /** Stop in front of an instruction that traps. */
  readonly stopsAtTraps: boolean;
}

/** What the thread is started with. */
export interface ThreadSetup extends RunSetup {
  /** Bytes of the stack that only a second run may use. */
  readonly stackReserve: number;
}

export interface FrameData {
  readonly serial: number;
  /** Index of the function. */
  readonly function: number;
  /** Of the instruction that runs next; in a caller that of the instruction behind the call. */
  readonly offset: number;
}

export type MotionEnd =
  /** The next statement of this activation, or of one that it calls. */
  | { readonly kind: 'statement'; readonly into: boolean }
  /** The stack is no deeper than this. */
  | { readonly kind: 'depth'; readonly depth: number };

export type RunMotion =
  /** `past`: the probe where it stands is passed. */
  | { readonly kind: 'run'; readonly past: boolean }
  | { readonly kind: 'instruction' }
  | { readonly kind: 'advance'; readonly until: MotionEnd }
  /** Back to where the frame was entered, counted from the top: the program is run again to there, and stands (`step`). */
  | { readonly kind: 'restart'; readonly frame: number }
  /** To a point that it was at: it stands there (`step`), and what the host answered later is kept for the way forward. */
  | { readonly kind: 'travel'; readonly to: RunPoint };

/** Where an execution stands: the position is unique, the offset says which site to stop at. */
export interface RunPoint {
  readonly position: bigint;
  readonly offset: number;
}

/** What to look for on the way that the program has gone. */
export interface PastQuery {
  /** Up to here, which is no part of it unless it is wanted. */
  readonly until: RunPoint;
  readonly inclusive?: boolean;
  readonly from?: bigint;
  readonly by: 'statement' | 'instruction';
  /** Only these. */
  readonly offsets?: readonly number[];
  /** Only activations that are there now: the top one and those that called it, or these alone. */
  readonly within?: 'frames' | 'callers';
  /** Only where something that is watched was another than at the statement before. */
  readonly touched?: boolean;
  /** Only where a call of the host asked for a stop that is wished for, behind the call. */
  readonly stops?: boolean;
  /** Watched alone, instead of what is watched anyway. */
  readonly place?: WatchedPlace;
  /** The first ones end the look: what comes after them is not counted. */
  readonly keep: 'first' | 'last';
  readonly most: number;
  /** How deep the stack was is asked for. */
  readonly depths?: boolean;
}

/** The program came by. */
export interface Visit extends RunPoint {
  /** What had been used when the function was entered: no two activations share it. */
  readonly entry: bigint;
  readonly depth?: number;
  readonly touched?: readonly TouchedData[];
  /** The statement before it, which made the change. */
  readonly writer?: number;
  /** What the host asked for. */
  readonly stop?: HostStop;
}

export interface Past {
  /** In the order in which they were. */
  readonly visits: readonly Visit[];
  /** How many there were in all, and at each offset. */
  readonly total: number;
  readonly counts: ReadonlyMap<number, number>;
}

/** Something that the program wrote. */
export interface PrintedData {
  /** Behind the call that wrote it. */
  readonly position: bigint;
  /** The offset of the call. */
  readonly call: number;
  readonly stream: OutputStream;
  /** The beginning of it. */
  readonly text: string;
}

export type RunOutcome = OutcomeKind & {
  /** Hits that handlers have counted and passed since each counter began; absent where nothing counts. */
  readonly passed?: ReadonlyMap<string, number>;
};

type OutcomeKind =
  | { readonly kind: 'site' | 'step' | 'halted'; readonly at: StopData }
  | { readonly kind: 'thrown'; readonly thrown: ThrownInfo; readonly at: StopData }
  | { readonly kind: 'host'; readonly stop: HostStop; readonly at: StopData }
  /** Behind the statement that changed it. */
  | { readonly kind: 'watch'; readonly touched: readonly TouchedData[]; readonly at: StopData }
  | {
      readonly kind: 'exited';
      readonly code: number;
      readonly failure?: ThrownInfo;
      /** The offset of what failed, where the program did not stop there. */
      readonly failedAt?: number;
      readonly results: readonly CrossingValue[];
    };

/** What a log point hands over: a number, so many bytes of memory, or the bytes up to the first zero. */
export type PieceKind = 'value' | 'memory' | 'text';

export type LoggedPiece = bigint | { readonly address: number; readonly bytes: Uint8Array };

/** A log point that the program has passed. */
export interface LoggedEntry {
  /** As its handler was given it. */
  readonly log: number;
  readonly pieces: readonly LoggedPiece[];
}

/** Bytes of one piece of memory; a log point that would need more stops. */
export const mostCaptured = 4_096;

/** A module that decides at a probe: see `compileHandler`. */
export interface ProbeHandler {
  readonly module: Uint8Array;
  /** Where it counts hits. Several may count together. */
  readonly counter?: {
    readonly id: string;
    /** Hits that were counted elsewhere; what is passed here comes on top. */
    readonly counted: number;
  };
  /** What it hands over where it logs. */
  readonly log?: { readonly id: number; readonly pieces: readonly PieceKind[] };
}

/** What is compared at statements. `frame` counts from the top, where the program stands. */
export type WatchedPlace =
  | { readonly kind: 'memory'; readonly address: number; readonly size: number }
  | { readonly kind: 'local'; readonly frame: number; readonly local: number };

/** All bytes of a place that was changed. */
export interface TouchedData {
  readonly id: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export interface StopData extends FrameData {
  readonly depth: number;
  /** What was used before the instruction. */
  readonly position: bigint;
  /** Where to stop it at this position: behind the call, where that is what failed. */
  readonly site: number;
  /** What the function that was just left gave back. */
  readonly returned?: { readonly function: number; readonly bits: number | bigint };
}

export interface Questions {
  arm: {
    readonly ask: {
      readonly addresses: readonly number[];
      /** Those that decide whether to stop, by address. */
      readonly handlers?: ReadonlyMap<number, ProbeHandler>;
    };
    readonly answer: undefined;
  };
  move: { readonly ask: { readonly motion: RunMotion }; readonly answer: undefined };
  halt: { readonly ask: object; readonly answer: undefined };
  /** Refused with the reason. One of a local ends with its activation, which is told. */
  watch: { readonly ask: { readonly id: string; readonly place: WatchedPlace }; readonly answer: undefined };
  unwatch: { readonly ask: { readonly id: string }; readonly answer: undefined };
  frames: {
    readonly ask: { readonly start: number; readonly count: number };
    readonly answer: { readonly frames: readonly FrameData[]; readonly total: number };
  };
  /** Of each frame, top first: what had been used when it was entered, where that is known. */
  entries: { readonly ask: object; readonly answer: readonly (bigint | null)[] };
  /** `frame` counts from the top. */
  locals: { readonly ask: { readonly frame: number }; readonly answer: readonly CrossingValue[] };
  writeLocal: {
    readonly ask: {
      readonly frame: number;
      readonly local: number;
      readonly value: readonly CrossingValue[];
    };
    readonly answer: undefined;
  };
  globals: {
    readonly ask: { readonly indices: readonly number[] };
    readonly answer: readonly CrossingValue[];
  };
  writeGlobal: {
    readonly ask: { readonly index: number; readonly value: CrossingValue };
    readonly answer: undefined;
  };
  /** Fewer bytes where memory ends. */
  readMemory: {
    readonly ask: { readonly ranges: readonly { readonly address: number; readonly length: number }[] };
    readonly answer: readonly Uint8Array[];
  };
  writeMemory: {
    readonly ask: { readonly address: number; readonly bytes: Uint8Array };
    readonly answer: number;
  };
  past: { readonly ask: { readonly query: PastQuery }; readonly answer: Past };
  /** What is on record behind here is forgotten: something that the engine does not know of is about to be changed. */
  branch: { readonly ask: object; readonly answer: undefined };
  printed: { readonly ask: object; readonly answer: readonly PrintedData[] };
  /** How much was used again by all second runs of the program so far. */
  replayed: { readonly ask: object; readonly answer: bigint };
  memorySize: { readonly ask: object; readonly answer: number };
  host: { readonly ask: { readonly about: string; readonly given: unknown }; readonly answer: unknown };
}

export type QuestionName = keyof Questions;
export type Question = {
  [Name in QuestionName]: { readonly name: Name } & Questions[Name]['ask'];
}[QuestionName];

export type ToWorker =
  | { readonly tell: 'question'; readonly number: number; readonly question: Question }
  | { readonly tell: 'input'; readonly text: string | undefined };

export interface FailureData {
  readonly code: FailureCode;
  readonly blame: Blame;
  readonly message: string;
  readonly next?: string;
}

export type FromWorker =
  | { readonly say: 'ready'; readonly placed: readonly number[] }
  | { readonly say: 'answer'; readonly number: number; readonly value: unknown }
  | { readonly say: 'refusal'; readonly number: number; readonly failure: FailureData }
  | { readonly say: 'outcome'; readonly outcome: RunOutcome }
  | { readonly say: 'output'; readonly stream: OutputStream; readonly text: string }
  | { readonly say: 'logged'; readonly entries: readonly LoggedEntry[]; readonly size: number }
  | { readonly say: 'watchesEnded'; readonly ids: readonly string[] }
  | { readonly say: 'told'; readonly value: unknown }
  | { readonly say: 'waiting'; readonly waiting: boolean }
  | { readonly say: 'crashed'; readonly failure: FailureData };

/** Words of shared memory. */
export const word = { bell: 0, output: 1, count: 2 } as const;

/** Characters of output that may be on their way before the program has to wait. */
export const mostOutput = 1 << 20;

export const usualPages = 16_384;
