// The life of the program: loaded, let go, loaded anew, ended. One thing at a time.

import { asFailure, Failure, type EngineHost } from '@sonde/engine';
import type { CheckedLaunch } from '../launch-configuration.js';
import { ProgramRun, type RunReports } from './program-run.js';
import { Settling } from '../waiting/settling.js';
import { isOverWithin, whyAborted } from '../waiting/time-limit.js';

type Phase =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'loading';
      readonly run: Promise<ProgramRun>;
      readonly abort: AbortController;
      /** The program is there, though its breakpoints are not set yet, or it does not come. */
      readonly over: Settling;
    }
  /** `ready`: its breakpoints are set. `begun`: it was let go. */
  | { readonly kind: 'loaded'; readonly run: ProgramRun; readonly ready: boolean; readonly begun: boolean }
  | { readonly kind: 'ended' };

export interface LifeHooks {
  /** Made anew for each run, so that what an old engine still says can be told from what the new one says. */
  host(): EngineHost;
  /** The program is there and does not run: breakpoints are set now. */
  loaded(run: ProgramRun): Promise<void>;
  /** The program is about to run. */
  begins(run: ProgramRun): Promise<void>;
}

/** How long a request waits for a program that is being loaded; less than its own deadline, so that it can say why. */
const patienceMs = 12_000;
/** How long what is being loaded may take to notice that nobody wants it, and a program to end when it is told to. */
const graceMs = 5_000;

export class ProgramLife {
  #phase: Phase = { kind: 'empty' };
  /** A client has said all it wanted to say before the program runs. Holds for restarts too. */
  #configured = false;

  constructor(
    private readonly hooks: LifeHooks,
    private readonly log: (line: string) => void,
  ) {}

  /** The program, if it is loaded now. */
  get run(): ProgramRun | undefined {
    return this.#phase.kind === 'loaded' ? this.#phase.run : undefined;
  }

  /** The program, or a refusal where none is loaded now. */
  present(): ProgramRun {
    if (this.run === undefined) throw new Failure('wrong-state', 'user', 'no program is loaded.');
    return this.run;
  }

  get isLoading(): boolean {
    return this.#phase.kind === 'loading';
  }

  /** Resolves when nothing is being built or loaded. */
  async whenLoaded(): Promise<void> {
    if (this.#phase.kind === 'loading') await this.#phase.over.settled;
  }

  get hasBegun(): boolean {
    return this.#phase.kind === 'loaded' && this.#phase.begun;
  }

  /** Loads the program, in the place of the one that is there; it begins as soon as it may. */
  async load(launch: CheckedLaunch, reports: RunReports, signal: AbortSignal): Promise<void> {
    if (this.#phase.kind === 'loading')
      throw new Failure('wrong-state', 'user', 'the program is being loaded already.');
    if (this.#phase.kind === 'ended') throw hasEnded();
    const abort = new AbortController();
    const over = new Settling();
    const run = this.#load(this.run, launch, reports, AbortSignal.any([signal, abort.signal]), over);
    // Others wait on it too; that nobody does must not look like an unhandled rejection.
    run.catch(() => undefined).finally(() => over.settle());
    this.#phase = { kind: 'loading', run, abort, over };
    try {
      await run;
    } catch (error) {
      if (this.#isLoadingStill()) this.#phase = { kind: 'empty' };
      throw error;
    }
    // Given up while breakpoints were set: it must not begin.
    if (signal.aborted) throw whyAborted(signal);
    await this.#beginWhenReady();
  }

  async configure(): Promise<void> {
    this.#configured = true;
    await this.#beginWhenReady();
  }

  /** The loaded program; waits, in bounds, for one that is being loaded. */
  async loaded(): Promise<ProgramRun> {
    const phase = this.#phase;
    if (phase.kind === 'loaded') return phase.run;
    if (phase.kind === 'ended') throw hasEnded();
    if (phase.kind === 'empty') {
      throw new Failure('wrong-state', 'user', 'no program is loaded.', 'Launch one first.');
    }
    if (await isOverWithin(phase.run, patienceMs)) return phase.run;
    throw new Failure(
      'deadline',
      'environment',
      'the program is still being built or loaded.',
      'Ask again when it is there.',
    );
  }

  /**
   * For good. `detach` leaves a program with a life of its own alone. Bounded: what does not end when it is told to is
   * ended by force, and what does not even notice is not waited for.
   */
  async end(detach?: { readonly suspended: boolean }): Promise<void> {
    const phase = this.#phase;
    this.#phase = { kind: 'ended' };
    if (phase.kind === 'loading') {
      phase.abort.abort();
      // What is loaded all the same sees the end and takes itself away.
      await isOverWithin(phase.run, graceMs);
    }
    if (phase.kind !== 'loaded') return;
    const { engine } = phase.run;
    const goodbye = detach === undefined ? engine.terminate() : engine.detach(detach.suspended);
    const said = goodbye.catch((error: unknown) => this.log(asFailure(error).text));
    if (!(await isOverWithin(said, graceMs))) this.log('the program did not end when it was told to');
    await phase.run.dispose(this.log);
  }

  async #load(
    old: ProgramRun | undefined,
    launch: CheckedLaunch,
    reports: RunReports,
    signal: AbortSignal,
    over: Settling,
  ): Promise<ProgramRun> {
    await old?.dispose(this.log);
    const run = await ProgramRun.start(launch, this.hooks.host(), reports, signal);
    if (this.#phase.kind === 'ended') {
      await run.dispose(this.log);
      throw new Failure('wrong-state', 'user', 'the session ended while the program was being loaded.');
    }
    this.#phase = { kind: 'loaded', run, ready: false, begun: false };
    over.settle();
    await this.hooks.loaded(run);
    if (this.run === run) this.#phase = { kind: 'loaded', run, ready: true, begun: false };
    return run;
  }

  async #beginWhenReady(): Promise<void> {
    const phase = this.#phase;
    if (!this.#configured || phase.kind !== 'loaded' || !phase.ready || phase.begun) return;
    this.#phase = { ...phase, begun: true };
    await this.hooks.begins(phase.run);
    await phase.run.engine.begin();
  }

  /** Asked after a wait, during which the phase may have changed. */
  #isLoadingStill(): boolean {
    return this.#phase.kind === 'loading';
  }
}

const hasEnded = (): Failure => new Failure('wrong-state', 'user', 'the program has ended.');
