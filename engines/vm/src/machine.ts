// The machine contract: what the author of a virtual machine implements. Everything else is the engine's.
//
// Rules: (1) between two calls of `run` all state of the program is data; calls of the program are frames of the
// machine, never JavaScript frames. (2) Time is the number of retired instructions. (3) The engine arms sites, the
// machine notices them, as a rule by patching the opcode. (4) A machine never blocks: it answers `waiting`.

import type {
  Content,
  ModuleId,
  ObjectId,
  RegionKind,
  Scalar,
  SourceLocation,
  SymbolData,
  ThrownInfo,
  TypeId,
} from '@sonde/engine';
import type { Allocations, MachineInstruction } from '@sonde/engine/machine';
import type { EdgeKind } from '@sonde/heap';
import type { ProgramFiles } from './program-files.js';

/** Something of the program that can be read and written, as the machine counts. */
export type MachinePlace =
  /** `frame` is the serial of an activation. */
  | { readonly kind: 'slot'; readonly task: number; readonly frame: number; readonly slot: number }
  /** `task` where each task has globals of its own (`GlobalSymbol.perTask`). */
  | { readonly kind: 'global'; readonly index: number; readonly task?: number }
  | { readonly kind: 'register'; readonly task: number; readonly frame: number; readonly name: string }
  | { readonly kind: 'memory'; readonly space: string; readonly offset: number; readonly size: number }
  | { readonly kind: 'field'; readonly object: ObjectId; readonly key: string | number };

/** A value as the machine holds it. Only the machine looks inside. */
export type Word = unknown;

/** What the machine may ask of the world, and its only way there: what a run is told can then be recorded in one place. */
export interface MachineHost {
  /** Takes the text, or answers false when there is no room: leave the instruction unretired, answer `waiting`. */
  write(stream: string, text: string): boolean;
  /** The same for output that is not text: exactly these bytes reach whoever reads the stream. */
  writeBytes(stream: string, bytes: Uint8Array): boolean;
  /** A line without its end; undefined when none is there yet, null when none will come. */
  readLine(): string | null | undefined;
  /** The files of the world. Machines reach them in no other way, because the thread has the adapter's own descriptors. */
  readonly files: ProgramFiles;
  /**
   * Runs what may take long inside JavaScript itself, such as the search for a regular expression. An evaluation gives up
   * with a Failure `deadline`; the program may take its time, since its thread can be ended. Absent: run it as it is.
   */
  withinTime?<Result>(work: () => Result): Result;
  /** Milliseconds since the program began. */
  now(): number;
  /** From 0 up to but not including 1. */
  random(): number;
  /** Starts another program beside this one. */
  startChild(program: string, args: readonly string[]): void;
  /** True while a data breakpoint is armed; a machine reports accesses only then, so that it costs nothing else. */
  readonly watching: boolean;
  /**
   * Call before the access happens. Answers true when the engine wants to look once this instruction is retired: answer
   * `time` then, whatever `until` says.
   */
  touched(access: 'read' | 'write', place: MachinePlace): boolean;
  readonly args: readonly string[];
  /** The path of what runs the program, and in a replay of what ran it then. */
  readonly executable: string;
  /** In bytes; going beyond is the program's error. */
  readonly memoryLimit: number;
  /** False when nobody debugs the program; absent counts as true. */
  readonly debugged?: boolean;
  /**
   * True while an evaluation runs whose result nobody wants any more. Look every few thousand instructions of an
   * evaluation and give up with a Failure `cancelled`; absent counts as false.
   */
  readonly interrupted?: boolean;
}

export interface MachineTask {
  /** Counts from 1, and is never given twice: clients know the task by this number. */
  readonly id: number;
  readonly name: string;
  readonly state: 'ready' | 'waiting' | 'finished';
  readonly waitReason?: 'input' | 'output' | 'time' | 'lock' | 'message' | 'await';
  /** What it waits for, in the words of the program. */
  readonly awaiting?: string;
}

export interface MachineFrame {
  /** Unique among all activations of the run. */
  readonly serial: number;
  /**
   * The instruction that runs next when this frame is on top. In a frame that waits for a call, the call is looked up
   * right before it; a frame of the machine's own that stands at no instruction (an artificial function, such as the fold
   * that runs a callback) needs an address for itself and one before it.
   */
  readonly pc: number;
  /** Found without proof: shown as such. */
  readonly guessed?: true;
}

/** A register as one activation left it. */
export interface MachineRegister {
  readonly name: string;
  readonly word: Word;
  readonly type: TypeId;
}

/** An instruction that was retired, and the registers that it changed, as they were afterwards. */
export interface MachineTraced {
  readonly pc: number;
  readonly changed: readonly MachineRegister[];
}

/** Something beside the variables that the machine can show: its message queues, the instructions it ran last. */
export interface MachineScope {
  readonly name: string;
  readonly variables: readonly MachineChild[];
}

/** A part of a byte memory that has a meaning. */
export interface MachineRegion {
  readonly space: string;
  readonly offset: number;
  readonly size: number;
  readonly kind: RegionKind;
  readonly name: string;
  readonly permissions: string;
}

/** All state of the program as data. Only the machine looks inside; nothing that it does later changes it. */
export interface MachineSnapshot {
  /** What it takes beyond what it shares with others, roughly. It may change when another one is taken or released. */
  readonly bytes: number;
}

export type Outcome =
  /** `until` was reached, or `touched` asked for a look. */
  | { readonly kind: 'time' }
  /** The current task is about to run the armed instruction at this address. */
  | { readonly kind: 'site'; readonly task: number; readonly address: number }
  /**
   * No task can go on; asked again, the machine tries again. `until` is on the clock of `MachineHost.now`. `task`: every
   * task that may run waits for one that may not (`restrictTo`), or all of them wait for one another.
   */
  | { readonly kind: 'waiting'; readonly for: 'input' | 'output' | 'time' | 'task'; readonly until?: number }
  /**
   * Raised and not yet unwound: the frames are still there, the task stands at the instruction that raised. The next
   * `run` unwinds, and that retires the instruction.
   */
  | {
      readonly kind: 'thrown';
      readonly task: number;
      readonly thrown: Omit<ThrownInfo, 'value'> & { readonly word?: Word };
    }
  /** A module was loaded and none of its code has run. */
  | { readonly kind: 'module'; readonly module: ModuleId }
  /** `name` spares the engine a look at all tasks. */
  | {
      readonly kind: 'task';
      readonly task: number;
      readonly change: 'started' | 'exited';
      readonly name?: string;
    }
  /** The program itself asked for the debugger. The task stands at the instruction, which does nothing the second time. */
  | { readonly kind: 'trap'; readonly task: number }
  | { readonly kind: 'exited'; readonly code: number };

export interface MachineDescription {
  /** Cut at the limit that was asked for. */
  readonly content: Content;
  /** Where the declared type does not say it. */
  readonly type?: TypeId;
  /** Of a word that names a function, an address in it. */
  readonly function?: number;
  /** One line about an object, in the place of its members; it keeps its children. */
  readonly summary?: string;
}

export interface MachineChild {
  readonly name: string;
  readonly word: Word;
  readonly place?: MachinePlace;
  readonly type?: TypeId;
  /** Where the member was declared, where the machine knows. */
  readonly declared?: SourceLocation;
}

/** A word that the program reaches without going through an object. */
export interface MachineRoot {
  readonly category: 'global' | 'stack' | 'runtime';
  readonly word: Word;
  /** A variable: symbols have its name. */
  readonly place?: MachinePlace;
  /** What it is where no symbol tells: `operand 3`. */
  readonly name?: string;
}

/** A word that an object holds. */
export interface MachineReference {
  readonly kind: EdgeKind;
  readonly name?: string | number;
  readonly word: Word;
}

/** Code for the machine that the language's compiler made of an expression (`run` of expression programs). */
export interface EvaluateRequest {
  readonly code: unknown;
  readonly task: number;
  /** Serial of the activation whose variables it sees; undefined at the top level. */
  readonly frame: number | undefined;
  /**
   * False: whatever would change the program, print, read input or touch the world is refused when it is about to
   * happen. What the code itself created may be changed.
   */
  readonly effects: boolean;
  /** How many instructions it may run. */
  readonly budget: number;
}

export interface EvaluateAnswer {
  readonly word: Word;
  /** Where the word lives, when the expression names a place: it can be written and watched then. */
  readonly place?: MachinePlace;
}

export interface Machine {
  /** Retired instructions since the start. */
  readonly time: number;
  /** The task that runs the next instruction. */
  readonly currentTask: number;
  /**
   * Where the program of the user begins, as long as other code runs before it (modules that are initialised, a prologue
   * nobody wrote): who wants to stop at the entry stops there. Undefined when it stands there already.
   */
  readonly entry?: number | undefined;
  /**
   * Runs until `time === until` or something happens. `passSite`: the instruction the current task stands at runs even
   * when it is armed.
   */
  run(until: number, passSite: boolean): Outcome;
  arm(address: number): void;
  /** Whether an instruction begins there: breakpoints sit nowhere else. Absent counts as true everywhere. */
  beginsInstruction?(address: number): boolean;
  disarm(address: number): void;

  tasks(): readonly MachineTask[];
  /** Top first. */
  frames(task: number, start: number, count: number): readonly MachineFrame[];
  /** Cheap: asked after every instruction of a step. */
  depth(task: number): number;

  /** Throws a RangeError with a reason when there is no such place any more. */
  read(place: MachinePlace): Word;
  /** `type` is that of the place. Throws a RangeError with a reason when the value does not fit. */
  write(place: MachinePlace, value: Scalar, type: TypeId): void;
  /**
   * The word for people. `declared` is the type of the variable, field or expression that holds it, where there is one. A
   * text as the content of a word that is no scalar is shown and never stored. What it throws costs this one value.
   */
  describe(word: Word, textLimit: number, declared?: TypeId): MachineDescription;
  /** The word as expression programs compute with it; undefined when it is not a scalar. Integers as bigint or number. */
  scalar(word: Word): Scalar | undefined;
  /** Members of an object. */
  children?(
    object: ObjectId,
    filter: 'named' | 'indexed' | undefined,
    start: number,
    count: number,
  ): readonly MachineChild[];
  /**
   * All words that keep objects alive: globals, all slots of all frames, operands, what the machine itself holds. Absent:
   * the engine finds the variables in sight, and says that there may be more.
   */
  roots?(): Iterable<MachineRoot>;
  /** All words that an object holds, as they are: nothing may be copied or moved for it. Absent: `children` tells. */
  references?(object: ObjectId): Iterable<MachineReference>;
  /** What an object takes by itself, in bytes. Absent: the engine assumes something, and says so. */
  sizeOf?(object: ObjectId): number;
  /**
   * Of a machine whose programs keep everything in byte memory (`locate`): what their allocator has handed out, read from
   * that memory. Undefined where no allocator is known.
   */
  allocations?(): Allocations | undefined;
  /** Byte memory, by space; sizes in bytes. Addresses count from 0. */
  readonly memory?: ReadonlyMap<string, Uint8Array>;
  /** What its memories are made of; one region each when absent. */
  regions?(): readonly MachineRegion[];
  /**
   * Where a slot or a global lies in byte memory: it is read, written, watched and shown by its type from there. Undefined
   * for one that lies elsewhere (`read` then). Throws a RangeError with a reason when it is nowhere.
   */
  locate?(place: MachinePlace): { readonly space: string; readonly offset: number } | undefined;
  /** The memory that the pointers of a task count in, where there are several. */
  spaceOf?(task: number): string;
  /** What an activation left in the registers; those that nobody can know any more are left out. */
  registers?(task: number, frame: number): readonly MachineRegister[];
  /** Shown behind the variables of every frame of the task. */
  scopes?(task: number): readonly MachineScope[];

  /** The last instructions of the task, the latest first, where the machine keeps them; undefined for a task of which it does not. */
  trace?(task: number): readonly MachineTraced[] | undefined;

  /**
   * Between two calls of `run`: afterwards `restore` brings the machine back to exactly here, any number of times and from
   * anywhere. It must not copy the whole heap, because it is taken every few milliseconds; what has not changed since the
   * snapshot before is shared with that. Undefined when it cannot be taken: the program is run again from its start then,
   * as with a machine that has none of this, in a new machine made of the same image.
   */
  snapshot?(): MachineSnapshot | undefined;
  restore?(snapshot: MachineSnapshot): void;
  /** It will not be restored any more. */
  release?(snapshot: MachineSnapshot): void;
  /**
   * The same for the same state. Cheap: taken with every snapshot and compared when the program is run again up to there,
   * so that a machine which does not do the same twice is found out.
   */
  hash?(): string;

  /**
   * Runs code in an activation and leaves the program where it stands: time, frames and operands are afterwards what
   * they were, armed sites are passed. Throws a Failure: `bad-expression` for what the code met (blame `program`) or was
   * refused (blame `user`), `deadline` when the budget is used up, `cancelled` when it was interrupted.
   */
  evaluate?(request: EvaluateRequest): EvaluateAnswer;
  /**
   * Assigns a copy of an existing object, as an assignment of the language would. Throws a RangeError with a reason when
   * it does not fit there.
   */
  writeWord?(place: MachinePlace, object: ObjectId): void;
  /** What the latest `return` of the task handed over. */
  lastReturn?(task: number): Word;
  /** Lets only this task run; undefined lifts it. */
  restrictTo?(task: number | undefined): void;
  /** Sets the next instruction of the top frame. */
  goto?(task: number, address: number): void;
  /** Unwinds to the start of this activation, arguments kept. */
  restartFrame?(task: number, serial: number): void;
  endTask?(task: number): void;
  disassemble?(address: number): MachineInstruction | undefined;
}

/** The module that a language names: loaded on the thread of the VM, so it must import only what runs there. */
export interface MachineModule {
  createMachine(image: unknown, host: MachineHost): Machine;
}

/** What a language's build hands to the engine as `Target.image`. `code` and `symbols` are cloned into the thread. */
export interface MachineImage {
  /** Passed to `createMachine`. */
  readonly code: unknown;
  readonly symbols: SymbolData;
  /** Modules that are loaded from the start; the others come with an outcome `module`. */
  readonly loaded: readonly ModuleId[];
}
