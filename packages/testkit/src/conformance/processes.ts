// Whether a process of the adapter's or of the program's is still there, and whether it stands still.
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A process that has ended and was not collected yet counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It is there, but not ours.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !isZombie(pid);
}

/** The children of a process, and theirs, where the system tells (on Linux); none elsewhere. */
export function descendants(pid: number): readonly number[] {
  let children: string;
  try {
    children = readdirSync(`/proc/${pid}/task`)
      .map(task => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'))
      .join(' ');
  } catch {
    return [];
  }
  const own = children.split(' ').filter(Boolean).map(Number);
  return own.flatMap(child => [child, ...descendants(child)]);
}

const betweenLooksMs = 20;

/** Nobody tells us of the end of a process that is not our child, so that we have to look. */
export async function isGoneWithin(pid: number, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  while (isAlive(pid)) {
    if (performance.now() > until) return false;
    await delay(betweenLooksMs);
  }
  return true;
}

/** Whether it is held by a signal; undefined where the system does not tell. */
export async function isSuspendedWithin(pid: number, limitMs: number): Promise<boolean | undefined> {
  const until = performance.now() + limitMs;
  for (;;) {
    const state = stateOf(pid);
    if (state === undefined || state === 'T') return state === 'T' ? true : undefined;
    if (performance.now() > until) return false;
    await delay(betweenLooksMs);
  }
}

const isZombie = (pid: number): boolean => stateOf(pid) === 'Z';

/** Where the system tells: the letter that follows the name in parentheses. */
function stateOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.charAt(text.lastIndexOf(')') + 2);
  } catch {
    return undefined;
  }
}
