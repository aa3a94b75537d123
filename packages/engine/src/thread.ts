// Threads: anything of the debuggee that has a stack of its own.

import type { ThreadId } from './ids.js';
import type { SourceLocation } from './source.js';

export type ThreadKind = 'os' | 'task' | 'fiber' | 'coroutine' | 'transaction';

/** Why a thread that is neither stopped nor finished does not move. */
export type WaitReason = 'input' | 'output' | 'time' | 'lock' | 'message' | 'await';

export interface Thread {
  readonly id: ThreadId;
  readonly name: string;
  readonly kind: ThreadKind;
  /** The thread that runs this one, for tasks and coroutines on top of threads of the system. */
  readonly carrier?: ThreadId;
  readonly state: 'running' | 'stopped' | 'waiting' | 'finished';
  readonly waitReason?: WaitReason;
  /** The memory that its pointers count in, where each has its own. */
  readonly memory?: string;
  /** What it waits for, in the words of the program. */
  readonly awaiting?: string;
  /**
   * What the program itself knows it by, for tasks and coroutines: an address, as a rule. For a thread of the system that
   * runs one at present, that one's.
   */
  readonly handle?: string;
  /** The handle of the task that it awaits, where it awaits one. */
  readonly awaits?: string;
  /** The thread that goes on when this one, or the task that it runs, has ended, where others await that. */
  readonly awaitedBy?: ThreadId;
  /** How many tasks on top of it wait; only where they are too many for each to be a thread of the list. */
  readonly tasks?: number;
  /** Where it was suspended, as the program itself noted it; its stack may tell more. */
  readonly location?: SourceLocation;
}
