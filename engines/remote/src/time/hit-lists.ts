// When breakpoints were hit: a count is a function of the moment, however one has come there.

import type { BreakpointId } from '@sonde/engine';
import type { Counted } from '@sonde/engine/machine';
import type { RemoteTime, RemoteVisit } from '../remote-time.js';

/** Hits beyond this are not counted one by one. */
const mostHits = 1_000_000;

interface HitList {
  readonly counter: number;
  readonly branch: number;
  readonly until: number;
  /** Steps at which it was hit, in order. */
  readonly steps: readonly number[];
}

export class HitLists {
  readonly #known = new Map<BreakpointId, HitList>();

  constructor(
    private readonly time: RemoteTime,
    /** Whether the condition of the breakpoint holds there. */
    private readonly holds: (breakpoint: Counted, visit: RemoteVisit) => Promise<boolean>,
  ) {}

  /** Up to the moment, which counts. */
  async countAt(breakpoint: Counted, step: number): Promise<number> {
    const steps = await this.#stepsOf(breakpoint, step);
    const beyond = steps.findIndex(each => each > step);
    return beyond < 0 ? steps.length : beyond;
  }

  async #stepsOf(breakpoint: Counted, step: number): Promise<readonly number[]> {
    const { spec, counter } = breakpoint;
    const { branch, newest } = this.time;
    const known = this.#known.get(spec.id);
    if (known !== undefined && known.counter === counter && known.branch === branch && known.until >= step)
      return known.steps;
    if (newest === undefined) return [];
    const { visits } = await this.time.look({
      until: newest,
      inclusive: true,
      by: 'statement',
      keep: 'first',
      most: mostHits,
      ...(spec.where.kind === 'code'
        ? { addresses: spec.where.sites.map(({ address }) => address) }
        : { touched: true }),
    });
    const steps: number[] = [];
    for (const visit of visits) {
      const isIts = visit.touched === undefined || visit.touched.some(({ id }) => id === spec.id);
      if (isIts && (await this.holds(breakpoint, visit))) steps.push(visit.step);
    }
    this.#known.set(spec.id, { counter, branch, until: newest.step, steps });
    return steps;
  }
}
