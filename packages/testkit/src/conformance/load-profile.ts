// Loading a profile: read, checked, its files written and prepared in a folder of their own, its placeholders filled.
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProblem } from '@sonde/dap';
import { profileSchema } from './profile.js';
import type { ConformanceProfile } from './profile.js';

/** A profile that can be used; `close` removes its folder. */
export interface LoadedProfile {
  readonly profile: ConformanceProfile;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** The profile, or what it prepares, is not as it must be. Not a fault of the adapter. */
export class ProfileProblem extends Error {
  override readonly name = 'ProfileProblem';
}

export interface LoadOptions {
  /** Ends what prepares the profile. */
  readonly signal?: AbortSignal;
}

export async function loadProfile(file: string | URL, options: LoadOptions = {}): Promise<LoadedProfile> {
  const given = await readProfile(file);
  const path = pathOf(file);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'conformance-')));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    const profile = filled(given, { folder });
    await writeFiles(profile, folder, path);
    for (const command of profile.prepare ?? []) await prepare(command, folder, path, options);
    return { profile, folder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Read and checked; nothing is written or run, so that `${folder}` is not known yet. */
export async function readProfile(file: string | URL): Promise<ConformanceProfile> {
  const path = pathOf(file);
  return filled(parse(path, await readText(path)), { profile: dirname(path) });
}

const pathOf = (file: string | URL): string => (file instanceof URL ? fileURLToPath(file) : resolve(file));

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ProfileProblem(`the profile ${path} cannot be read: ${messageOf(error)}`);
  }
}

function parse(path: string, text: string): ConformanceProfile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProfileProblem(`the profile ${path} is not JSON: ${messageOf(error)}`);
  }
  const problem = findProblem(profileSchema, value, 'profile');
  if (problem !== undefined) throw new ProfileProblem(`the profile ${path} is not valid: ${problem}`);
  return value as ConformanceProfile;
}

/** `${folder}`: where its files are. `${profile}`: where the profile is. `${env:NAME}`: the environment. */
function filled<T>(value: T, known: Readonly<Record<string, string>>): T {
  if (typeof value === 'string') {
    return value.replace(/\$\{(env:)?(\w+)\}/g, (whole, env: string | undefined, name: string) =>
      env === undefined ? (known[name] ?? whole) : (process.env[name] ?? ''),
    ) as T;
  }
  if (Array.isArray(value)) return value.map(each => filled(each as unknown, known)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, known)])) as T;
}

async function writeFiles(profile: ConformanceProfile, folder: string, path: string): Promise<void> {
  for (const [name, lines] of Object.entries(profile.files ?? {})) {
    const target = resolve(folder, name);
    if (isAbsolute(name) || !target.startsWith(folder + sep))
      throw new ProfileProblem(`the profile ${path} names a file outside its folder: ${name}`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, `${lines.join('\n')}\n`);
  }
}

const prepareLimitMs = 120_000;

async function prepare(
  command: readonly string[],
  folder: string,
  path: string,
  options: LoadOptions,
): Promise<void> {
  const [program, ...args] = command;
  if (program === undefined) return;
  try {
    await promisify(execFile)(program, args, { cwd: folder, timeout: prepareLimitMs, ...options });
  } catch (error) {
    throw new ProfileProblem(`the profile ${path} cannot be prepared: ${messageOf(error)}`);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
