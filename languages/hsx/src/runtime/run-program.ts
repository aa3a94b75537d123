// Runs programs to their end without an engine: for tests, and for whoever only wants the result.

import type { Fault } from './faults.js';
import type { HsxImage } from './image.js';
import { System, type SystemHost } from './system.js';

export interface RunOptions {
  /** Lines are separated by '\n'. */
  readonly stdin?: string;
  /** Instructions; after that many it is given up. */
  readonly limit?: number;
}

export interface RunResult {
  readonly stdout: string;
  readonly stderr: string;
  /** R0 of task 1 at its end, with a sign; undefined when it did not end. */
  readonly exit: number | undefined;
  readonly steps: number;
  /** The first fault of any task, with where it stood. */
  readonly fault: (Fault & { readonly task: number; readonly pc: number }) | undefined;
  /** Why it did not end: all tasks wait for one another, or the limit was reached. */
  readonly unfinished?: 'deadlock' | 'limit';
}

/** Sleeping takes no time here: the clock jumps to where the next task wakes. */
export function runProgram(image: HsxImage, options: RunOptions = {}): RunResult {
  const host = new TextHost(options.stdin ?? '');
  const system = new System({ ...image, traceSize: 0 }, host);
  const limit = options.limit ?? 1e9;
  let fault: RunResult['fault'];
  let unfinished: RunResult['unfinished'];
  for (;;) {
    const outcome = system.run(limit, false);
    if (outcome.kind === 'exited') break;
    if (outcome.kind === 'time') unfinished = 'limit';
    else if (outcome.kind === 'thrown') {
      const task = system.task(outcome.task);
      fault ??= { ...task.fault!, task: task.id, pc: task.pc };
    } else if (outcome.kind === 'waiting')
      if (outcome.until === undefined) unfinished = 'deadlock';
      else host.clock = outcome.until;
    if (unfinished !== undefined) break;
  }
  const [first] = system.state.tasks;
  return {
    stdout: host.textOf('stdout'),
    stderr: host.textOf('stderr'),
    exit: first!.finished ? first!.exitStatus : undefined,
    steps: system.state.time,
    fault,
    ...(unfinished === undefined ? {} : { unfinished }),
  };
}

/** A world of plain texts. */
class TextHost implements SystemHost {
  clock = 0;
  readonly watching = false;
  readonly #lines: string[];
  readonly #written = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };

  constructor(stdin: string) {
    this.#lines = stdin.split('\n');
    if (this.#lines.at(-1) === '') this.#lines.pop();
  }

  write(stream: string, text: string): boolean {
    return this.writeBytes(stream, new TextEncoder().encode(text));
  }

  writeBytes(stream: string, bytes: Uint8Array): boolean {
    this.#written[stream as 'stdout' | 'stderr'].push(bytes);
    return true;
  }

  textOf(stream: 'stdout' | 'stderr'): string {
    return Buffer.concat(this.#written[stream]).toString('utf8');
  }

  readLine(): string | null {
    return this.#lines.shift() ?? null;
  }

  now(): number {
    return this.clock;
  }

  touched(): boolean {
    return false;
  }
}
