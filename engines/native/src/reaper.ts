// Makes sure that processes are gone which are not children of ours, and that no stranger is hit.

import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

export interface KnownProcess {
  readonly id: number;
  /** When it began, in the kernel's clock ticks; tells it from a later process of the same number. */
  readonly started: string;
}

/** The process of this number as it is now. */
export async function known(id: number): Promise<KnownProcess> {
  return { id, started: (await statusOf(id))?.started ?? '' };
}

/** Ends the processes and waits, at most for `milliseconds`, until they are gone. */
export async function reap(processes: readonly KnownProcess[], milliseconds: number): Promise<void> {
  for (const process of processes) await signalTo(process, 'SIGKILL');
  await areGone(processes, milliseconds);
}

/** Whether they are gone, waiting at most for `milliseconds` until they are. */
export async function areGone(processes: readonly KnownProcess[], milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  for (const process of processes) {
    while (await isAlive(process)) {
      if (Date.now() >= deadline) return false;
      await pause(5);
    }
  }
  return true;
}

export async function signalTo(known: KnownProcess, signal: NodeJS.Signals): Promise<void> {
  if (!(await isAlive(known))) return;
  try {
    process.kill(known.id, signal);
  } catch {
    // Gone in the meantime.
  }
}

export async function isAlive(known: KnownProcess): Promise<boolean> {
  const status = await statusOf(known.id);
  return status?.started === known.started && status.state !== 'Z' && status.state !== 'X';
}

async function statusOf(
  id: number,
): Promise<{ readonly state: string; readonly started: string } | undefined> {
  if (id <= 0) return undefined;
  try {
    const text = await readFile(`/proc/${id}/stat`, 'utf8');
    // The name in parentheses may hold anything, spaces too; what follows it does not.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
