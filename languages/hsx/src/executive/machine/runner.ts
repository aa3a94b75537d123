// Runs the machine in slices of a few milliseconds, with the connections served in between: the clock, and steps that clients
// asked for.

import type { System } from '../../runtime/system.js';
import type { Session } from '../sessions.js';
import type { Clock } from './clock.js';
import type { Control, Happening } from './control.js';
import type { LoadedTask } from './loaded-task.js';
import type { StopTeller } from './stop-teller.js';

/** Something that runs the machine for a client until it is done. */
export interface Job {
  /** It ends with the session that asked for it. */
  readonly session: Session | undefined;
  /** Runs until the deadline of the control. */
  advance(): JobProgress;
  cancel(): void;
}

/** `wait`: nothing to do for so many milliseconds, unless something happens. */
export type JobProgress = 'done' | 'more' | { readonly wait: number };

const sliceMilliseconds = 2;
const chunk = 50_000;
/** A timer of Node takes no more. */
const longestWait = 1_000_000;

export class Runner {
  readonly #jobs = new Set<Job>();
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(
    private readonly system: System,
    private readonly control: Control,
    private readonly clock: Clock,
    private readonly tasks: ReadonlyMap<number, LoadedTask>,
    private readonly teller: StopTeller,
    /** What was collected during a slice goes out. */
    private readonly sliceEnded: () => void,
  ) {}

  /** At once as far as one slice goes; the rest while others are served. */
  start(job: Job): void {
    this.#slice(() => {
      if (job.advance() !== 'done') this.#jobs.add(job);
    });
    this.wake();
  }

  drop(job: Job): void {
    if (this.#jobs.delete(job)) job.cancel();
  }

  /** Something changed that may let tasks go on. */
  wake(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#disposed || this.#immediate !== undefined) return;
    if (!this.clock.running && this.#jobs.size === 0) return;
    this.#immediate = setImmediate(() => {
      this.#immediate = undefined;
      this.#turn();
    });
  }

  #turn(): void {
    let pause = Infinity;
    // However many there are, they share the time of one.
    const share = sliceMilliseconds / Math.max(1, this.#jobs.size);
    for (const job of [...this.#jobs]) {
      let progress: JobProgress = 'more';
      this.#slice(() => (progress = job.advance()), share);
      if ((progress as JobProgress) === 'done') this.#jobs.delete(job);
      else pause = Math.min(pause, waitOf(progress));
    }
    if (this.clock.running) this.#slice(() => (pause = Math.min(pause, this.#runClock())));
    if (pause === Infinity || this.#disposed) return;
    if (pause <= 0) this.wake();
    else this.#timer = setTimeout(() => this.wake(), Math.min(pause, longestWait));
  }

  #slice(work: () => void, milliseconds = sliceMilliseconds): void {
    this.control.deadline = performance.now() + milliseconds;
    try {
      work();
    } finally {
      this.control.deadline = Infinity;
      this.settle();
    }
  }

  /** What happened so far is told. */
  settle(): void {
    for (const task of this.tasks.values()) this.teller.waits(task);
    this.sliceEnded();
  }

  /** All tasks that may run, for a slice. Gives the milliseconds until there is more to do. */
  #runClock(): number {
    const { system, clock, control } = this;
    for (;;) {
      const before = system.state.time;
      const allowed = Math.min(chunk, clock.allowance(performance.now()));
      if (allowed < 1) return this.#paused('rate', clock.pause);
      const happening = control.advance(before + allowed, 'post');
      clock.spent(system.state.time - before);
      const pause = this.#pauseAfter(happening);
      if (pause > 0) return pause;
      if (performance.now() >= control.deadline) return 0;
    }
  }

  #pauseAfter(happening: Happening): number {
    if (happening.kind === 'idle') return this.#paused('idle', Infinity);
    if (happening.kind !== 'waiting') {
      this.clock.mode = this.clock.rate > 0 ? 'rate' : 'active';
      return 0;
    }
    // Who waits for room in a stream is asked again soon; whatever else ends a wait wakes the runner.
    const soon = happening.for === 'output' ? 5 : Infinity;
    const until = happening.until === undefined ? Infinity : happening.until - this.system.host.now();
    return this.#paused(
      until === Infinity ? 'idle' : 'sleeping',
      Math.max(1, Math.ceil(Math.min(until, soon))),
    );
  }

  #paused(mode: Clock['mode'], milliseconds: number): number {
    this.clock.mode = mode;
    this.clock.lastWait = milliseconds === Infinity ? 0 : milliseconds;
    return milliseconds;
  }

  dropOf(session: Session): void {
    for (const job of [...this.#jobs]) if (job.session === session) this.drop(job);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    for (const job of [...this.#jobs]) this.drop(job);
  }
}

const waitOf = (progress: JobProgress): number => (typeof progress === 'object' ? progress.wait : 0);
