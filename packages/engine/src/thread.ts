// Threads: anything of the debuggee that has a stack of its own.

import type { ThreadId } from './ids.js';

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
}
