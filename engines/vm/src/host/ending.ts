// Why a program ended, in words: its own end, its memory, or a machine that failed.

import { Failure, type EngineEvent } from '@sonde/engine';
import type { ThreadEnd } from './worker-link.js';

export type Trouble = NonNullable<(EngineEvent & { readonly kind: 'ended' })['trouble']>;

export interface Ending {
  readonly thread: ThreadEnd;
  /** What the thread said before it ended. */
  readonly crash: { readonly message: string; readonly stack: string } | undefined;
  readonly exited: boolean;
  /** We ended it. */
  readonly terminated: boolean;
  readonly machine: URL;
  /** What the program may use, in bytes. */
  readonly memoryLimit: number;
}

const megabyte = 1024 * 1024;

/** Undefined for an end in the ordinary way. */
export function troubleOf(ending: Ending): Trouble | undefined {
  if (ending.thread.outOfMemory)
    return {
      blame: 'program',
      message: `the program used more memory than its limit of ${Math.round(ending.memoryLimit / megabyte)} MB.`,
      next: 'Look for data that only grows, or raise the limit.',
    };
  if (ending.exited) return undefined;
  const name = ending.machine.pathname;
  const fault = ending.crash ?? ending.thread.error;
  if (fault !== undefined) {
    const trace = fault.stack === undefined || fault.stack === '' ? {} : { trace: fault.stack };
    return {
      blame: 'language',
      message: `the machine ${name} failed: ${fault.message}`,
      next: 'This is a fault of the machine, not of the program.',
      ...trace,
    };
  }
  return ending.terminated
    ? undefined
    : { blame: 'language', message: `the machine ${name} ended without a word.` };
}

/** The thread ended before the program could run. */
export const notStarted = (trouble: Trouble | undefined): Failure =>
  new Failure(
    'engine-died',
    trouble?.blame ?? 'language',
    trouble?.message ?? 'the machine ended at once.',
    trouble?.next,
  );
