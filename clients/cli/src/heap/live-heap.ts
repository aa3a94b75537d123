// The heap of a program that is run for it: to a line, to an error that nobody catches, and no further.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { cancelled, Failure } from '@sonde/engine';
import type { StoppedEventBody } from '@sonde/dap';
import type { Asking, HeapNumber, HeapThread } from '@sonde/heap/node';
import { languageByName, languageOfProject } from '@sonde/language';
import { UsageError, type Invocation } from '../command.js';
import { checkLaunchOptions, launchSettings } from '../launch-options.js';
import { withLoadedProgram, type LoadedProgram } from '../loaded-program.js';
import { lookLineOf } from '../look-line.js';
import { findProgram, type NamedProgram } from '../program.js';
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
    (await languageOfProject(path, languages)) !== undefined ||
    (await languageByName(path, languages)) !== undefined
  );
}

export async function heapOfProgram(
  invocation: Invocation,
  thread: HeapThread,
  asking: Asking & { readonly signal: AbortSignal },
): Promise<LiveHeap> {
  const { operands, languages, text, flag, streams } = invocation;
  const program = await findProgram(operands[0]!, languages, text('language'));
  const { configuration } = await checkLaunchOptions({
    ...program,
    settings: launchSettings(invocation, 'debug'),
    use: 'debug',
    common: 'all',
  });
  const places = await placesOf(program, text('at'), text('since'));
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
      const run = new Run(loaded);
      for (const place of places) {
        await run.to(place);
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

/** Without a line the program runs until it fails. */
interface StopPlace {
  readonly path: string;
  readonly line: number | undefined;
}

async function placesOf(
  program: NamedProgram,
  at: string | undefined,
  since: string | undefined,
): Promise<readonly StopPlace[]> {
  const placed = (typed: string): StopPlace => {
    const { file, line } = placeIn(typed);
    return { path: fileIn(file, program.path), line };
  };
  if (since !== undefined && at === undefined)
    throw new UsageError('--since needs --at: the place to compare with it.');
  const last = at === undefined ? { path: program.path, line: await lookLineOf(program) } : placed(at);
  return since === undefined ? [last] : [placed(since), last];
}

class Run {
  /** The thread of the latest stop; undefined before the program has begun. */
  #thread: number | undefined;
  #path: string | undefined;

  constructor(private readonly program: LoadedProgram) {}

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
      if (line === undefined || (breakpoint !== undefined && stop.hitBreakpointIds?.includes(breakpoint)))
        return;
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
    const answer = await this.program.client.request('stackTrace', { threadId: this.#thread!, levels: 1 });
    const [frame] = answer.stackFrames;
    const file = frame?.source?.path;
    const place = file === undefined ? undefined : `${shortPath(file)}:${frame!.line}`;
    const why = (stop.text ?? stop.description ?? stop.reason).replace(/[.\s]+$/, '');
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
