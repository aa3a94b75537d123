// A launch from a recording: nothing is built and nothing outside is done; the language's machine runs what was logged.

import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Failure, notSupported, readOrdinary, type Target } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { fileText } from '../program/built-sources.js';
import type { CheckedLaunch } from '../launch-configuration.js';
import { languageCalled } from '../program/program-language.js';
import { canBeRecorded } from '../time/recorded-time.js';
import { decodeRecording, largestRecording, type RecordedSource } from './recording-file.js';

/** What a recording brings instead of a build. */
export interface RecordedProgram {
  readonly image: unknown;
  /** Where its sources are put for editors; the run that uses it makes and removes it. */
  readonly folder: string;
  /** Those that are not on this machine as they were. */
  readonly sources: readonly (RecordedSource & { readonly here: string })[];
  /** All paths that it has texts of: no other file belongs to it. */
  readonly paths: ReadonlySet<string>;
}

export interface RecordedOptions {
  readonly recording: string;
  readonly cwd?: string;
  readonly stopOnEntry?: boolean;
}

export async function checkRecordedLaunch(
  { recording: given, cwd, stopOnEntry }: RecordedOptions,
  languages: readonly Language[],
  timeoutMs: number,
): Promise<CheckedLaunch> {
  const path = resolve(cwd ?? process.cwd(), given);
  const found = await decodeRecording(await readRecording(path), path);
  const language = languageCalled(found.language, languages);
  // Only an engine that replays keeps its program from the world.
  if (!canBeRecorded(language.engine.traits))
    throw notSupported('a recording', `programs of ${language.name} cannot be replayed`);
  const recorded = await recordedProgram(found.image, found.sources);
  return {
    language,
    languages,
    recorded,
    sourceMap: Object.fromEntries(recorded.sources.map(({ path: built, here }) => [built, here])),
    timeoutMs,
    settings: {
      program: found.program,
      args: found.args,
      cwd: found.cwd,
      env: {},
      stopOnEntry: stopOnEntry ?? false,
      noDebug: false,
      stdin: { text: '', closed: true },
      console: 'internalConsole',
      recording: { kind: 'replay', data: found.log },
      extra: found.options,
    },
  };
}

async function readRecording(path: string): Promise<Uint8Array> {
  try {
    return await readOrdinary(path, largestRecording);
  } catch (error) {
    const why = error instanceof Failure ? error.message : `${path} cannot be read.`;
    throw new Failure('bad-arguments', 'user', `"recording": ${why}`, 'Check the path.', { cause: error });
  }
}

async function recordedProgram(image: unknown, sources: readonly RecordedSource[]): Promise<RecordedProgram> {
  const folder = join(tmpdir(), `sonde-replay-${process.pid}-${randomBytes(3).toString('hex')}`);
  const placed: (RecordedSource & { readonly here: string })[] = [];
  for (const [nth, source] of sources.entries()) {
    const there = await fileText(source.path);
    // Whoever has the same file works on it, and not on a copy that goes away.
    if (there !== undefined && Buffer.compare(there, source.text) === 0) continue;
    placed.push({ ...source, here: join(folder, String(nth), safeName(source.path)) });
  }
  return { image, folder, sources: placed, paths: new Set(sources.map(({ path }) => path)) };
}

/** Of 255 bytes, which file systems take, a character may have three. */
const longestName = 80;

/** A name in a file from elsewhere must not lead out of the folder. Letters of any script stay: breakpoints are set by it. */
function safeName(path: string): string {
  const name = basename(path.replaceAll('\\', '/'))
    .replaceAll(/[^\p{L}\p{M}\p{N} ._()+@=,#~-]/gu, '_')
    .slice(-longestName);
  return /^[. ]*$/.test(name) ? 'source' : name;
}

/** In place of a build. The folder is for this user alone. */
export async function recordedTarget(
  { image, folder, sources }: RecordedProgram,
  program: string,
): Promise<Target> {
  if (sources.length > 0) await mkdir(folder, { mode: 0o700 });
  for (const { here, text } of sources) {
    await mkdir(resolve(here, '..'));
    await writeFile(here, text, { flag: 'wx', mode: 0o400 });
  }
  return { program, temporary: sources.length > 0 ? [folder] : [], image };
}
