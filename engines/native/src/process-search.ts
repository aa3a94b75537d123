// Finds processes of this machine by what they are called, as they are now or as soon as one comes.

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, notSupported } from '@sonde/engine';

export interface FoundProcess {
  readonly id: number;
  /** Its command line without folders, for people. */
  readonly command: string;
}

/** A process that is to be caught early is looked for often; one look takes a few milliseconds. */
const lookMs = 20;
const mostListed = 10;
const longestCommand = 60;

/** The one process that has the first of the names that any has. */
export function processNamed(names: readonly string[]): number {
  for (const name of names) {
    const [only, ...others] = processesNamed(name);
    if (only === undefined) continue;
    if (others.length === 0) return only.id;
    throw several(name, [only, ...others]);
  }
  throw new Failure(
    'not-found',
    'user',
    `no process is called ${names[0] ?? ''}.`,
    'Start it first, or set "waitFor" to wait for it.',
  );
}

/** The next process that is called so; those that are so already do not count. */
export async function nextProcessNamed(names: readonly string[], signal: AbortSignal): Promise<number> {
  const look = (): readonly FoundProcess[] => names.flatMap(processesNamed);
  const before = new Set(look().map(({ id }) => id));
  for (;;) {
    const found = look().find(({ id }) => !before.has(id));
    if (found !== undefined) return found.id;
    await pause(lookMs, undefined, { signal });
  }
}

/** By the file that they run, or by the name that the kernel has for them. A path must be that of the file. */
export function processesNamed(name: string): readonly FoundProcess[] {
  if (process.platform !== 'linux')
    throw notSupported('finding a process by its name', 'that works on Linux only; pass "pid"');
  const found: FoundProcess[] = [];
  for (const entry of readdirSync('/proc')) {
    const id = Number(entry);
    if (!Number.isInteger(id) || id === process.pid || !isCalled(id, name)) continue;
    found.push({ id, command: commandOf(id) });
  }
  return found;
}

function isCalled(id: number, name: string): boolean {
  // A process of another user does not tell its file, and a kernel thread has none.
  const file = attempt(() => readlinkSync(`/proc/${id}/exe`))?.replace(/ \(deleted\)$/, '');
  if (name.includes('/')) return file === name;
  if (file !== undefined && basename(file) === name) return true;
  return attempt(() => readFileSync(`/proc/${id}/comm`, 'utf8'))?.trimEnd() === name;
}

function commandOf(id: number): string {
  const words = (attempt(() => readFileSync(`/proc/${id}/cmdline`, 'utf8')) ?? '').replace(/\0+$/, '');
  const [file = '', ...args] = words.split('\0');
  const command = [basename(file), ...args].join(' ');
  return command.length > longestCommand ? `${command.slice(0, longestCommand - 1)}…` : command;
}

/** Processes come and go while we look. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function several(name: string, found: readonly FoundProcess[]): Failure {
  const listed = found.slice(0, mostListed).map(({ id, command }) => `${id} (${command})`);
  const more = found.length > mostListed ? ` and ${found.length - mostListed} more` : '';
  return new Failure(
    'bad-arguments',
    'user',
    `${found.length} processes are called ${name}: ${listed.join(', ')}${more}.`,
    'Pass the one that is meant as "pid".',
  );
}
