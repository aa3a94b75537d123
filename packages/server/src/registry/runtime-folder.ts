// The folder where this user's servers register: private, checked, never trusted by its name alone.

import { lstatSync, mkdirSync, statSync, type Stats } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Failure } from '@sonde/engine';

/** `$XDG_RUNTIME_DIR/sonde` where that exists, else a folder in the temporary one that carries the user's id. */
export function runtimeFolderPath(env: NodeJS.ProcessEnv = process.env): string {
  const runtime = env['XDG_RUNTIME_DIR'];
  if (runtime !== undefined && runtime.startsWith('/') && isFolder(runtime)) return join(runtime, 'sonde');
  return join(tmpdir(), `sonde-${userInfo().uid}`);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Makes the folder if needed. Anyone can make a folder of that name in /tmp, so owner and mode are checked. */
export function openRuntimeFolder(path = runtimeFolderPath()): string {
  refuseOnWindows();
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isError(error, 'EEXIST')) {
      throw new Failure('not-found', 'environment', `cannot make ${path}.`, 'Check its parent folder.', {
        cause: error,
      });
    }
  }
  const stats = lstatSync(path);
  const problem = problemWith(stats);
  if (problem === undefined) return path;
  throw new Failure(
    'wrong-state',
    'environment',
    `${path} ${problem}, so sessions cannot be registered there.`,
    `Check whose it is, then: rm -r ${path}`,
  );
}

function problemWith(stats: Stats): string | undefined {
  if (stats.isSymbolicLink()) return 'is a symbolic link';
  if (!stats.isDirectory()) return 'is not a folder';
  if (stats.uid !== userInfo().uid) return 'belongs to another user';
  if ((stats.mode & 0o077) !== 0) return 'is open to other users';
  return undefined;
}

function refuseOnWindows(): void {
  if (process.platform !== 'win32') return;
  throw new Failure(
    'not-supported',
    'environment',
    'the register of sessions needs private Unix sockets, which this platform lacks.',
    'Use a port with a token instead.',
  );
}

const isError = (error: unknown, code: string): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === code;
