// Temporary folders that know their owner, so that what a killed process left behind is removed by the next one.

import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './failure.js';
import { systemCause } from './system-cause.js';

const named = /^sonde-[a-z]+-(\d+)-\w{6}$/;

/** A new folder for this user alone; whoever asked for it removes it. */
export async function makeTemporaryFolder(purpose: string, base = tmpdir()): Promise<string> {
  await removeAbandoned(base);
  try {
    return await mkdtemp(join(base, `sonde-${purpose}-${process.pid}-`));
  } catch (error) {
    throw unusable(base, error);
  }
}

function unusable(base: string, error: unknown): Failure {
  const known = systemCause(error);
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    known?.cause ??
    (code === 'ENOENT' || code === 'ENOTDIR'
      ? existsSync(base)
        ? 'nothing can be made there.'
        : 'it does not exist.'
      : code === 'EACCES' || code === 'EPERM'
        ? 'this user may not write there.'
        : message);
  return new Failure(
    'no-resources',
    'environment',
    `no temporary folder can be made in ${base}: ${why}`,
    known?.next ?? 'Set TMPDIR to a folder that can be written.',
    { cause: error },
  );
}

/** Folders of ours whose process is gone. What cannot be removed is somebody else's or will be next time. */
async function removeAbandoned(base: string): Promise<void> {
  const names = await readdir(base).catch(() => []);
  const dead = names.filter(name => {
    const pid = Number(named.exec(name)?.[1]);
    return pid > 0 && !isAlive(pid);
  });
  await Promise.all(dead.map(name => removeIfOwn(join(base, name)).catch(() => undefined)));
}

async function removeIfOwn(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isDirectory() && found.uid === process.getuid?.())
    await rm(path, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
