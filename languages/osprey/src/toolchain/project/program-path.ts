// The path by which somebody names a program: a file, the folder of a project, or its manifest.

import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { canonicalPath } from '@sonde/engine-native/toolchain';
import { manifestName } from './manifest.js';

/** Absolute, without links. */
export async function programPath(name: string, cwd: string): Promise<string> {
  const path = resolve(cwd, name);
  const about = await stat(path).catch(() => undefined);
  return about?.isDirectory() === true ? realpath(path) : canonicalPath(name, cwd);
}

/** What the executable is called unless somebody says otherwise. */
export const programName = (path: string): string =>
  basename(path) === manifestName ? basename(dirname(path)) : basename(path, extname(path));
