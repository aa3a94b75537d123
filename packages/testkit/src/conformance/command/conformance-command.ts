// The command: one adapter, one profile, all checks, the reports, and an exit code for CI.
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { allChecks } from '../checks/all.js';
import type { Endpoint } from '../../endpoint.js';
import { faultyEndpoint } from '../faults/faulty-endpoint.js';
import { ProfileProblem, loadProfile } from '../load-profile.js';
import type { ConformanceProfile } from '../profile.js';
import { byGroup, hasFailed } from '../report.js';
import type { Report } from '../report.js';
import { jsonReport } from '../reports/json-report.js';
import { junitReport } from '../reports/junit-report.js';
import { styleFor } from '../reports/terminal-style.js';
import { summaryLine, textReport } from '../reports/text-report.js';
import { startingProfile } from '../starting-profile.js';
import { SuiteInterrupted, UnusableAdapter, runSuite } from '../suite.js';
import { endpointOf } from './adapter-command.js';
import { endpointAt } from './address.js';
import type { Words } from './options.js';
import { progressOn } from './progress-line.js';
import type { ProgressStream } from './progress-line.js';
import { settingsIn } from './settings.js';
import type { RunSettings } from './settings.js';
import { UsageProblem } from './usage-problem.js';

export interface CommandSurroundings {
  /** Reports go here. */
  readonly output: ProgressStream;
  /** Progress and problems go here. */
  readonly errors: ProgressStream;
  /** A profile that is known without being named, for the adapter that the words ask for. */
  readonly knownProfile?: (words: Words) => URL | undefined;
  /** How to choose one of those that are known; said where none was. */
  readonly profileHint?: string;
  /** The adapter where the words name none; the profile's `command` comes after that. */
  readonly knownCommand?: (words: Words) => readonly string[] | undefined;
}

/** Everything passed or was skipped with a reason; something failed; nothing could be tried. */
export const exitCodes = { sound: 0, failed: 1, unusable: 2 } as const;

/** Answers with the exit code; a command line that makes no sense is thrown as `UsageProblem`. */
export async function runConformance(words: Words, surroundings: CommandSurroundings): Promise<number> {
  const { output, errors } = surroundings;
  if (words.flag('list')) {
    output.write(listOfChecks());
    return exitCodes.sound;
  }
  if (words.flag('print-profile')) {
    output.write(`${JSON.stringify(startingProfile(), undefined, 2)}\n`);
    return exitCodes.sound;
  }
  const settings = settingsIn(words);
  const file = profileFile(words, surroundings);
  const interruption = new Interruption();
  try {
    const report = await tried(words, surroundings, settings, file, interruption.signal);
    await writeReports(report, settings, surroundings);
    return hasFailed(report) ? exitCodes.failed : exitCodes.sound;
  } catch (error) {
    if (interruption.exitCode !== undefined) return interruption.exitCode;
    if (!(error instanceof ProfileProblem || error instanceof UnusableAdapter)) throw error;
    errors.write(`${styleFor(errors).red('cannot be tried:')} ${error.message}\n`);
    return exitCodes.unusable;
  } finally {
    interruption.over();
  }
}

function profileFile(words: Words, { knownProfile, profileHint }: CommandSurroundings): string | URL {
  const file = words.text('profile') ?? knownProfile?.(words);
  if (file !== undefined) return file;
  throw new UsageProblem(
    'which program should be debugged on this adapter? Give a profile with --profile FILE. ' +
      '--print-profile prints one to start from, and docs/conformance.md explains it.' +
      (profileHint === undefined ? '' : ` ${profileHint}`),
  );
}

async function tried(
  words: Words,
  surroundings: CommandSurroundings,
  settings: RunSettings,
  file: string | URL,
  signal: AbortSignal,
): Promise<Report> {
  const progress = progressOn(surroundings.errors, settings.verbose);
  progress.begin('preparing the profile');
  const loaded = await loadProfile(file, { signal });
  try {
    const sound = endpointFor(words, surroundings, loaded.profile);
    const endpoint = settings.fault === undefined ? sound : faultyEndpoint(sound, settings.fault);
    progress.begin(`a first session over ${endpoint.description}`);
    const { profile } = loaded;
    const { checks, timeoutMs, jobs } = settings;
    return await runSuite({
      profile,
      endpoint,
      checks,
      signal,
      progress: progress.tell,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(jobs === undefined ? {} : { jobs }),
    });
  } finally {
    progress.end();
    await loaded.close();
  }
}

function endpointFor(
  words: Words,
  { knownCommand }: CommandSurroundings,
  profile: ConformanceProfile,
): Endpoint {
  const address = words.text('connect');
  const named = words.operands.length === 0 ? undefined : words.operands;
  if (address !== undefined) {
    if (named === undefined) return endpointAt(address);
    throw new UsageProblem('choose one of --connect and a command.');
  }
  const command = named ?? knownCommand?.(words) ?? profile.command;
  if (command !== undefined) return endpointOf(command);
  throw new UsageProblem('which adapter? Give its command behind --, or --connect ADDRESS.');
}

async function writeReports(
  report: Report,
  { json, junit, verbose }: RunSettings,
  { output, errors }: CommandSurroundings,
): Promise<void> {
  const write = async (target: string | undefined, text: () => string): Promise<void> => {
    if (target === undefined) return;
    if (target === '-') output.write(text());
    else await saved(target, text());
  };
  // What a machine reads must not be mixed with what a person reads.
  const toMachine = json === '-' || junit === '-';
  if (toMachine) errors.write(`${summaryLine(report, styleFor(errors))}\n`);
  else {
    const { columns } = output;
    const style = styleFor(output);
    output.write(textReport(report, { style, verbose, ...(columns === undefined ? {} : { columns }) }));
  }
  await write(json, () => jsonReport(report));
  await write(junit, () => junitReport(report));
}

async function saved(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new UsageProblem(
      `the report cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function listOfChecks(): string {
  const width = Math.max(...allChecks.map(({ id }) => id.length));
  const groups = [...byGroup(allChecks)].map(([group, checks]) =>
    [
      group,
      ...checks.map(
        ({ id, title, level }) =>
          `  ${id.padEnd(width)}  ${title}${level === undefined ? '' : ` (${level})`}`,
      ),
    ].join('\n'),
  );
  return `${groups.join('\n\n')}\n`;
}

const watched = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal ends the run in order; a second one ends the process, and with it whatever the run started. */
class Interruption {
  readonly #abort = new AbortController();
  readonly #handlers = watched.map(signal => ({ signal, handler: () => this.#came(signal) }));
  #exitCode: number | undefined;

  constructor() {
    for (const { signal, handler } of this.#handlers) process.on(signal, handler);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** As shells count it; undefined when no signal came. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  over(): void {
    for (const { signal, handler } of this.#handlers) process.off(signal, handler);
  }

  #came(signal: (typeof watched)[number]): void {
    const code = 128 + constants.signals[signal];
    if (this.#exitCode !== undefined) process.exit(code);
    this.#exitCode = code;
    this.#abort.abort(new SuiteInterrupted(`ended by ${signal}`));
  }
}
