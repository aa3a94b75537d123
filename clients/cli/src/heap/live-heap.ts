// The heap of a program that is run for it: to a line, to an error that nobody catches, and no further.

import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { cancelled, Failure } from '@sonde/engine';
import type { StoppedEventBody } from '@sonde/dap';
import type { Asking, HeapNumber, HeapThread } from '@sonde/heap/node';
import { languageByName, languageOfProject } from '@sonde/language';
import { recordingExtension } from '@sonde/session';
import { UsageError, type Invocation } from '../command.js';
import { checkLaunchOptions, launchSettings, type LaunchOptions } from '../launch-options.js';
import { withLoadedProgram, type LoadedProgram } from '../loaded-program.js';
import { lookLineOf } from '../look-line.js';
import { findProgram } from '../program.js';
import { shortPath } from '../diagnostics.js';
import { fileIn, placeIn } from '../source-place.js';
import { passInput } from './program-input.js';

/** Ids of a machine take memory beside the program; more objects are cut, and labelled. */
const mostNodes = 1_000_000;

export interface LiveHeap {
  readonly heap: HeapNumber;
  /** The heap at the place of --since, in the same run. */
  readonly before?: HeapNumber;
}

/** Whether the operand is a program to run, and no file with a heap in it. */
export async function isProgram({ operands, languages, text }: Invocation): Promise<boolean> {
  if (['at', 'since', 'language'].some(option => text(option) !== undefined)) return true;
  const path = resolve(operands[0]!);
  return (
    isNamedAsRecording(path) ||
    (await languageOfProject(path, languages)) !== undefined ||
    (await languageByName(path, languages)) !== undefined
  );
}

export async function heapOfProgram(
  invocation: Invocation,
  thread: HeapThread,
  asking: Asking & { readonly signal: AbortSignal },
): Promise<LiveHeap> {
  const { flag, streams } = invocation;
  const { configuration, places } = await whatToRun(invocation);
  const isOfRecording = configuration['recording'] !== undefined;
  const loading = {
    ...{ invocation, configuration, name: 'heap', signal: asking.signal },
    // The answer stands alone on standard output, for whoever reads it as data.
    output: (printed: string) => void streams.errors.write(printed),
  };
  return withLoadedProgram(loading, async loaded => {
    const endInput =
      configuration['stdin'] === undefined ? passInput(streams.input, loaded.client) : undefined;
    try {
      const taken: HeapNumber[] = [];
      const run = new Run(loaded, words => void streams.errors.write(`${words}\n`));
      for (const place of places) {
        await run.to(isOfRecording ? await placeWithin(place, loaded) : place);
        const source = await loaded.adapter.session!.objectGraphs.source();
        taken.push(await thread.take(source, { mostNodes, addresses: flag('addresses') }, asking));
      }
      const [first, second] = taken;
      return second === undefined ? { heap: first! } : { before: first!, heap: second };
    } finally {
      endInput?.();
    }
  });
}

interface WhatToRun {
  readonly configuration: LaunchOptions;
  readonly places: readonly StopPlace[];
}

async function whatToRun(invocation: Invocation): Promise<WhatToRun> {
  const { operands, languages, text } = invocation;
  const path = resolve(operands[0]!);
  const [at, since] = [text('at'), text('since')];
  if (isNamedAsRecording(path)) {
    // What is in it, the session knows; its run is repeated to the end.
    const places = await placesOf(path, at, since, () => Promise.resolve(undefined));
    return { configuration: { recording: path, stopOnEntry: false }, places };
  }
  const program = await findProgram(operands[0]!, languages, text('language'));
  const { configuration } = await checkLaunchOptions({
    ...program,
    settings: launchSettings(invocation, 'debug'),
    use: 'debug',
    common: 'all',
  });
  return { configuration, places: await placesOf(program.path, at, since, () => lookLineOf(program)) };
}

const isNamedAsRecording = (path: string): boolean => path.endsWith(recordingExtension);

/** Without a line the program runs until it fails. */
interface StopPlace {
  readonly path: string;
  readonly line: number | undefined;
}

async function placesOf(
  program: string,
  at: string | undefined,
  since: string | undefined,
  usual: () => Promise<number | undefined>,
): Promise<readonly StopPlace[]> {
  const placed = (typed: string): StopPlace => {
    const { file, line } = placeIn(typed);
    // Its sources came with it from elsewhere: they are known by name when it is open.
    if (isNamedAsRecording(program)) return { path: file ?? program, line };
    return { path: fileIn(file, program), line };
  };
  if (since !== undefined && at === undefined)
    throw new UsageError('--since needs --at: the place to compare with it.');
  const last = at === undefined ? { path: program, line: await usual() } : placed(at);
  return since === undefined ? [last] : [placed(since), last];
}

/** A source of a recording is named by the end of its path, and not at all where there is only one. */
async function placeWithin(place: StopPlace, { client }: LoadedProgram): Promise<StopPlace> {
  const { path, line } = place;
  if (line === undefined) return place;
  const { sources } = await client.request('loadedSources');
  const known = sources.flatMap(source => source.path ?? []);
  const wanted = isNamedAsRecording(path) ? known : known.filter(each => each.endsWith(`/${basename(path)}`));
  if (wanted.length === 1) return { path: wanted[0]!, line };
  if (!isNamedAsRecording(path)) return place;
  throw new UsageError(`the recording has ${known.length} sources: write FILE:${line}.`);
}

class Run {
  /** The thread of the latest stop; undefined before the program has begun. */
  #thread: number | undefined;
  #path: string | undefined;

  constructor(
    private readonly program: LoadedProgram,
    private readonly say: (words: string) => void,
  ) {}

  async to({ path, line }: StopPlace): Promise<void> {
    const { client, signal } = this.program;
    if (this.#path !== undefined && this.#path !== path) await this.#setLine(this.#path, undefined);
    this.#path = path;
    const breakpoint = await this.#setLine(path, line);
    const heard = Promise.race([
      client.once('stopped'),
      client.once('terminated').then(() => undefined),
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(cancelled()), { once: true }),
      ),
    ]);
    if (this.#thread === undefined) await client.request('configurationDone');
    else await client.request('continue', { threadId: this.#thread });
    const stop = await heard;
    const where = line === undefined ? 'anything that stops it' : `line ${line} of ${path}`;
    if (stop !== undefined) {
      this.#thread = stop.threadId ?? 1;
      if (breakpoint !== undefined && stop.hitBreakpointIds?.includes(breakpoint)) return;
      if (line === undefined) {
        const { place, why } = await this.#whereAndWhy(stop);
        return this.say(`The program stands${place === undefined ? '' : ` at ${place}`}: ${why}.`);
      }
      throw await this.#elsewhere(stop, where, noSuchFile(path, line));
    }
    throw new Failure(
      'not-found',
      'program',
      `the program ended before it reached ${where}.`,
      noSuchFile(path, line) ?? 'Name a line that it runs: --at FILE:LINE.',
    );
  }

  /** An error, a signal, or the program's own call of the debugger: its objects there are not those that were asked for. */
  async #elsewhere(stop: StoppedEventBody, where: string, next: string | undefined): Promise<Failure> {
    const { place, why } = await this.#whereAndWhy(stop);
    return new Failure(
      'not-found',
      'program',
      `the program stopped before it reached ${where}${place === undefined ? '' : `, at ${place}`}: ${why}.`,
      next ??
        (place === undefined
          ? 'Name a line that it runs: --at FILE:LINE.'
          : `Look at it there: --at ${place}.`),
    );
  }

  async #whereAndWhy(stop: StoppedEventBody): Promise<{ readonly place?: string; readonly why: string }> {
    const answer = await this.program.client.request('stackTrace', { threadId: this.#thread!, levels: 1 });
    const [frame] = answer.stackFrames;
    const file = frame?.source?.path;
    const why = (stop.text ?? stop.description ?? stop.reason).replace(/[.\s]+$/, '');
    return { why, ...(file === undefined ? {} : { place: `${shortPath(file)}:${frame!.line}` }) };
  }

  /** Answers with the id of the breakpoint there. */
  async #setLine(path: string, line: number | undefined): Promise<number | undefined> {
    const breakpoints = line === undefined ? [] : [{ line }];
    const answer = await this.program.client.request('setBreakpoints', { source: { path }, breakpoints });
    const [set] = answer.breakpoints;
    if (set === undefined || set.verified || set.reason === 'pending') return set?.id;
    throw new Failure(
      'not-found',
      'user',
      `the program cannot stop at line ${line} of ${path}: ${set.message ?? 'nothing is there.'}`,
    );
  }
}

/** The program may have been built elsewhere, from files that are not here: only where it was never reached is it wrong. */
const noSuchFile = (path: string, line: number | undefined): string | undefined =>
  line === undefined || existsSync(path) ? undefined : 'There is no such file here: check its name.';
