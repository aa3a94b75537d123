// Checkpoints: moments to which the program can be brought without running it from its start.
//
// There are more of them the nearer the present is: going back mostly goes back a little. When they take too much, the one
// goes first whose loss costs least for its age, which leaves distances that grow with the root of the age: growing with the age
// itself, they would save near the present what nobody notices, and lose a tenth of a second at the beginning of a long run.
// The moment that a way back looks around counts as the present does: else those that are put there would go at once.

import type { MachineSnapshot } from '../../machine.js';
import type { InputPosition } from '../../recording/input-log.js';
import { isBefore, type Instant } from '../../recording/instant.js';

/** What the debugger knows of a moment besides the machine. */
export interface Bookkeeping {
  readonly counts: ReadonlyMap<number, number>;
  readonly notes: ReadonlyMap<number, { readonly address: number; readonly state: 'judged' | 'begun' }>;
}

export interface BookKeeper {
  save(): Bookkeeping;
  load(book: Bookkeeping): void;
  /** From here on its hits count. */
  beginCount(counter: number): void;
}

export interface Checkpoint extends Instant {
  /** Undefined: a new machine is made, which is at its start. */
  readonly snapshot: MachineSnapshot | undefined;
  readonly inputs: InputPosition;
  book: Bookkeeping;
  readonly hash: string;
  /** How many branches have it: the last one releases it. */
  branches: number;
}

/** More would cost more to look through than they save. */
const mostCheckpoints = 1_000;
/**
 * Up to this part of the budget the sum of what all take need not be exact: adding up a thousand for each that is added
 * takes as long as taking it.
 */
const carefree = 0.75;
/** After so many the sum is made anew in any case. */
const addsBetweenSums = 64;

export class Checkpoints {
  #all: Checkpoint[] = [];
  /** What each took when it was looked at last, and all of them. */
  readonly #sizes = new Map<Checkpoint, number>();
  #sum = 0;
  #addsSinceSum = 0;
  /** What else takes a part of the budget. */
  reserved = 0;
  /** Where somebody looks for something in the past. */
  around = Infinity;

  constructor(
    private readonly budget: number,
    private readonly release: (checkpoint: Checkpoint) => void,
  ) {}

  get count(): number {
    return this.#all.length;
  }

  /** Added up anew, because a snapshot may take more once others are released. */
  get bytes(): number {
    for (const each of this.#all) this.#measure(each);
    this.#addsSinceSum = 0;
    return this.#sum;
  }

  #measure(checkpoint: Checkpoint | undefined): void {
    if (checkpoint === undefined) return;
    const bytes = checkpoint.snapshot?.bytes ?? 0;
    this.#sum += bytes - (this.#sizes.get(checkpoint) ?? 0);
    this.#sizes.set(checkpoint, bytes);
  }

  /** What lies beside a place in the list: snapshots grow while the program runs on from them, and when the next one goes. */
  #measureBeside(at: number): void {
    for (const nth of [at - 1, at, at + 1]) this.#measure(this.#all[nth]);
  }

  #isFull(): boolean {
    const limit = this.budget - this.reserved;
    const isExact = this.#addsSinceSum < addsBetweenSums && this.#sum <= limit * carefree;
    return !isExact && this.bytes > limit;
  }

  get first(): Checkpoint {
    return this.#all[0]!;
  }

  get all(): readonly Checkpoint[] {
    return this.#all;
  }

  /** The last one before a moment, or at it where that is not at the beginning of its instruction. */
  before(moment: Instant): Checkpoint | undefined {
    return this.#all[this.#behind(moment) - 1];
  }

  /** The last one at a moment or before. */
  upTo(moment: Instant): Checkpoint {
    const next = this.#all[this.#behind(moment)];
    return next !== undefined && !isBefore(moment, next) ? next : (this.before(moment) ?? this.first);
  }

  /** The first one later than this time. */
  after(time: number): Checkpoint | undefined {
    return this.#all[this.#behind({ time, phase: Infinity, edits: Infinity })];
  }

  /** How many are before a moment. */
  #behind(moment: Instant): number {
    let low = 0;
    let high = this.#all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#all[middle]!, moment)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** `now` is the newest moment: age counts from there. */
  add(checkpoint: Checkpoint, now: number): void {
    const at = this.#behind(checkpoint);
    const there = this.#all[at];
    if (there !== undefined && !isBefore(checkpoint, there)) return this.#drop(checkpoint);
    this.#all.splice(at, 0, checkpoint);
    this.#addsSinceSum++;
    this.#measureBeside(at);
    while (this.#all.length > 2 && (this.#all.length > mostCheckpoints || this.#isFull()))
      this.#removeCheapest(now);
  }

  /** For a branch that begins at a moment: those up to there are common to both. */
  cutAt(moment: Instant): Checkpoints {
    const cut = new Checkpoints(this.budget, this.release);
    // The one at the moment itself, too: there is no other where the branch begins at the start.
    cut.#all = this.#all.filter(each => !isBefore(moment, each));
    for (const each of cut.#all) {
      each.branches++;
      cut.#measure(each);
    }
    return cut;
  }

  /** The first stays: without it nothing before the second could be reached. The last was just made. */
  #removeCheapest(now: number): void {
    let cheapest = 1;
    let least = Infinity;
    for (let nth = 1; nth < this.#all.length - 1; nth++) {
      const gap = this.#all[nth + 1]!.time - this.#all[nth - 1]!.time;
      const { time } = this.#all[nth]!;
      const loss = gap / Math.sqrt(Math.min(Math.abs(now - time), Math.abs(this.around - time)) + 1);
      if (loss >= least) continue;
      least = loss;
      cheapest = nth;
    }
    const [gone] = this.#all.splice(cheapest, 1);
    this.#drop(gone!);
    this.#measureBeside(cheapest);
  }

  /** Those go at which the program had fewer answers about files; the newest one stays whatever it had. */
  forgetBefore(files: number): void {
    const kept = this.#all.findIndex(({ inputs }) => inputs.files >= files);
    const gone = this.#all.splice(0, kept < 0 ? this.#all.length - 1 : kept);
    for (const each of gone) this.#drop(each);
  }

  /** The branch is forgotten. */
  clear(): void {
    for (const each of this.#all.splice(0)) this.#drop(each);
  }

  #drop(checkpoint: Checkpoint): void {
    this.#sum -= this.#sizes.get(checkpoint) ?? 0;
    this.#sizes.delete(checkpoint);
    if (--checkpoint.branches === 0) this.release(checkpoint);
  }
}
