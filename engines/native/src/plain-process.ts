// A native program without a debugger: started, its streams passed on, its end told. Nothing else is possible.

import { basename } from 'node:path';
import {
  Failure,
  nameScope,
  TypeTable,
  type Engine,
  type EngineHost,
  type EngineTraits,
  type LaunchSettings,
  type Thread,
} from '@sonde/engine';
import type { PreparedDescriptor } from './descriptors.js';
import { checkLaunch } from './launch-check.js';
import { PipedRun } from './piped-run.js';
import type { PlainRun } from './plain-run.js';
import { TerminalRun } from './terminal-run.js';
import { nativeTraits } from './traits.js';

const killMs = 3_000;

const noDebugger = async (): Promise<never> => {
  throw new Failure(
    'wrong-state',
    'user',
    'the program runs without a debugger;',
    'start it with debugging.',
  );
};

export class PlainProcess implements Engine {
  readonly traits: EngineTraits = nativeTraits;
  readonly types = new TypeTable();
  readonly process: Engine['process'];
  readonly #told: Promise<void>;
  #begin: () => void = () => undefined;

  private constructor(
    private readonly run: PlainRun,
    program: string,
    private readonly host: EngineHost,
  ) {
    this.process = {
      name: basename(program),
      ...(run.processId === undefined ? {} : { id: run.processId }),
      pointerSize: 8,
      isLocal: true,
    };
    this.#told = this.#tellEnd(new Promise(resolve => (this.#begin = resolve)));
  }

  /** A process cannot be held before its first instruction without a debugger: it runs from the start. */
  static async start(
    program: string,
    settings: LaunchSettings,
    descriptors: readonly PreparedDescriptor[],
    host: EngineHost,
    signal: AbortSignal,
  ): Promise<PlainProcess> {
    await checkLaunch(program, settings);
    const run =
      settings.console === 'internalConsole'
        ? await PipedRun.start(program, settings, descriptors, host)
        : await TerminalRun.start(program, settings, host, signal);
    return new PlainProcess(run, program, host);
  }

  /** Its output and its end are told from here on. */
  async begin(): Promise<void> {
    this.run.listen();
    this.#begin();
  }

  async threads(): Promise<readonly Thread[]> {
    return [];
  }

  readonly resume = noDebugger;
  readonly pause = noDebugger;
  readonly stack = noDebugger;
  readonly scopes = noDebugger;
  readonly readMemory = noDebugger;
  readonly readObjects = noDebugger;
  readonly readPlaces = noDebugger;
  readonly write = noDebugger;
  readonly writeMemory = noDebugger;
  readonly evaluateText = noDebugger;
  readonly breakpointLocations = async () => [];
  readonly names = async () => nameScope([]);

  changeBreakpoints: Engine['changeBreakpoints'] = async set =>
    set.map(({ id }) => ({
      id,
      state: 'unresolved' as const,
      sites: [],
      message: 'The program runs without a debugger.',
    }));

  async input(text: string | undefined): Promise<void> {
    this.run.input(text);
  }

  async terminate(): Promise<void> {
    await this.run.signal('SIGTERM');
    const timer = setTimeout(() => void this.run.signal('SIGKILL'), killMs);
    timer.unref();
    void this.run.ended.then(() => clearTimeout(timer));
  }

  async detach(): Promise<void> {
    if (!(await this.run.leave())) return this.terminate();
    await this.#told;
  }

  async dispose(): Promise<void> {
    this.#begin();
    await this.run.release();
    await this.#told;
  }

  async #tellEnd(begun: Promise<void>): Promise<void> {
    const status = await this.run.ended;
    await begun;
    if (status !== undefined) this.host.event({ kind: 'exited', status });
    this.host.event({ kind: 'ended' });
  }
}
