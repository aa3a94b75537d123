// The runtime of a language as object files: compiled once for each compiler and each state of its sources, and kept in the user's cache.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asFailure, Failure } from '@sonde/engine';
import { cacheFolder } from '@sonde/engine-native/toolchain';
import { runOnOwn, type Clang } from './clang.js';
import type { OwnCompiler } from './own-compiler.js';

/** Without debug information: a debugger then steps over the runtime instead of into it. */
const options: readonly string[] = ['-std=c11', '-O2', '-fno-omit-frame-pointer', '-fPIC', '-w', '-c'];

export interface RuntimeRequest {
  readonly clang: Clang;
  readonly signal: AbortSignal;
  /** Told when it has to be compiled, which takes a few seconds. */
  progress(message: string): void;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Paths of object files. Two builds at once both compile; the folder of the first is the one that stays. */
export async function runtimeObjects(own: OwnCompiler, request: RuntimeRequest): Promise<readonly string[]> {
  const { clang, signal } = request;
  const { language, runtime: sources } = own;
  const files = (await readdir(sources)).filter(name => /\.[ch]$/.test(name)).sort();
  const hash = createHash('sha256').update([clang.path, clang.version, ...options].join('\0'));
  for (const name of files) hash.update(name).update(await readFile(join(sources, name)));
  const cache = cacheFolder(own.runtimeCache, request.environment);
  const kept = join(cache, hash.digest('hex').slice(0, 32));
  const present = await objectsIn(kept);
  if (present.length > 0) return present;

  request.progress(`compiling the ${language} runtime`);
  const fresh = join(cache, `new-${process.pid}-${randomUUID()}`);
  await mkdir(fresh, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new Failure(
      'build-failed',
      'environment',
      `the ${language} runtime cannot be kept in ${cache}: ${asFailure(error).message}.`,
      'Set XDG_CACHE_HOME to a folder that can be written.',
    );
  });
  try {
    const inputs = files.filter(name => name.endsWith('.c')).map(name => join(sources, name));
    const args = [...options, ...inputs];
    await runOnOwn(own, { compiler: clang.path, args, cwd: fresh, signal }, 'its own runtime');
    // Never half a folder: it appears with all its files, unless another build was first.
    await rename(fresh, kept).catch(async (error: unknown) => {
      if ((await objectsIn(kept)).length === 0) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return objectsIn(kept);
}

async function objectsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(name => name.endsWith('.o'))
    .sort()
    .map(name => join(folder, name));
}
