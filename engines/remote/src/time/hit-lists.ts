// When breakpoints were hit: a count is a function of the moment, however one has come there.

import type { BreakpointId, ThrownInfo } from '@sonde/engine';
import type { Counted } from '@sonde/engine/machine';
import type { PastQuery, RemoteTime, RemoteVisit } from '../remote-time.js';

/** Hits beyond this are not counted one by one. */
const mostHits = 1_000_000;

interface HitList {
  readonly counter: number;
  readonly branch: number;
  readonly until: number;
  /** Steps at which it was hit, in order. */
  readonly steps: readonly number[];
}

export interface HitParts {
  /** Whether the condition of the breakpoint holds there. */
  holds(breakpoint: Counted, visit: RemoteVisit): Promise<boolean>;
  /** Whether the exception is one that the breakpoint is about. */
  isOf(breakpoint: Counted, thrown: ThrownInfo): boolean;
}

export class HitLists {
  readonly #known = new Map<BreakpointId, HitList>();

  constructor(
    private readonly time: RemoteTime,
    private readonly parts: HitParts,
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
    const visits: RemoteVisit[] = [];
    for (const what of whereabouts(breakpoint)) {
      const query = {
        until: newest,
        inclusive: true,
        by: 'statement',
        keep: 'first',
        most: mostHits,
      } as const;
      visits.push(...(await this.time.look({ ...query, ...what })).visits);
    }
    const steps: number[] = [];
    for (const visit of visits.toSorted((one, other) => one.step - other.step))
      if (this.#isHit(breakpoint, visit) && (await this.parts.holds(breakpoint, visit)))
        steps.push(visit.step);
    this.#known.set(spec.id, { counter, branch, until: newest.step, steps });
    return steps;
  }

  #isHit(breakpoint: Counted, { touched, thrown }: RemoteVisit): boolean {
    const { spec } = breakpoint;
    if (spec.where.kind === 'exception') return thrown !== undefined && this.parts.isOf(breakpoint, thrown);
    return spec.where.kind === 'code' || touched?.some(({ id }) => id === spec.id) === true;
  }
}

/** Storage of a host is compared at no statement. */
function whereabouts({
  spec: { where },
}: Counted): readonly Pick<PastQuery, 'addresses' | 'touched' | 'told'>[] {
  if (where.kind === 'code') return [{ addresses: where.sites.map(({ address }) => address) }];
  return where.kind === 'exception' ? [{ told: true }] : [{ touched: true }, { told: true }];
}
