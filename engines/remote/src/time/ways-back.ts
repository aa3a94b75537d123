// The ways back: to the previous breakpoint, to where a step would have begun, to where the program began.

import {
  Failure,
  notSupported,
  type BreakpointId,
  type MotionKind,
  type StopReason,
  type SymbolIndex,
} from '@sonde/engine';
import { hitFits, type AskedText, type Counted } from '@sonde/engine/machine';
import type { RemoteBreakpoints } from '../breakpoints.js';
import type { Arrival } from '../pilot.js';
import type { RemoteMachine } from '../remote-machine.js';
import type { Past, PastQuery, RemoteInstant, RemoteTime, RemoteVisit } from '../remote-time.js';
import { HitLists } from './hit-lists.js';
import { landingOf, statementsOf } from './landing.js';

type Step = MotionKind & { readonly kind: 'step' };

export interface WaysBackParts {
  readonly machine: RemoteMachine;
  readonly time: RemoteTime;
  readonly symbols: SymbolIndex;
  readonly breakpoints: RemoteBreakpoints;
  /** Where the location of a motion is. */
  targets(motion: MotionKind & { readonly kind: 'run-to' }): readonly number[];
  decide(
    task: number,
    breakpoint: BreakpointId,
    about: AskedText,
  ): Promise<{ readonly stop: boolean; readonly problem?: string }>;
}

/** A moment to stop at. */
interface Met {
  readonly at: RemoteInstant;
  readonly reasons: readonly StopReason[];
}

/** How many moments are looked at together. */
const page = 512;
/** Instructions in front of here that are looked through first. */
const nearInstructions = 64;
/** The same of statements: the program gets to where they begin at its full speed. */
const nearStatements = 1 << 16;
/** How much further back the next look begins. */
const wider = 64;

export class WaysBack {
  readonly #hits: HitLists;
  #task = 0;

  constructor(private readonly parts: WaysBackParts) {
    const { table } = parts.breakpoints;
    this.#hits = new HitLists(parts.time, {
      holds: (breakpoint, visit) => this.#conditionHolds(breakpoint, visit),
      isOf: ({ spec: { id } }, { name, caught }) =>
        table.forException(name, caught).some(({ breakpoint }) => breakpoint.spec.id === id),
    });
  }

  /** Stands where the motion ends. Throws a Failure where that cannot be found; it may stand elsewhere then. */
  async go(task: number, motion: MotionKind): Promise<Arrival> {
    this.#task = task;
    const here = this.#here();
    const met = (await this.#find(motion, here)) ?? (await this.#entry(here));
    await this.arrive(met.at);
    return { kind: 'stopped', task, reasons: met.reasons };
  }

  /** Stands there, with the counts of then. */
  async arrive(at: RemoteInstant): Promise<void> {
    const { time, breakpoints } = this.parts;
    const { here } = time;
    const counts: (readonly [Counted, number])[] = [];
    for (const breakpoint of breakpoints.table.counted)
      counts.push([breakpoint, await this.#hits.countAt(breakpoint, at.step)]);
    if (here?.step !== at.step || here.site !== at.site) await time.travel(at);
    for (const [breakpoint, count] of counts) breakpoint.hits = count;
    if (counts.length > 0) breakpoints.armed.doubt();
  }

  /** Where one stands at this step, or at the first statement behind it. */
  async instantAt(step: number): Promise<RemoteInstant> {
    const { time } = this.parts;
    const [here, newest] = [this.#here(), time.newest];
    if (newest === undefined || step >= newest.step) return newest ?? here;
    if (step === here.step) return here;
    const { visits } = await this.#look({
      until: newest,
      from: step,
      by: 'statement',
      addresses: statementsOf(this.parts.symbols),
      keep: 'first',
      most: 1,
    });
    return visits[0] ?? newest;
  }

  #here(): RemoteInstant {
    const { here } = this.parts.time;
    if (here === undefined) throw new Failure('wrong-state', 'user', 'the program has not begun.');
    return here;
  }

  #look(query: PastQuery): Promise<Past> {
    return this.parts.time.look(query);
  }

  async #find(motion: MotionKind, here: RemoteInstant): Promise<Met | undefined> {
    switch (motion.kind) {
      case 'continue':
        return this.#lastMet(here, 0);
      case 'step':
        return this.#orMetBefore(here, await this.#stepBack(motion, here));
      case 'run-to': {
        const { visits } = await this.#look({
          until: here,
          by: 'statement',
          addresses: this.parts.targets(motion),
          keep: 'last',
          most: 1,
        });
        return this.#orMetBefore(here, visits[0]);
      }
      case 'goto':
      case 'restart-frame':
        throw notSupported('Moving the program counter back in time');
    }
  }

  /** The end of a step, unless a breakpoint was met behind it; at the same moment, both are told. */
  async #orMetBefore(here: RemoteInstant, end: RemoteInstant | undefined): Promise<Met | undefined> {
    const met = await this.#lastMet(here, end?.step ?? 0);
    if (end === undefined) return met;
    const step: StopReason = { kind: 'step' };
    if (met === undefined) return { at: end, reasons: [step] };
    return met.at.step === end.step ? { at: end, reasons: [step, ...met.reasons] } : met;
  }

  async #stepBack({ how, granularity }: Step, here: RemoteInstant): Promise<RemoteInstant | undefined> {
    const within = how === 'in' ? {} : ({ within: how === 'out' ? 'callers' : 'frames' } as const);
    if (granularity === 'instruction') return this.#instructionBack(here, within);
    const byLine = granularity === 'line';
    const addresses = statementsOf(this.parts.symbols);
    let most = byLine ? page : 1;
    for (let near = nearStatements; ;) {
      const from = Math.max(0, here.step - near);
      const query = { until: here, from, by: 'statement', addresses, keep: 'last', most, ...within } as const;
      const { visits, total } = await this.#look(query);
      const landing = landingOf(visits, this.parts.symbols, byLine, from === 0 && total <= most);
      if (landing?.isSure) return landing.visit;
      const hasMore = total > visits.length;
      // A machine that tells fewer than it was asked for has no more to tell.
      if (hasMore ? visits.length < most : from === 0) return landing?.visit;
      if (hasMore) most *= page;
      else near *= wider;
    }
  }

  /** Far less is noted near here than on the whole way. */
  async #instructionBack(
    until: RemoteInstant,
    within: Pick<PastQuery, 'within'>,
  ): Promise<RemoteInstant | undefined> {
    for (let near = nearInstructions; ; near *= nearInstructions) {
      const from = Math.max(0, until.step - near);
      const { visits } = await this.#look({
        until,
        from,
        by: 'instruction',
        keep: 'last',
        most: 1,
        ...within,
      });
      if (visits[0] !== undefined || from === 0) return visits[0];
    }
  }

  async #entry(here: RemoteInstant): Promise<Met> {
    const { entry } = this.parts.machine;
    const first = { until: here, by: 'statement', keep: 'first', most: 1 } as const;
    const begun = entry === undefined ? undefined : await this.#look({ ...first, addresses: [entry] });
    // A later run of the program may begin elsewhere than the first one did.
    const isThere = here.site === entry || (begun?.visits.length ?? 0) > 0;
    const { visits } =
      begun !== undefined && isThere
        ? begun
        : await this.#look({ ...first, addresses: statementsOf(this.parts.symbols) });
    return { at: visits[0] ?? here, reasons: [{ kind: 'entry' }] };
  }

  /** The last breakpoint, change or exception before here, not before `after`. */
  async #lastMet(here: RemoteInstant, after: number): Promise<Met | undefined> {
    const { table, watches } = this.parts.breakpoints;
    const addresses = table.sites;
    const looks: readonly Pick<PastQuery, 'addresses' | 'touched' | 'told'>[] = [
      ...(addresses.length === 0 ? [] : [{ addresses }]),
      ...(watches.isEmpty ? [] : [{ touched: true }]),
      ...(watches.isEmpty && !table.hasExceptions ? [] : [{ told: true }]),
    ];
    let last: Met | undefined;
    for (const what of looks) last = later(last, await this.#lastHit(here, last?.at.step ?? after, what));
    return last;
  }

  async #lastHit(
    here: RemoteInstant,
    from: number,
    what: Pick<PastQuery, 'addresses' | 'touched' | 'told'>,
  ): Promise<Met | undefined> {
    for (let until = here; ;) {
      const { visits, total } = await this.#look({
        until,
        from,
        by: 'statement',
        keep: 'last',
        most: page,
        ...what,
      });
      for (const visit of visits.toReversed()) {
        const reasons = await this.#reasonsAt(visit);
        if (reasons.length > 0) return { at: visit, reasons };
      }
      if (total <= page || visits[0] === undefined) return undefined;
      until = visits[0];
    }
  }

  async #reasonsAt(visit: RemoteVisit): Promise<readonly StopReason[]> {
    const { table, watches } = this.parts.breakpoints;
    const { thrown } = visit;
    if (thrown !== undefined) {
      const hits: BreakpointId[] = [];
      for (const { breakpoint } of table.forException(thrown.name, thrown.caught))
        if (await this.#counts(breakpoint, visit)) hits.push(breakpoint.spec.id);
      return hits.length === 0 ? [] : [{ kind: 'exception', thrown, hits }];
    }
    if (visit.touched === undefined) {
      const hits: BreakpointId[] = [];
      for (const { breakpoint } of table.at(visit.site))
        if (await this.#counts(breakpoint, visit)) hits.push(breakpoint.spec.id);
      return hits.length === 0 ? [] : [{ kind: 'breakpoint', hits }];
    }
    const reasons: StopReason[] = [];
    for (const { id, ...values } of visit.touched) {
      const watched = watches.find(id);
      if (watched !== undefined && (await this.#counts(watched.candidate.breakpoint, visit)))
        reasons.push({ kind: 'data', hits: [id], ...watched.reason, ...values });
    }
    return reasons;
  }

  /** A log point stops on the way back: what it said was printed then. */
  async #counts(breakpoint: Counted, visit: RemoteVisit): Promise<boolean> {
    const { hitCondition } = breakpoint.spec;
    if (!(await this.#conditionHolds(breakpoint, visit))) return false;
    return (
      hitCondition === undefined || hitFits(hitCondition, await this.#hits.countAt(breakpoint, visit.step))
    );
  }

  /** Decided where it was: the session looks at the values of then. */
  async #conditionHolds({ spec }: Counted, visit: RemoteVisit): Promise<boolean> {
    if (!spec.conditional) return true;
    await this.parts.time.travel(visit);
    return (await this.parts.decide(this.#task, spec.id, 'condition')).stop;
  }
}

/** At the same moment, both are told. */
function later(one: Met | undefined, other: Met | undefined): Met | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.at.step !== other.at.step) return one.at.step > other.at.step ? one : other;
  return { at: one.at, reasons: [...other.reasons, ...one.reasons] };
}
