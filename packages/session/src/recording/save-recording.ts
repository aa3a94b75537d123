// The recording of a run, for a file: the program as it was built, its sources, and the log of its engine.

import { createHash } from 'node:crypto';
import { access, constants, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { Failure, systemCause, type Engine, type LaunchSettings, type SourceRef } from '@sonde/engine';
import type { Language } from '@sonde/language';
import { fileText } from '../program/built-sources.js';
import { localPath, type SourceMap } from '../clients/source-translation.js';
import { timeOf } from '../time/recorded-time.js';
import {
  encodeRecording,
  looksRecorded,
  recordingExtension,
  tooLarge,
  type RecordedSource,
} from './recording-file.js';

/** Libraries may come with many; a reader does without what is not there. */
const mostSourceBytes = 64 * 1024 * 1024;
const largestLog = 512 * 1024 * 1024;

/** A program that was run, by a session or without one. */
export interface RecordedRun {
  readonly language: Language;
  readonly settings: LaunchSettings;
  readonly engine: Engine;
  /** What was built. */
  readonly image: unknown;
  readonly sourceMap: SourceMap;
}

export async function recordingOf(run: RecordedRun, signal?: AbortSignal): Promise<Buffer> {
  const { language, settings, engine, image } = run;
  const log = await wholeLog(timeOf(engine).recording(signal));
  return encodeRecording({
    language: language.id,
    program: settings.program,
    cwd: settings.cwd,
    args: [...settings.args],
    options: ownOptions(run),
    image,
    log,
    sources: await sourcesOf(run),
  });
}

/** `tour` of `/home/me/tour.x` becomes `tour.sonde`. */
export const recordingName = (program: string): string =>
  `${basename(program, extname(program))}${recordingExtension}`;

/**
 * A recording takes the place of another one, and of nothing else. Asked before the run begins: a folder that is missed
 * only at its end costs the whole run.
 */
export async function requireRecordingPlace(path: string): Promise<void> {
  await requireWritableFolder(path);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return;
  // A device would be replaced by a file, and a pipe is read only when somebody writes into it.
  const begin = found.isFile() ? await beginningOf(path) : undefined;
  if (begin !== undefined && (begin.length === 0 || looksRecorded(begin))) return;
  throw new Failure(
    'bad-arguments',
    'user',
    `${path} is no recording; it would be overwritten.`,
    'Choose another file.',
  );
}

/** Whether the file says of itself that it is one. */
export async function isRecording(path: string): Promise<boolean> {
  const begin = await beginningOf(path);
  return begin !== undefined && looksRecorded(begin);
}

/** The first bytes; undefined for what cannot be read as a file. */
async function beginningOf(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

async function requireWritableFolder(path: string): Promise<void> {
  const folder = dirname(path);
  const wrong = (why: string, next: string): Failure =>
    new Failure('bad-arguments', 'user', `the recording cannot be written to ${path}: ${why}`, next);
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) throw wrong(`there is no folder ${folder}.`, `Make it first: mkdir -p ${folder}`);
  if (!found.isDirectory()) throw wrong(`${folder} is not a folder.`, 'Choose another path.');
  const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) throw wrong(`this user may not write into ${folder}.`, 'Choose another path.');
}

/** Whole or not at all: whoever finds the file can open it. */
export async function writeRecording(path: string, bytes: Uint8Array): Promise<void> {
  await requireRecordingPlace(path);
  const partial = `${path}.${process.pid}.part`;
  try {
    await writeFile(partial, bytes);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    const known = systemCause(error);
    throw new Failure(
      'no-resources',
      'environment',
      `the recording cannot be written to ${path}: ${known?.cause ?? (error as Error).message}`,
      known?.next ?? 'Choose another path.',
      { cause: error },
    );
  }
}

async function wholeLog(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > largestLog) throw tooLarge();
    all.push(piece);
  }
  return Buffer.concat(all);
}

/** What the language adds to a launch; the environment and standard input of the run may be nobody's business. */
function ownOptions({ language, settings }: RecordedRun): Record<string, unknown> {
  const names = Object.keys((language.launch?.['properties'] ?? {}) as object);
  return Object.fromEntries(Object.entries(settings.extra).filter(([name]) => names.includes(name)));
}

async function sourcesOf(run: RecordedRun): Promise<readonly RecordedSource[]> {
  const listed = (await run.engine.loadedSources?.().catch(() => [])) ?? [];
  const found: RecordedSource[] = [];
  let size = 0;
  for (const source of listed) {
    const { path } = source;
    if (path === undefined) continue;
    const text = await builtText(run, source, path);
    if (text === undefined || size + text.length > mostSourceBytes) continue;
    size += text.length;
    found.push({ path, text });
  }
  return found;
}

/** The text that was built: a file that has changed since would be shown with the wrong lines. */
async function builtText(
  { engine, sourceMap }: RecordedRun,
  source: SourceRef,
  path: string,
): Promise<Uint8Array | undefined> {
  const told = await engine.sourceText?.(source).catch(() => undefined);
  if (told !== undefined) return Buffer.from(told);
  const text = await fileText(localPath(path, sourceMap));
  if (text === undefined || source.sha256 === undefined) return text;
  return createHash('sha256').update(text).digest('hex') === source.sha256 ? text : undefined;
}
