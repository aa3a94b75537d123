// The ways back: to the previous breakpoint, to where a step would have begun, to any moment.
//
// The past is looked through part by part, from the newest checkpoint backwards; each part is run forward, and the last
// thing met in it is the first one backwards. Near the moment that one comes from checkpoints are put closer, so that the
// next step back has little to run again.

import type { Granularity, StopReason, SymbolIndex } from '@sonde/engine';
import type { World } from '../world.js';
import type { Bookkeeping, Checkpoint } from './checkpoints.js';
import { compareInstants, isBefore, type Instant } from '../../recording/instant.js';
import { forgotten } from './kept-contents.js';
import { Scanner, type Found, type Journey, type Marks, type ScannerParts } from './scanner.js';
import { standsAt } from './standing.js';
import { PlaceMarks, StepMarks, type Mark } from './step-marks.js';

export interface Arrival {
  readonly task: number;
  readonly reasons: readonly StopReason[];
}

export type WayBack =
  | { readonly kind: 'continue' }
  | { readonly kind: 'step'; readonly how: 'over' | 'in' | 'out'; readonly granularity: Granularity }
  | { readonly kind: 'run-to'; readonly addresses: readonly number[] };

export interface WayBackParts extends ScannerParts {
  readonly symbols: SymbolIndex;
  readonly world: World;
}

/** Parts shorter than this are run again faster than a checkpoint is taken and restored. */
const shortPart = 2_000;
/** Of two checkpoints near a moment, the later one is so many times nearer. */
const nearer = 4;

export class WaysBack {
  readonly #scanner: Scanner;

  constructor(private readonly parts: WayBackParts) {
    this.#scanner = new Scanner(parts);
  }

  *go(task: number, way: WayBack): Journey<Arrival> {
    switch (way.kind) {
      case 'continue':
        return yield* this.#toMark(undefined, () => undefined, []);
      case 'run-to': {
        const marks = new PlaceMarks(way.addresses);
        return yield* this.#armed(
          marks,
          this.#toMark(marks, () => marks.last, [{ kind: 'step' }]),
        );
      }
      case 'step': {
        const { machine, symbols } = this.parts;
        const marks = new StepMarks(machine, symbols, task, way);
        return yield* this.#armed(marks, this.#stepBack(marks, way.granularity === 'line'));
      }
    }
  }

  /** To a moment of this branch; the program may still stand in another one, where the same instant is another moment. */
  *goTo(target: Instant, standsElsewhere: boolean): Journey<void> {
    const { traveller } = this.parts;
    if (!isBefore(target, traveller.last) && this.#knows(traveller.presentBook) && traveller.toPresent())
      return;
    if (!standsElsewhere && compareInstants(target, traveller.here) === 0) return;
    yield* this.#stand(target);
    if (target.phase === 0) yield* this.#scanner.countHere(this.parts.machine.currentTask);
  }

  *#armed(marks: Marks, journey: Journey<Arrival>): Journey<Arrival> {
    const { addresses } = this.parts;
    for (const address of marks.addresses) addresses.want(address);
    try {
      return yield* journey;
    } finally {
      for (const address of marks.addresses) addresses.release(address);
    }
  }

  /** To the last thing met, or to the last mark if that is later. */
  *#toMark(
    marks: Marks | undefined,
    last: () => Mark | undefined,
    reasons: readonly StopReason[],
  ): Journey<Arrival> {
    const { traveller } = this.parts;
    let end = traveller.here;
    const start = end;
    for (let nth = 0; ; nth++) {
      const part = yield* this.#partBefore(end, nth === 0);
      if (part === undefined) return yield* this.#toEntry(start);
      traveller.restore(part);
      const found = yield* this.#scanner.scan(end, nth > 0, marks);
      const mark = last();
      if (found !== undefined && (mark === undefined || !isBefore(found.at, mark.at)))
        return yield* this.#arrive(
          mark !== undefined && compareInstants(mark.at, found.at) === 0
            ? { ...found, reasons: [...reasons, ...found.reasons] }
            : found,
        );
      if (mark !== undefined) return yield* this.#arrive(foundAt(mark, reasons));
      end = part;
    }
  }

  *#stepBack(marks: StepMarks, byLine: boolean): Journey<Arrival> {
    const { traveller } = this.parts;
    const start = traveller.here;
    let end = start;
    /** Where the step may end, as far as one knows; an earlier mark may belong to the same visit. */
    let landing: Mark | undefined;
    let met: Found | undefined;
    for (let nth = 0; ; nth++) {
      const part = yield* this.#partBefore(end, nth === 0);
      if (part === undefined)
        return landing === undefined ? yield* this.#toEntry(start) : yield* this.#land(landing, met);
      traveller.restore(part);
      marks.begin();
      const found = yield* this.#scanner.scan(end, nth > 0, marks);
      const { visit, first } = marks;
      let isSure = false;
      if (visit !== undefined) {
        const isEarlier = landing !== undefined && !marks.continues(visit, landing);
        if (!isEarlier) landing = visit;
        // What came before the first mark of a part is not known.
        isSure = isEarlier || !byLine || visit !== first;
      }
      if (found !== undefined && (landing === undefined || !isBefore(found.at, landing.at))) met ??= found;
      if (met !== undefined && (landing === undefined || isBefore(landing.at, met.at)))
        return yield* this.#arrive(met);
      if (landing !== undefined && isSure) return yield* this.#land(landing, met);
      end = part;
    }
  }

  #land(landing: Mark, met: Found | undefined): Journey<Arrival> {
    const here = foundAt(landing, [{ kind: 'step' }]);
    const together = met !== undefined && compareInstants(met.at, landing.at) === 0;
    return this.#arrive(together ? { ...met, reasons: [...here.reasons, ...met.reasons] } : here);
  }

  /** The checkpoint to look from; undefined when there is nothing before. */
  *#partBefore(end: Instant, near: boolean): Journey<Checkpoint | undefined> {
    const { traveller } = this.parts;
    yield* this.#count(end);
    const part = traveller.checkpoints.before(end);
    if (part === undefined || !near || end.time - part.time <= shortPart) return part;
    yield* this.#putCheckpoints(part, end);
    return traveller.checkpoints.before(end);
  }

  /** Whether it is known how often breakpoints were hit that ask for it. */
  #knows(book: Bookkeeping | undefined): boolean {
    return this.parts.table.counting.every(counter => book?.counts.has(counter) === true);
  }

  /** Breakpoints that were set later than a checkpoint was taken have not been counted there: it is made up for once. */
  *#count(end: Instant): Journey<void> {
    const { traveller, table } = this.parts;
    if (table.counting.length === 0) return;
    const before = traveller.checkpoints.all.filter(each => isBefore(each, end));
    let known = before.findLastIndex(({ book }) => this.#knows(book));
    if (known === before.length - 1) return;
    const from = before[Math.max(0, known)]!;
    if (known < 0) {
      const none = table.counting.map(counter => [counter, 0] as const);
      from.book = { ...from.book, counts: new Map([...from.book.counts, ...none]) };
      known = 0;
    }
    traveller.restore(from);
    for (const next of before.slice(known + 1)) {
      yield* this.#scanner.scan(next, true);
      next.book = { ...next.book, counts: table.counts };
    }
  }

  /** Each leaves a quarter of the way to the end: halves would take as many again, each of which costs as much as 5,000 instructions. */
  *#putCheckpoints(from: Checkpoint, end: Instant): Journey<void> {
    const { traveller } = this.parts;
    traveller.checkpoints.around = end.time;
    traveller.restore(from);
    for (
      let left = Math.floor((end.time - from.time) / nearer);
      left >= shortPart / nearer;
      left = Math.floor(left / nearer)
    ) {
      yield* this.#forward(traveller.instantAt(end.time - left));
      if (!traveller.checkpoint()) return;
    }
  }

  *#arrive({ at, task, reasons, book, site }: Found): Journey<Arrival> {
    const { machine, sites } = this.parts;
    yield* this.#stand(at);
    if (site !== undefined && (machine.currentTask !== task || standsAt(machine, task) !== site))
      this.#meetAgain(task, site);
    this.parts.book.load(book);
    const address = standsAt(machine, task);
    if (address !== undefined && at.phase === 0) sites.judged(task, address);
    return { task, reasons };
  }

  /** Another task had begun to wait before this one had its turn at the same time. */
  #meetAgain(task: number, site: number): void {
    const { machine, traveller } = this.parts;
    machine.arm(site);
    try {
      for (let attempt = 0; attempt < 16; attempt++) {
        const outcome = traveller.run(machine.time + 1, false);
        if (outcome.kind === 'site' && outcome.task === task) return;
      }
    } finally {
      if (!this.parts.addresses.has(site)) machine.disarm(site);
    }
  }

  *#stand(target: Instant): Journey<void> {
    const { traveller } = this.parts;
    yield* this.#count({ ...target, edits: target.edits + 1 });
    traveller.restore(traveller.checkpoints.upTo(target));
    yield* this.#forward(target);
  }

  /** Where the program of the user began, if that is before where one comes from. */
  *#toEntry(start: Instant): Journey<Arrival> {
    const { machine, traveller, sites } = this.parts;
    const { first } = traveller.checkpoints;
    traveller.restore(first);
    const { entry } = machine;
    if (entry !== undefined && !(yield* this.#runTo(entry, start))) traveller.restore(first);
    const task = machine.currentTask;
    const address = standsAt(machine, task);
    if (address !== undefined) sites.judged(task, address);
    if (first.time > 0) return { task, reasons: [{ kind: 'end-of-recording', text: forgotten }] };
    return { task, reasons: [{ kind: 'entry' }] };
  }

  *#runTo(address: number, end: Instant): Journey<boolean> {
    const { machine, traveller, addresses, world } = this.parts;
    addresses.suspended = world.unwatched = true;
    machine.arm(address);
    try {
      while (isBefore(traveller.here, end)) {
        const outcome = traveller.run(end.time, false);
        if (outcome.kind === 'site') return true;
        if (outcome.kind === 'exited') return false;
        yield undefined;
      }
      return false;
    } finally {
      machine.disarm(address);
      addresses.suspended = world.unwatched = false;
    }
  }

  /** Without a look at anything on the way, unless hits have to be counted. */
  *#forward(target: Instant): Journey<void> {
    const { traveller, addresses, world, table } = this.parts;
    if (table.counting.length > 0) {
      yield* this.#scanner.scan(target, false);
      return;
    }
    addresses.suspended = world.unwatched = true;
    try {
      for (const _ of traveller.advanceTo(target)) yield undefined;
    } finally {
      addresses.suspended = world.unwatched = false;
    }
  }
}

const foundAt = ({ at, task, book, address }: Mark, reasons: readonly StopReason[]): Found => ({
  at,
  task,
  reasons,
  book,
  site: address,
});
