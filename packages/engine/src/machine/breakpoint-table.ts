// The breakpoints near a machine: which are at an address or fit an exception, and whether this hit counts.

import type { HitCondition } from '../breakpoint.js';
import { Failure } from '../failure.js';
import type { BreakpointId } from '../ids.js';
import type { Scalar } from '../value.js';
import type { ArmedAddresses } from './armed-addresses.js';
import type { ArmedBreakpoint, AskedText, BreakpointExpressions } from './armed-breakpoint.js';

/** An expression program that runs near the machine; `Access` is how it sees an activation. */
export type NearProgram<Access> = (access: Access) => Scalar | { readonly word: unknown };

export interface NearPrograms<Access> {
  readonly condition?: NearProgram<Access>;
  readonly log?: NearProgram<Access>;
}

/** A breakpoint, with its texts compiled for one of its sites. */
export interface Candidate<Access> {
  readonly breakpoint: Counted;
  readonly programs: NearPrograms<Access>;
}

export interface Counted {
  readonly spec: ArmedBreakpoint;
  /** All hits, whoever counted them. */
  hits: number;
  /** Those that the machine counted and passed by itself, as it told last. */
  passed: number;
  /** Another number whenever the count begins anew, so that what a machine tells late is not added to another count. */
  readonly counter: number;
}

/** How often breakpoints were hit, by `Counted.counter`. */
export type HitCounts = ReadonlyMap<number, number>;

/** What one breakpoint makes of being reached. */
export type Judgement =
  | { readonly kind: 'pass' }
  | { readonly kind: 'stop'; readonly problem?: string }
  | { readonly kind: 'log'; readonly text: string }
  /** Only the host can tell; the hit was counted if it is about the log. */
  | { readonly kind: 'ask'; readonly about: AskedText };

const pass: Judgement = { kind: 'pass' };

export class BreakpointTable<Access> {
  readonly #all = new Map<BreakpointId, Counted>();
  readonly #byAddress = new Map<number, Candidate<Access>[]>();
  readonly #exceptions: Candidate<Access>[] = [];
  #lastCounter = 0;

  constructor(
    private readonly addresses: ArmedAddresses,
    private readonly compile: (texts: BreakpointExpressions) => NearPrograms<Access>,
  ) {}

  /**
   * Data breakpoints are counted here too; where they are is the business of the watches. Throws a RangeError where no
   * instruction begins: patching the middle of one would change what it does.
   */
  set(spec: ArmedBreakpoint): Candidate<Access> | undefined {
    const before = this.#all.get(spec.id);
    this.remove(spec.id);
    if (spec.where.kind === 'code') this.#checkSites(spec.where.sites);
    const { hits, passed, counter } =
      before !== undefined && spec.keepCount ? before : { hits: 0, passed: 0, counter: ++this.#lastCounter };
    const breakpoint: Counted = { spec, hits, passed, counter };
    this.#all.set(spec.id, breakpoint);
    if (spec.where.kind !== 'code') {
      const candidate = { breakpoint, programs: this.compile(spec.where) };
      if (spec.where.kind === 'exception') this.#exceptions.push(candidate);
      return candidate;
    }
    for (const site of spec.where.sites) {
      const there = this.#byAddress.get(site.address) ?? [];
      there.push({ breakpoint, programs: this.compile(site) });
      this.#byAddress.set(site.address, there);
      this.addresses.want(site.address);
    }
    return undefined;
  }

  #checkSites(sites: readonly { readonly address: number }[]): void {
    const odd = sites.find(({ address }) => !this.addresses.beginsInstruction(address));
    if (odd !== undefined) throw new RangeError(`no instruction begins at 0x${odd.address.toString(16)}`);
  }

  remove(id: BreakpointId): void {
    const known = this.#all.get(id);
    if (known === undefined) return;
    this.#all.delete(id);
    const at = this.#exceptions.findIndex(c => c.breakpoint.spec.id === id);
    if (at >= 0) this.#exceptions.splice(at, 1);
    if (known.spec.where.kind !== 'code') return;
    for (const site of known.spec.where.sites) {
      const left = (this.#byAddress.get(site.address) ?? []).filter(c => c.breakpoint.spec.id !== id);
      if (left.length > 0) this.#byAddress.set(site.address, left);
      else this.#byAddress.delete(site.address);
      this.addresses.release(site.address);
    }
  }

  /** A machine that counts tells how many hits it has passed since the counters began. */
  passed(counts: ReadonlyMap<number, number>): void {
    for (const breakpoint of this.#all.values()) {
      const total = counts.get(breakpoint.counter) ?? 0;
      if (total <= breakpoint.passed) continue;
      breakpoint.hits += total - breakpoint.passed;
      breakpoint.passed = total;
    }
  }

  /** All addresses that have a breakpoint. */
  get sites(): readonly number[] {
    return [...this.#byAddress.keys()];
  }

  /** Those for which it matters how often they were hit. */
  get counted(): readonly Counted[] {
    return [...this.#all.values()].filter(({ spec }) => spec.hitCondition !== undefined);
  }

  /** Hits by counter; for who comes back to this moment. */
  get counts(): HitCounts {
    return new Map([...this.#all.values()].map(({ counter, hits }) => [counter, hits]));
  }

  /** Breakpoints that were not there then have not been hit then. */
  set counts(counts: HitCounts) {
    for (const breakpoint of this.#all.values()) breakpoint.hits = counts.get(breakpoint.counter) ?? 0;
  }

  /** Its hits are counted from here on. */
  beginCount(counter: number): void {
    for (const breakpoint of this.#all.values()) if (breakpoint.counter === counter) breakpoint.hits = 0;
  }

  /** Counters of those for which it matters how often they were hit. */
  get counting(): readonly number[] {
    return this.counted.map(({ counter }) => counter);
  }

  isTemporary(id: BreakpointId): boolean {
    return this.#all.get(id)?.spec.temporary === true;
  }

  at(address: number): readonly Candidate<Access>[] {
    return this.#byAddress.get(address) ?? [];
  }

  /** Names of the filters for exceptions that are set. */
  get exceptionFilters(): ReadonlySet<string> {
    return new Set(
      this.#exceptions.flatMap(({ breakpoint: { spec } }) =>
        spec.where.kind === 'exception' ? [spec.where.filter] : [],
      ),
    );
  }

  /**
   * `thrown` fits all, `uncaught` those that nobody takes, anything else the exception of that name. Of them only those
   * with the names that are wanted, or without those that are not.
   */
  get hasExceptions(): boolean {
    return this.#exceptions.length > 0;
  }

  forException(name: string, caught: boolean | undefined): readonly Candidate<Access>[] {
    return this.#exceptions.filter(({ breakpoint: { spec } }) => {
      if (spec.where.kind !== 'exception') return false;
      const { filter, names, only } = spec.where;
      if (only === 'uncaught' && caught === true) return false;
      if (names !== undefined && names.list.includes(name) === names.negate) return false;
      return filter === 'thrown' || (filter === 'uncaught' ? caught === false : filter === name);
    });
  }
}

/** Counts the hit if its condition holds, and says what comes of it. The access already looks at the right activation. */
export function judge<Access>(candidate: Candidate<Access>, task: number, access: Access): Judgement {
  const { breakpoint, programs } = candidate;
  const { spec } = breakpoint;
  if (spec.task !== undefined && spec.task !== task) return pass;
  if (spec.ask && spec.conditional) return { kind: 'ask', about: 'condition' };
  try {
    if (programs.condition !== undefined && !isTrue(programs.condition(access))) return pass;
  } catch (error) {
    if (needsHost(error)) return { kind: 'ask', about: 'condition' };
    return { kind: 'stop', problem: problemOf(error) };
  }
  return judgeCounted(candidate, access);
}

/** The condition holds: the hit is counted, and perhaps logged. */
export function judgeCounted<Access>({ breakpoint, programs }: Candidate<Access>, access: Access): Judgement {
  const { spec } = breakpoint;
  if (!countHit(breakpoint)) return pass;
  if (!spec.logs) return { kind: 'stop' };
  if (programs.log === undefined) return { kind: 'ask', about: 'log' };
  try {
    const text = programs.log(access);
    return { kind: 'log', text: typeof text === 'object' ? '<object>' : String(text) };
  } catch (error) {
    if (needsHost(error)) return { kind: 'ask', about: 'log' };
    return { kind: 'stop', problem: problemOf(error) };
  }
}

/** Whether its condition certainly does not hold; what is not certain is for `judge`. Counts nothing. */
export function conditionFails<Access>({ breakpoint, programs }: Candidate<Access>, access: Access): boolean {
  if (programs.condition === undefined || breakpoint.spec.ask) return false;
  try {
    return !isTrue(programs.condition(access));
  } catch {
    return false;
  }
}

/** One more hit; whether the hit condition lets it through. */
function countHit(breakpoint: Counted): boolean {
  breakpoint.hits++;
  const wanted = breakpoint.spec.hitCondition;
  return wanted === undefined || hitFits(wanted, breakpoint.hits);
}

/** Whether the hit with this number, counted from 1, is one that is wanted. */
export function hitFits(condition: HitCondition, hits: number): boolean {
  switch (condition.compare) {
    case 'eq':
      return hits === condition.count;
    case 'ge':
      return hits >= condition.count;
    case 'gt':
      return hits > condition.count;
    case 'lt':
      return hits < condition.count;
    case 'le':
      return hits <= condition.count;
    case 'multiple':
      return condition.count > 0 && hits % condition.count === 0;
  }
}

const isTrue = (result: Scalar | { readonly word: unknown }): boolean =>
  typeof result === 'object' || !(result === false || result === 0 || result === 0n || result === '');

/** What to tell a person about a condition that failed. */
const problemOf = (error: unknown): string =>
  error instanceof Failure ? error.text : error instanceof Error ? error.message : String(error);

/** A program that met something only the host can do, such as showing an object. */
const needsHost = (error: unknown): boolean => error instanceof Failure && error.code === 'not-supported';
