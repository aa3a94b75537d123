// Runs the program again through a part of its past, and notes what it met there: breakpoints, exceptions, accesses, and
// marks of whoever looks for something else. Nothing stops it before the end of the part.

import type { BreakpointId, StopReason } from '@sonde/engine';
import {
  conditionFails,
  EncounterInCourse,
  type ArmedAddresses,
  type AskedText,
  type BreakpointTable,
  type Candidate,
  type Encounter,
  type PassedSites,
} from '@sonde/engine/machine';
import type { Machine } from '../../machine.js';
import { idOf, type Encounters } from '../encounters.js';
import type { ActivationAccess } from '../programs.js';
import type { Touch, Watches } from '../watches.js';
import type { BookKeeper, Bookkeeping } from './checkpoints.js';
import { isBefore, type Instant } from '../../recording/instant.js';
import { isFinished, standsAt } from './standing.js';
import type { TimeTraveller } from './time-traveller.js';

export interface ScannerParts {
  readonly machine: Machine;
  readonly traveller: TimeTraveller;
  readonly table: BreakpointTable<ActivationAccess>;
  readonly addresses: ArmedAddresses;
  readonly sites: PassedSites;
  readonly access: ActivationAccess;
  readonly watches: Watches;
  readonly encounters: Encounters;
  readonly book: BookKeeper;
}

/** The host is to be asked about a breakpoint. */
export interface Asked {
  readonly candidate: Candidate<ActivationAccess>;
  readonly about: AskedText;
  readonly task: number;
}

export interface Decision {
  readonly stop: boolean;
  readonly problem: string | undefined;
}

/** Comes back now and then, and with what the host has to decide. */
export type Journey<Result> = Generator<Asked | undefined, Result, Decision | undefined>;

/** Something that the program met. */
export interface Found {
  readonly at: Instant;
  readonly task: number;
  readonly reasons: readonly StopReason[];
  readonly book: Bookkeeping;
  /** Where it stood before an instruction that had not begun. */
  readonly site?: number;
}

/** Places that somebody looks for. */
export interface Marks {
  readonly addresses: ReadonlySet<number>;
  note(task: number, address: number, at: Instant, book: () => Bookkeeping): void;
}

const sliceInstructions = 300_000;

export class Scanner {
  #found: Found | undefined;

  constructor(private readonly parts: ScannerParts) {}

  /**
   * From here up to the end, which is not part of it; only accesses that led there count where `accessesAtEnd`. Answers
   * with the last thing that was met.
   */
  *scan(end: Instant, accessesAtEnd: boolean, marks?: Marks): Journey<Found | undefined> {
    const { machine, traveller, sites, addresses, watches } = this.parts;
    this.#found = undefined;
    watches.takeTouches();
    while (isBefore(traveller.here, end)) {
      if (traveller.makeEditFor(end)) continue;
      const { time } = machine;
      const until = time < end.time ? Math.min(end.time, time + sliceInstructions) : time + 1;
      const task = machine.currentTask;
      sites.forgetUnless(address => addresses.has(address));
      let outcome = traveller.run(
        until,
        sites.leaves(task, () => standsAt(machine, task)),
      );
      while (outcome.kind === 'site' && this.#isPassed(outcome.task, outcome.address, marks))
        outcome = traveller.run(until, true);
      const touches = watches.takeTouches();
      switch (outcome.kind) {
        case 'time':
        case 'task':
          if (touches.length > 0 && (accessesAtEnd || isBefore(traveller.here, end)))
            yield* this.#touched(touches);
          break;
        case 'site':
          yield* this.#atSite(outcome.task, outcome.address, marks);
          break;
        case 'thrown': {
          const address = standsAt(machine, outcome.task);
          if (address !== undefined) sites.begun(outcome.task, address);
          // At the end it is what one comes from.
          if (!isBefore(traveller.here, end)) break;
          yield* this.#meet(this.parts.encounters.atThrow(outcome, () => undefined));
          break;
        }
        case 'trap':
          this.#heard(outcome.task);
          if (isBefore(traveller.here, end)) this.#find(outcome.task, [{ kind: 'program' }]);
          break;
        case 'module':
          this.#heard(machine.currentTask);
          break;
        case 'waiting':
          break;
        case 'exited':
          return this.#found;
      }
      yield undefined;
    }
    return this.#found;
  }

  /** The breakpoints where a task came to stand without a look count their hit, as when it ran. */
  *countHere(task: number): Journey<void> {
    const { machine, table, addresses, sites } = this.parts;
    if (table.counting.length === 0 || isFinished(machine, task)) return;
    const address = standsAt(machine, task);
    if (address === undefined) return;
    if (addresses.has(address) && !sites.heard(task, address)) yield* this.#atSite(task, address, undefined);
  }

  #isPassed(task: number, address: number, marks: Marks | undefined): boolean {
    const { sites, access, table } = this.parts;
    if (marks?.addresses.has(address) === true || sites.knows(task)) return false;
    access.enter(task);
    return table.at(address).every(candidate => conditionFails(candidate, access));
  }

  *#atSite(task: number, address: number, marks: Marks | undefined): Journey<void> {
    const { sites, traveller, book, encounters } = this.parts;
    if (sites.meets(task, address)) return;
    yield* this.#meet(
      encounters.atSite(task, address, [], () => undefined),
      address,
    );
    sites.judged(task, address);
    // Behind the meeting: whoever lands here has made this hit.
    if (marks?.addresses.has(address) === true) marks.note(task, address, traveller.here, () => book.save());
  }

  *#touched(touches: readonly Touch[]): Journey<void> {
    yield* this.#meet(this.parts.encounters.atTouch(touches, [], () => undefined));
  }

  *#meet(encounter: Encounter<ActivationAccess>, site?: number): Journey<void> {
    if (encounter.candidates.length === 0) return;
    const course = new EncounterInCourse(encounter);
    const logged: BreakpointId[] = [];
    for (;;) {
      const end = course.proceed(this.parts.access, candidate => logged.push(idOf(candidate)));
      if (end.kind === 'over') {
        const logs: readonly StopReason[] = logged.length === 0 ? [] : [{ kind: 'breakpoint', hits: logged }];
        return this.#find(encounter.task, [...end.reasons, ...logs], site);
      }
      const { candidate, about } = end;
      // Going back, one stops where something was logged; what it said was printed then.
      const decision =
        about === 'log'
          ? { stop: true, problem: undefined }
          : yield { candidate, about, task: encounter.task };
      course.decided(decision?.stop ?? true, decision?.problem);
    }
  }

  /** Of an access and a breakpoint at the instruction behind it one stop is made, as when it ran. */
  #find(task: number, reasons: readonly StopReason[], site?: number): void {
    if (reasons.length === 0) return;
    const { traveller, book } = this.parts;
    const at = traveller.here;
    const before = this.#found;
    const together = before !== undefined && !isBefore(before.at, at) && before.task === task;
    this.#found = {
      at,
      task,
      reasons: together ? [...before.reasons, ...reasons] : reasons,
      book: book.save(),
      ...(site === undefined ? {} : { site }),
    };
  }

  #heard(task: number): void {
    const address = standsAt(this.parts.machine, task);
    if (address !== undefined) this.parts.sites.judged(task, address);
  }
}
