// Makes sure that processes are gone which are not children of ours, and that no stranger is hit.

import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export interface KnownProcess {
  readonly id: number;
  /** When it began, in the kernel's clock ticks; tells it from a later process of the same number. */
  readonly started: string;
}

/** Ends the processes and waits, at most for `milliseconds`, until they are gone. */
export async function reap(processes: readonly KnownProcess[], milliseconds: number): Promise<void> {
  for (const known of processes) {
    if (await isAlive(known)) kill(known.id);
  }
  const deadline = Date.now() + milliseconds;
  for (const known of processes) {
    while ((await isAlive(known)) && Date.now() < deadline) await pause(5);
  }
}

export async function isAlive(known: KnownProcess): Promise<boolean> {
  if (known.id <= 0) return false;
  try {
    const status = await readFile(`/proc/${known.id}/stat`, 'utf8');
    // The name in parentheses may hold anything, spaces too; what follows it does not.
    const rest = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return rest[19] === known.started && rest[0] !== 'Z' && rest[0] !== 'X';
  } catch {
    return false;
  }
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // Gone in the meantime.
  }
}
