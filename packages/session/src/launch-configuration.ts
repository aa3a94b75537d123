// The launch configuration: one for all languages, plus what a language adds.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { findProblem } from '@sonde/dap';
import {
  Failure,
  readOrdinary,
  requireOrdinary,
  type AttachSettings,
  type LaunchSettings,
} from '@sonde/engine';
import type { Language } from '@sonde/language';
import { chooseLanguage } from './program/program-language.js';
import {
  checkRecordedLaunch,
  type RecordedOptions,
  type RecordedProgram,
} from './recording/recorded-launch.js';
import { requireRecordingPlace } from './recording/save-recording.js';
import { canonicalPath } from './clients/source-translation.js';
import { canBeRecorded, whyNotRecorded } from './time/recorded-time.js';

/** How long building and loading may take when the configuration does not say. */
export const defaultTimeoutMs = 600_000;
/** Timers cannot wait for ever, and nobody does. */
export const longestTimeoutSeconds = 86_400;
export const shortestTimeoutSeconds = 0.001;

/** The text of `stdin` is sent to the program in one piece. */
const largestInput = 256 * 1024 * 1024;

const consoleKinds = ['internalConsole', 'integratedTerminal', 'externalTerminal'] as const;

const megabyte = 1024 * 1024;
/** Checkpoints of a recording; thinned with age beyond it. */
const defaultBudgetMB = 256;
const recordOptions = Type.Object({
  budgetMB: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_536 })),
  file: Type.Optional(Type.String({ minLength: 1 })),
  stopAtEnd: Type.Optional(Type.Boolean()),
});

/** Every option that all languages share; docs/reference.md is made from this. */
export const launchSchema = Type.Object({
  program: Type.String({
    minLength: 1,
    description: 'The program to debug: a source file or what a build made of it.',
  }),
  args: Type.Optional(Type.Array(Type.String(), { description: 'Arguments of the program.' })),
  cwd: Type.Optional(Type.String({ description: 'Its working folder; that of the debugger by default.' })),
  env: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
      description: 'Environment variables to set, or to remove when null.',
    }),
  ),
  stopOnEntry: Type.Optional(Type.Boolean({ description: 'Stop before the first statement.' })),
  language: Type.Optional(Type.String({ description: 'The language, where the file name does not tell.' })),
  noDebug: Type.Optional(Type.Boolean({ description: 'Run without debugging.' })),
  stdin: Type.Optional(
    Type.Union([Type.String(), Type.Object({ file: Type.String() })], {
      description: 'Standard input: the text itself, or { "file": path }. It ends after that.',
    }),
  ),
  console: Type.Optional(
    Type.Union(
      consoleKinds.map(kind => Type.Literal(kind)),
      { description: 'Where the program reads and prints.' },
    ),
  ),
  sourceMap: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Folders of sources at build time → where they are now.',
    }),
  ),
  timeout: Type.Optional(
    Type.Number({
      minimum: shortestTimeoutSeconds,
      maximum: longestTimeoutSeconds,
      description: 'Most seconds for building and loading the program; 600 by default, at most a day.',
    }),
  ),
  record: Type.Optional(
    Type.Union([Type.Boolean(), Type.String({ minLength: 1 }), recordOptions], {
      description:
        'Record the run, so that one can go back in time; on by default where the engine can. A path writes the recording there when the session ends, as { "file": path } does; { "budgetMB": n } keeps at most that many megabytes of checkpoints and of what was in files, 256 by default; { "stopAtEnd": true } stops once more before the program ends, to go back from there.',
    }),
  ),
  recording: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'A recording to replay instead of a program, which is in it: leave out "program" and its options.',
    }),
  ),
});

export type LaunchConfiguration = Static<typeof launchSchema>;

export interface CheckedLaunch {
  readonly language: Language;
  /** All that are installed: parts of the program may be in others. */
  readonly languages: readonly Language[];
  readonly settings: LaunchSettings;
  /** For a program that was there before: nothing is built or started, and it lives on when the session ends. */
  readonly attach?: AttachSettings;
  /** From a recording: nothing is built, and what was logged is run. */
  readonly recorded?: RecordedProgram;
  /** Where the recording goes when the session ends. */
  readonly recordingFile?: string;
  readonly sourceMap: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** The time limit that a configuration sets, before anything else in it is looked at; a wrong one is refused later. */
export function timeoutMsOf(given: Readonly<Record<string, unknown>>): number {
  const { timeout } = given;
  const isGood =
    typeof timeout === 'number' && timeout >= shortestTimeoutSeconds && timeout <= longestTimeoutSeconds;
  return isGood ? timeout * 1000 : defaultTimeoutMs;
}

/** Checks a launch request's arguments; every problem is the user's and names the option. */
export async function checkLaunch(
  given: Readonly<Record<string, unknown>>,
  languages: readonly Language[],
  defaultLanguage?: string,
): Promise<CheckedLaunch> {
  const configuration: unknown = withoutNulls(given);
  if ('recording' in (configuration as object)) {
    requireShape(Type.Partial(launchSchema), configuration);
    return checkRecordedLaunch(configuration as RecordedOptions, languages, timeoutMsOf(given));
  }
  requireShape(launchSchema, configuration);
  const checked = configuration as LaunchConfiguration;
  const cwd = resolve(checked.cwd ?? process.cwd());
  await requireFolder(cwd);
  const path = resolve(cwd, checked.program);
  const language = await chooseLanguage({ ...checked, path }, languages, defaultLanguage);
  if (language.launch !== undefined) requireShape(language.launch, configuration);
  await checkInputs(language, configuration as Readonly<Record<string, unknown>>, cwd);
  return {
    language,
    languages,
    sourceMap: checked.sourceMap ?? {},
    timeoutMs: timeoutMsOf(given),
    ...(await recordingFileOf(checked, language, cwd)),
    settings: {
      // Links are followed, so that breakpoints and debug information speak of the same file.
      program: canonicalPath(path),
      args: checked.args ?? [],
      cwd,
      env: checked.env ?? {},
      stopOnEntry: checked.stopOnEntry ?? false,
      noDebug: checked.noDebug ?? false,
      stdin: await readStdin(checked.stdin, cwd),
      console: checked.console ?? 'internalConsole',
      ...recordingOf(checked, language),
      extra: configuration as Readonly<Record<string, unknown>>,
    },
  };
}

function recordingOf(
  { record = true, noDebug }: LaunchConfiguration,
  { engine }: Language,
): Pick<LaunchSettings, 'recording'> {
  if (engine.traits.time === 'none') return {};
  if (record === false || noDebug === true) return { recording: { kind: 'off' } };
  const { budgetMB = defaultBudgetMB, stopAtEnd } = typeof record === 'object' ? record : {};
  const memoryBudget = budgetMB * megabyte;
  return {
    recording: { kind: 'on', memoryBudget, ...(stopAtEnd === true ? { stopAtEnd } : {}) },
  };
}

async function recordingFileOf(
  { record, noDebug }: LaunchConfiguration,
  { engine, name, launch }: Language,
  cwd: string,
): Promise<Pick<CheckedLaunch, 'recordingFile'>> {
  // A language may write records of its own.
  const isItsOwn = launch !== undefined && 'record' in launch.properties;
  const file = typeof record === 'object' ? record.file : record;
  if (typeof file !== 'string' || isItsOwn) return {};
  if (!canBeRecorded(engine.traits) || noDebug === true)
    throw new Failure(
      'bad-arguments',
      'user',
      `"record": ${noDebug === true ? 'a run without debugging is not recorded' : whyNotRecorded(name, engine.traits)}.`,
      typeof record === 'string' ? 'Leave it out.' : 'Leave out "file".',
    );
  const recordingFile = resolve(cwd, file);
  await requireRecordingPlace(recordingFile);
  return { recordingFile };
}

/** Some clients send null for what was not set. */
export const withoutNulls = (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

export function requireShape(schema: TSchema, value: unknown, request: 'launch' | 'attach' = 'launch'): void {
  const problem = findProblem(schema, value, request);
  if (problem === undefined) return;
  throw new Failure('bad-arguments', 'user', `${problem}.`, `Correct the ${request} configuration.`);
}

export async function requireFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new Failure('bad-arguments', 'user', `"cwd": ${path} is not a folder.`, 'Check the path.');
}

async function readStdin(stdin: LaunchConfiguration['stdin'], cwd: string): Promise<LaunchSettings['stdin']> {
  if (stdin === undefined) return { text: '', closed: false };
  if (typeof stdin === 'string') return { text: stdin, closed: true };
  const path = resolve(cwd, stdin.file);
  try {
    return { text: (await readOrdinary(path, largestInput)).toString('utf8'), closed: true };
  } catch (error) {
    throw unusable('stdin', `${path} cannot be read.`, error);
  }
}

/** Files that the program reads while it runs: they may be larger than memory, but one without end would never be over. */
async function checkInputs(
  { streams }: Language,
  configuration: Readonly<Record<string, unknown>>,
  cwd: string,
): Promise<void> {
  for (const option of Object.keys(streams?.input ?? {})) {
    const given = configuration[option];
    if (typeof given !== 'string') continue;
    await requireOrdinary(resolve(cwd, given)).catch((error: unknown) => {
      // The language says best what is wrong with a file that is not there.
      if (error instanceof Failure) throw unusable(option, error.message, error);
    });
  }
}

const unusable = (option: string, why: string, cause: unknown): Failure =>
  new Failure(
    'bad-arguments',
    'user',
    `"${option}": ${cause instanceof Failure ? cause.message : why}`,
    'Check the path.',
    { cause },
  );
