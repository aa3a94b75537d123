// Where a step back may end: at the beginning of what a step forward would have begun with.
//
// A step forward goes from line to line, and so does one back: statements of one line that ran one after the other in one
// call are one visit, and the step ends where the visit began. Over skips the calls that were made in between, in goes into
// the last of them from its end, out goes to where the call was made.

import type { Granularity, SymbolIndex } from '@sonde/engine';
import type { Machine } from '../../machine.js';
import type { Bookkeeping } from './checkpoints.js';
import type { Instant } from '../../recording/instant.js';
import type { Marks } from './scanner.js';

export interface Mark {
  readonly at: Instant;
  readonly task: number;
  readonly address: number;
  readonly serial: number;
  readonly line: number;
  readonly source: number;
  readonly book: Bookkeeping;
}

export interface BackStep {
  readonly how: 'over' | 'in' | 'out';
  readonly granularity: Granularity;
}

/** Callers further down are not looked for: the step ends in the ones above them. */
const mostCallers = 1_000;

export class StepMarks implements Marks {
  readonly addresses: ReadonlySet<number>;
  /** Of this part of the past: the first one, and where the last visit began. */
  first: Mark | undefined;
  visit: Mark | undefined;
  readonly #serials: ReadonlySet<number> | undefined;

  constructor(
    private readonly machine: Machine,
    private readonly symbols: SymbolIndex,
    private readonly task: number,
    private readonly step: BackStep,
  ) {
    const calls = machine.frames(task, 0, mostCallers);
    const possible = step.how === 'out' ? calls.slice(1) : calls;
    this.#serials = step.how === 'in' ? undefined : new Set(possible.map(({ serial }) => serial));
    const here = this.#inFunctions(
      possible.map(({ pc }, nth) => (nth === 0 && step.how !== 'out' ? pc : pc - 1)),
      true,
    );
    this.addresses = step.how === 'in' ? new Set([...here, ...this.#everywhere()]) : here;
  }

  /** Another part of the past, before the one that was looked through. */
  begin(): void {
    this.first = this.visit = undefined;
  }

  note(task: number, address: number, at: Instant, book: () => Bookkeeping): void {
    if (task !== this.task) return;
    const serial = this.machine.frames(task, 0, 1)[0]?.serial;
    if (serial === undefined || this.#serials?.has(serial) === false) return;
    const entry = this.symbols.lineAt(address);
    const place = { address, serial, line: entry?.line ?? -1, source: entry?.source ?? -1 };
    if (this.visit !== undefined && this.continues(this.visit, place)) return;
    this.visit = { at, task, book: book(), ...place };
    this.first ??= this.visit;
  }

  /** Whether a mark belongs to a visit that began before. */
  continues(visit: Mark, mark: Pick<Mark, 'address' | 'serial' | 'line' | 'source'>): boolean {
    return (
      this.step.granularity === 'line' &&
      visit.line >= 0 &&
      visit.serial === mark.serial &&
      visit.line === mark.line &&
      visit.source === mark.source &&
      mark.address > visit.address
    );
  }

  #everywhere(): ReadonlySet<number> {
    const { functions } = this.symbols.data;
    return this.#inFunctions(
      functions.filter(f => f.artificial !== true).map(f => f.start),
      false,
    );
  }

  /** `bare`: in functions without lines at each instruction, as steps forward go there. */
  #inFunctions(addresses: readonly number[], bare: boolean): ReadonlySet<number> {
    const functions = new Set(addresses.map(address => this.symbols.functionAt(address)));
    const found = new Set<number>();
    for (const inside of functions) {
      if (inside === undefined) continue;
      if (this.step.granularity === 'instruction') this.#instructions(inside.start, inside.end, found);
      else if (!this.#statements(inside.start, inside.end, found) && bare)
        this.#instructions(inside.start, inside.end, found);
    }
    return found;
  }

  /** Whether there are any. */
  #statements(start: number, end: number, found: Set<number>): boolean {
    const before = found.size;
    const { lines } = this.symbols.data;
    let low = 0;
    let high = lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lines[middle]!.address < start) low = middle + 1;
      else high = middle;
    }
    for (; low < lines.length && lines[low]!.address < end; low++)
      if (lines[low]!.statement) found.add(lines[low]!.address);
    return found.size > before;
  }

  #instructions(start: number, end: number, found: Set<number>): void {
    for (let at = start; at < end;) {
      found.add(at);
      at += this.machine.disassemble?.(at)?.size ?? 1;
    }
  }
}

/** Wherever one of these addresses is about to run. */
export class PlaceMarks implements Marks {
  readonly addresses: ReadonlySet<number>;
  last: Mark | undefined;

  constructor(addresses: readonly number[]) {
    this.addresses = new Set(addresses);
  }

  note(task: number, address: number, at: Instant, book: () => Bookkeeping): void {
    this.last = { at, task, address, serial: -1, line: -1, source: -1, book: book() };
  }
}
