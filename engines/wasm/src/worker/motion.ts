// A motion on its way: what ends it, and what it has armed.

import type { RunMotion } from '../messages.js';
import type { Activations } from './activations.js';
import { never, type Execution, type Standing } from './execution.js';

/** How far a program may still run to reach a statement when it is to be halted. */
const haltWithin = 200_000n;
/** After so much the thread looks for messages: some milliseconds. */
const slice = 1n << 21n;

export class MotionCourse {
  #skip: bigint | undefined;
  #leave = Infinity;
  #entry: bigint | undefined;
  #into = false;
  #single = false;
  #haltAt: bigint | undefined;

  /** `limit`: what the program may use. */
  constructor(
    private readonly limit: bigint | undefined,
    private readonly activations: Activations,
  ) {}

  get isHalting(): boolean {
    return this.#haltAt !== undefined;
  }

  /** The program is about to go on from where it stands. */
  begin(execution: Execution, motion: RunMotion, standing: Standing | undefined, depth: number): void {
    this.#skip = motion.kind === 'run' && !motion.past ? undefined : standing?.position;
    const isBefore = standing?.site.kind !== 'probe' || standing.isBeforeBreakpoint === true;
    if (this.#skip !== undefined && standing !== undefined && isBefore)
      execution.probes.passNext(standing.site.offset);
    if (motion.kind === 'instruction') {
      this.#single = true;
      execution.target = (standing?.position ?? -1n) + 1n;
    }
    if (motion.kind === 'advance') {
      const { until } = motion;
      this.#leave = until.kind === 'depth' ? depth - until.depth : 1;
      if (until.kind === 'statement') this.#armStatements(execution, until.into, standing);
    }
    this.goOn(execution);
  }

  #armStatements(execution: Execution, into: boolean, standing: Standing | undefined): void {
    if (into || standing === undefined) {
      this.#into = true;
      return execution.probes.beginStep({ kind: 'all' });
    }
    if (standing.entry === undefined) return;
    this.#entry = standing.entry;
    execution.wantedEntry = standing.entry;
    execution.probes.beginStep({ kind: 'function', function: standing.site.function });
  }

  /** Ends at the next statement, or soon. */
  halt(execution: Execution): void {
    if (this.#haltAt !== undefined) return;
    this.#haltAt = execution.used + haltWithin;
    execution.probes.beginStep({ kind: 'all' });
    this.goOn(execution);
  }

  /** An activation returned. True: what called it is where the motion ends. */
  left(): boolean {
    return this.activations.gone >= this.#leave;
  }

  /** Whether the program has nothing left to use. */
  isExhausted(execution: Execution): boolean {
    return this.limit !== undefined && execution.used > this.limit;
  }

  /** What the site means for this motion: it is over, a breakpoint may be there, or nothing. */
  at(
    execution: Execution,
    { site, position, entry }: Standing,
  ): 'step' | 'halted' | 'breakpoint' | undefined {
    if (this.activations.gone >= this.#leave) return 'step';
    if (position === this.#skip) {
      if (site.kind === 'probe') execution.probes.passed();
      return undefined;
    }
    if (site.kind === 'instruction') return this.#single ? 'step' : undefined;
    if (site.kind === 'probe') {
      if (this.#haltAt !== undefined) return 'halted';
      if (this.#into || (this.#entry !== undefined && entry === this.#entry)) return 'step';
      return execution.probes.isBreakpoint(site.offset) ? 'breakpoint' : undefined;
    }
    return this.#haltAt !== undefined && execution.used > this.#haltAt ? 'halted' : undefined;
  }

  /** Sets the next limit. */
  goOn(execution: Execution): void {
    const wanted = this.#haltAt ?? execution.used + slice;
    execution.limit = this.limit !== undefined && this.limit < wanted ? this.limit : wanted;
  }

  end(execution: Execution): void {
    execution.target = never;
    execution.probes.endStep();
    execution.probes.passed();
  }
}
