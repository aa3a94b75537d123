// Looking at processes from outside: which children one has, and whether it is gone.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The children of a process, and theirs, as the system sees them now. */
export function descendants(pid: number): readonly number[] {
  let own: number[];
  try {
    own = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
  return own.flatMap(child => [child, ...descendants(child)]);
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Processes whose program lies in a folder, whoever started them. */
export const runningFrom = (folder: string): readonly number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => programOf(pid).startsWith(`${folder}/`));

function programOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return '';
  }
}

/** Resolves when none of them is alive; rejects, naming the survivors, after the deadline. */
export async function allGone(pids: readonly number[], deadlineMs = 60_000): Promise<void> {
  const late = Date.now() + deadlineMs;
  for (;;) {
    const alive = pids.filter(isAlive);
    if (alive.length === 0) return;
    if (Date.now() > late)
      throw new Error(`still alive: ${alive.map(pid => `${pid} ${commandOf(pid)}`).join(', ')}`);
    // The system tells nobody but the parent when a process ends, so this looks again.
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

function isAlive(pid: number): boolean {
  try {
    // A zombie is over; only its parent has not noticed yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
