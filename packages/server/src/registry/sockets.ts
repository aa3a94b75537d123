// The sockets in the runtime folder, and which of them dead servers left behind.

import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pidOfSocket } from './register.js';

/** A server makes its socket before it listens; younger than this it may just be starting. */
const startingMs = 10_000;

export const registeredSockets = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter(name => pidOfSocket(name) !== undefined)
    .map(name => join(folder, name));

/** For a socket where nobody answered. */
export function removeIfStale(path: string): void {
  if (isStale(path, pidOfSocket(basename(path)) ?? 0)) rmSync(path, { force: true });
}

/** A live process of that number may be another one that got the number again: age decides. */
function isStale(path: string, pid: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isSocket() !== true) return false;
  return !isAlive(pid) || Date.now() - stats.mtimeMs > startingMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
