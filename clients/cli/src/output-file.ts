// Puts what a build makes where the user wants it, and nothing of the user's in danger.
//
// The build writes into a new folder beside the wanted place; only what was built whole takes that place, in one step.
// What a build makes besides, as debug information in a file of its own, goes beside it.

import { constants, type Stats } from 'node:fs';
import { access, lstat, mkdtemp, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { Failure } from '@sonde/engine';
import type { BuildResult } from '@sonde/language';
import { isSameFile } from './same-file.js';
import { writeFailure } from './write-failure.js';

export interface OutputRequest {
  /** Where the result is wanted, as the user wrote it. */
  readonly name: string;
  readonly program: string;
  readonly build: (output: string) => Promise<BuildResult>;
}

export async function buildInto({ name, program, build }: OutputRequest): Promise<BuildResult> {
  const wanted = resolve(name);
  const existing = await look(name, wanted);
  if (existing?.isDirectory() === true) throw writeFailure({ code: 'EISDIR' }, name, wanted);
  if (await isSameFile(wanted, program)) throw wouldOverwrite(name, 'the program itself');
  // A device takes what it is given; to put a file in its place would break the system.
  if (existing !== undefined && !existing.isFile()) return build(wanted);
  const place = existing === undefined ? wanted : await realpath(wanted);
  const folder = await makeFolder(name, place, existing !== undefined);
  try {
    const built = join(folder, basename(place));
    const result = await build(built);
    if (result.target === undefined) return result;
    await requireBuilt(built, program);
    if (existing !== undefined) await refuseSources(name, place, { built, program, result });
    const besides = (await readdir(folder)).filter(each => each !== basename(place));
    for (const each of besides) await refuseOther(join(folder, each), join(dirname(place), each));
    for (const each of [...besides, basename(place)]) {
      const to = join(dirname(place), each);
      await rename(join(folder, each), to).catch((error: unknown) => {
        throw writeFailure(error, to === place ? name : each, to);
      });
    }
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function look(name: string, path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw writeFailure(error, name, path);
  }
}

async function makeFolder(name: string, place: string, exists: boolean): Promise<string> {
  try {
    // The system would let us replace a file that may not be written; whoever protected it meant it.
    if (exists) await access(place, constants.W_OK);
    return await mkdtemp(join(dirname(place), '.sonde-build-'));
  } catch (error) {
    throw writeFailure(error, name, place);
  }
}

async function requireBuilt(built: string, program: string): Promise<void> {
  if ((await lstat(built).catch(() => undefined)) !== undefined) return;
  throw new Failure(
    'bad-arguments',
    'user',
    `${basename(program)} needs no building: it can be run as it is.`,
    'Name its source to build it anew.',
  );
}

/**
 * Sources that we can know of: those a diagnostic speaks of, and files named as the program's source is which hold
 * something else than a build makes.
 */
async function refuseSources(
  name: string,
  place: string,
  {
    built,
    program,
    result,
  }: { readonly built: string; readonly program: string; readonly result: BuildResult },
): Promise<void> {
  for (const { location } of result.diagnostics) {
    if (location?.source.path !== undefined && (await isSameFile(location.source.path, place)))
      throw wouldOverwrite(name, 'a source file');
  }
  if (extname(place) === '' || extname(place) !== extname(program)) return;
  const [old, made] = await Promise.all([beginning(place), beginning(built)]);
  if (old.length > 0 && !old.equals(made)) throw wouldOverwrite(name, 'a source file');
}

/** A file that nobody named gives way only to one of its own kind, as an earlier build left it. */
async function refuseOther(built: string, place: string): Promise<void> {
  const existing = await look(place, place);
  if (existing === undefined) return;
  if (!existing.isFile()) throw writeFailure({ code: 'EISDIR' }, place, place);
  const [old, made] = await Promise.all([beginning(place), beginning(built)]);
  if (old.length > 0 && !old.equals(made)) throw wouldOverwrite(place, 'a file that no build made');
}

/** Formats tell themselves by their first bytes. */
async function beginning(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const wouldOverwrite = (name: string, what: string): Failure =>
  new Failure(
    'bad-arguments',
    'user',
    `${name} is ${what}; the build would overwrite it.`,
    'Choose another file for -o.',
  );
