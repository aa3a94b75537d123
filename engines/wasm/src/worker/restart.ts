// What is thrown through the frames of the program to leave them: for another execution, or for good.

import type { ThrownInfo } from '@sonde/engine';
import type { RunMotion, RunOutcome, StopData } from '../messages.js';
import type { RunPoint } from './recording.js';
import type { Variant } from './variants.js';

export type RunOutcomeMaker = (at: StopData) => RunOutcome;

/** The stack of the execution is thrown away; another one takes its place at the same point. */
export class Restart extends Error {
  constructor(
    readonly variant: Variant,
    readonly point: RunPoint,
    /** What comes then: to go on, to tell something, or to serve the question again. */
    readonly next: RunMotion | RunOutcomeMaker,
    /** The program ends by this when it goes on: a second run has more stack, and would not trap here. */
    readonly fatal?: ThrownInfo,
  ) {
    super('restart');
  }
}

/** The program has failed, and everybody who wanted to know has heard of it. */
export class ProgramFailed extends Error {
  constructor(readonly thrown: ThrownInfo) {
    super(thrown.message);
  }
}
