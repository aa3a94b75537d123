// Brings the program to any moment of its run: restores a checkpoint before it, and runs it again from there.
//
// The program is either live, or in the past: then it gets the answers that it got then, does nothing to the world, and
// changes that the debugger made are made again where they were made. It becomes live where its newest moment is passed.

import { Failure, type StopTime, type TimePosition } from '@sonde/engine';
import type { Machine, MachineSnapshot, Outcome } from '../../machine.js';
import type { World } from '../world.js';
import { branchOff, linesBehind, type Branch, type Present } from './branch.js';
import { Checkpoints, type BookKeeper, type Bookkeeping, type Checkpoint } from './checkpoints.js';
import type { Edit, MadeEdit } from '../../recording/edits.js';
import type { RecordedRun } from '../../recording/recorded-run.js';
import { cheapHash } from './cheap-hash.js';
import { inputEnd, newInputLog, type InputCursor } from '../../recording/input-log.js';
import { beginsPhase, compareInstants, isBefore, type Instant } from '../../recording/instant.js';
import { CountStarts } from './count-starts.js';
import { Moments } from '../../recording/moments.js';
import { behindLost, forgotten } from './kept-contents.js';
import { Pace } from './pace.js';
import { instantAt, instantOf, noBranch, positionOf } from './positions.js';
import { Proofs } from './proofs.js';
import { recordingOfBranch, type BranchRecording } from './branch-recording.js';
import type { SeatedMachine } from './seated-machine.js';
import { isOver } from './standing.js';

export interface TravellerParts {
  readonly machine: Machine;
  /** Where machines that take no snapshots are made anew. */
  readonly seat: SeatedMachine | undefined;
  readonly world: World;
  readonly memoryBudget: number;
  /** What is to be run again. */
  readonly replay?: RecordedRun | undefined;
  /** Makes a change, live or again. */
  readonly perform: (edit: Edit) => unknown;
  /** What the debugger has to remember of a moment. */
  readonly book: BookKeeper;
}

/** The program did not do the same again. */
export class Divergence extends Error {}

/** So many instructions are run again at once, before messages are looked for. */
const sliceInstructions = 500_000;

export class TimeTraveller {
  #branch: Branch;
  /** The run itself, which is kept even when its branch is discarded: it knows what was written to the disk. */
  readonly #root: Branch;
  readonly branches = new Map<number, Branch>();
  #lastBranch = 0;
  #present: Present | undefined;
  #time = 0;
  #phase = 0;
  #edits = 0;
  readonly #inputs: InputCursor;
  readonly #pace = new Pace(performance.now());
  /** Instructions that were run again, for those who check that it is little. */
  replayed = 0;

  constructor(private readonly parts: TravellerParts) {
    const { world, machine, memoryBudget, replay } = parts;
    if (world.inputs === undefined) throw new Failure('internal', 'sonde', 'nothing is recorded.');
    this.#inputs = world.inputs;
    const checkpoints = new Checkpoints(memoryBudget, ({ snapshot }) => {
      if (snapshot !== undefined) machine.release?.(snapshot);
    });
    this.#branch = {
      number: 0,
      inputs: world.inputLog ?? newInputLog(),
      edits: [...(replay?.edits ?? [])],
      checkpoints,
      last: replay?.last ?? this.here,
      unread: undefined,
      overlay: undefined,
      moments: new Moments(replay?.moments),
      closed: replay !== undefined,
      proofs: new Proofs(replay),
    };
    this.#root = this.#branch;
    this.branches.set(0, this.#branch);
    const snapshot = parts.seat === undefined ? machine.snapshot?.() : undefined;
    checkpoints.add(this.#checkpoint(snapshot), 0);
    if (replay === undefined) return;
    this.#branch.proofs.begin(this.#hash);
    this.#present = this.#farPresent(this.#branch);
  }

  /** The newest moment of a branch where one has not been. */
  #farPresent({ last, inputs }: Branch): Present {
    const book = this.parts.book.save();
    const nowhere = { snapshot: undefined, parked: undefined, hash: undefined };
    return { ...last, ...nowhere, inputs: inputEnd(inputs), book };
  }

  get #hash(): string {
    return `${cheapHash(this.parts.machine)} ${this.#inputs.printed.text}`;
  }

  get here(): Instant {
    return { time: this.#time, phase: this.#phase, edits: this.#edits };
  }

  /** Whether the program is before its newest moment. */
  get past(): boolean {
    return this.#present !== undefined;
  }

  /** At the newest moment of a run that goes no further. */
  get atEnd(): boolean {
    return this.#branch.closed && this.#isAtPresent;
  }

  /** Although it is not live. */
  get #isAtPresent(): boolean {
    return this.#present !== undefined && !isBefore(this.here, this.#present);
  }

  get last(): Instant {
    return this.#present ?? this.here;
  }

  get first(): Instant {
    return this.#branch.checkpoints.first;
  }

  get checkpoints(): Checkpoints {
    return this.#branch.checkpoints;
  }

  /** What the debugger knew at the newest moment. */
  get presentBook(): Bookkeeping | undefined {
    return this.#present?.book;
  }

  get branch(): Branch {
    return this.#branch;
  }

  // Running.

  /** As `Machine.run`; in the past it may come back early. */
  run(until: number, passSite: boolean): Outcome {
    const { machine, world } = this.parts;
    if (this.#present !== undefined && this.#makeDueEdits()) {
      // Where a change was the last thing that happened, what comes next never was.
      this.#becomeLiveBehindPast();
      if (this.#isAtPresent) return { kind: 'time' };
    }
    const bound = this.#present === undefined ? until : this.#boundInPast(this.#present, until);
    this.#inputs.past = this.#present !== undefined;
    world.running = true;
    let outcome: Outcome;
    try {
      outcome = machine.run(bound, passSite);
    } finally {
      world.running = this.#inputs.past = false;
    }
    this.#checkCourse();
    this.#note(outcome);
    if (world.kept.hasLost) this.#forgetUnreachable();
    return outcome;
  }

  /** What it asks must be what it asked then. */
  #checkCourse(): void {
    const { strayed } = this.#inputs;
    if (strayed === undefined) return;
    this.#inputs.strayed = undefined;
    throw this.#diverged(` (it asked for ${strayed})`);
  }

  #note(outcome: Outcome): void {
    const { time } = this.parts.machine;
    if (this.#present !== undefined) this.replayed += time - this.#time;
    if (time !== this.#time) {
      this.#time = time;
      this.#phase = 0;
      if (this.#present !== undefined) {
        for (const counter of this.#counts.at(time)) this.parts.book.beginCount(counter);
        this.#verify(this.#branch);
      }
    }
    if (beginsPhase(outcome)) this.#phase++;
    if (outcome.kind === 'waiting') this.#checkWait();
    this.#becomeLiveBehindPast();
  }

  /** A journey only looks at the newest moment on its way: what is known there stays, such as the hits that were counted. */
  travels = false;

  /** A journey is over, perhaps at the newest moment. */
  settle(): void {
    this.travels = false;
    this.#becomeLiveBehindPast();
  }

  #becomeLiveBehindPast(): void {
    const present = this.#present;
    if (this.parts.world.aside || present === undefined || isBefore(this.here, present)) return;
    if (!this.travels) this.#becomeLive(present);
    else if (this.#differsFrom(present)) throw this.#diverged();
  }

  /**
   * Whether the program is not what it was at this very moment. A run that is over was left by its machine in the same
   * instant, as with an error that nobody caught: nothing is known of it.
   */
  #differsFrom(present: Present): boolean {
    if (this.#branch.closed) return false;
    const same = compareInstants(this.here, present) === 0;
    return same && present.hash !== undefined && present.hash !== this.#hash;
  }

  /** In the past whoever waits gets an answer, or is helped by a change. */
  #checkWait(): void {
    if (this.#present === undefined || this.#inputs.replays || !isBefore(this.here, this.#present)) return;
    const isDue = this.#branch.edits[this.#edits]?.time === this.#time;
    if (!isDue && this.#present.time !== this.#time) throw this.#diverged();
  }

  /** Stops where something is to be done or to be compared. */
  #boundInPast(present: Instant, until: number): number {
    const edit = this.#branch.edits[this.#edits];
    if (edit?.time === this.#time || present.time === this.#time) return Math.min(until, this.#time + 1);
    const checkpoint = this.#branch.checkpoints.after(this.#time);
    return Math.min(
      until,
      present.time,
      edit?.time ?? Infinity,
      checkpoint?.time ?? Infinity,
      this.#branch.proofs.after(this.#time),
      this.#counts.after(this.#time),
    );
  }

  readonly #counts = new CountStarts();

  countsFromHere(counters: readonly number[]): void {
    this.#counts.set(counters, this.#time);
  }

  /** Whether there were any. */
  #makeDueEdits(): boolean {
    for (let isAny = false; ; isAny = true) {
      const due = this.#branch.edits[this.#edits];
      if (due === undefined || due.time > this.#time || (due.time === this.#time && due.phase > this.#phase))
        return isAny;
      if (due.time < this.#time) throw this.#diverged();
      this.#makeAgain(due.edit);
    }
  }

  #makeAgain(edit: Edit): void {
    const { world, perform, machine } = this.parts;
    this.#edits++;
    world.repeating = world.running = this.#inputs.past = true;
    try {
      perform(edit);
    } catch {
      // It failed then too, after it had done a part of its work.
    } finally {
      world.repeating = world.running = this.#inputs.past = false;
    }
    this.#checkCourse();
    this.#moved(machine.time);
  }

  /** A change may run a few instructions by itself. */
  #moved(time: number): void {
    if (time === this.#time) return;
    this.#time = time;
    this.#phase = 0;
  }

  #verify({ checkpoints, proofs }: Branch): void {
    const passed = checkpoints.upTo(this.here);
    const isHere = passed.time === this.#time && passed.edits === this.#edits;
    const differs = isHere && passed.hash !== this.#hash;
    if (differs || proofs.differAt(this.here, () => this.#hash)) throw this.#diverged();
  }

  /**
   * At the end of a recording, or of the program that is replayed (`exit`): whether it came to the same state, and ended as
   * it did then.
   */
  checkEnd(exit?: number): void {
    const { closed, proofs } = this.#branch;
    if (!closed) return;
    const check = (code: number | undefined): void => {
      const difference = proofs.differenceAtEnd(this.here, code, this.#hash);
      if (difference !== undefined) throw this.#diverged(` (${difference})`);
    };
    if (exit !== undefined || proofs.exit === undefined) return check(exit);
    // It stands at what ended it, and is over once that has run.
    const home = this.remember();
    try {
      const outcome = this.run(this.#time + 1, true);
      check(outcome.kind === 'exited' ? outcome.code : undefined);
    } finally {
      home();
    }
  }

  /** A recording is not true from here on: it ends at the last moment that was compared. */
  endAtProof(): boolean {
    const branch = this.#branch;
    if (!branch.closed) return false;
    this.restore(branch.checkpoints.upTo(branch.proofs.proved));
    branch.last = this.here;
    this.#present = this.#farPresent(branch);
    return true;
  }

  #becomeLive(present: Present): void {
    if (this.#branch.closed) return;
    if (this.#inputs.replays || this.#differsFrom(present)) throw this.#diverged();
    this.#forgetPresent();
  }

  #forgetPresent(): void {
    const snapshot = this.#present?.snapshot;
    this.#present = undefined;
    if (snapshot !== undefined) this.parts.machine.release?.(snapshot);
  }

  #diverged(how = ''): Divergence {
    return new Divergence(`the program did not do the same again at instruction ${this.#time}${how}`);
  }

  // Checkpoints.

  /** What the program read is not kept any more: moments from which one would have to read it again are none any more. */
  #forgetUnreachable(): void {
    const { kept } = this.parts.world;
    if (this.#present !== undefined || !this.checkpoint()) return;
    kept.hasLost = false;
    for (const { checkpoints, inputs } of this.branches.values())
      checkpoints.forgetBefore(behindLost(inputs.files));
    if (!this.#hasForgotten) this.parts.world.notice(forgotten);
    this.#hasForgotten = true;
  }
  #hasForgotten = false;

  /** The program has run for a while: perhaps it is time for a checkpoint. */
  ran(now: number): void {
    if (this.#present !== undefined || this.#phase > 0 || !this.#pace.isDue(now, this.#time)) return;
    const before = this.#newest;
    this.checkpoint();
    const grown = before === undefined ? 0 : before.snapshot.bytes - before.bytes;
    const end = performance.now();
    this.#pace.took(end - now, end, this.#time, grown + (this.#newest?.bytes ?? 0));
  }

  /** The latest snapshot, and what it took at first. */
  #newest: { readonly snapshot: MachineSnapshot; readonly bytes: number } | undefined;

  /** Where the program stands; false when the machine takes none. */
  checkpoint(): boolean {
    const { machine, seat } = this.parts;
    if (this.#phase > 0 || seat !== undefined) return false;
    const snapshot = machine.snapshot?.();
    if (snapshot === undefined) return false;
    this.#newest = { snapshot, bytes: snapshot.bytes };
    this.#branch.checkpoints.reserved = this.parts.world.kept.bytes;
    this.#branch.checkpoints.add(this.#checkpoint(snapshot), this.last.time);
    return true;
  }

  #checkpoint(snapshot: MachineSnapshot | undefined): Checkpoint {
    const { book } = this.parts;
    return {
      ...this.here,
      snapshot,
      inputs: this.#inputs.position,
      book: book.save(),
      hash: this.#hash,
      branches: 1,
    };
  }

  restore(checkpoint: Checkpoint): void {
    this.#leavePresent();
    const { machine, seat, book } = this.parts;
    if (checkpoint.snapshot !== undefined) machine.restore?.(checkpoint.snapshot);
    else seat?.renew();
    this.#stand(checkpoint);
    this.#inputs.position = checkpoint.inputs;
    book.load(checkpoint.book);
  }

  #stand({ time, phase, edits }: Instant): void {
    this.#time = time;
    this.#phase = phase;
    this.#edits = edits;
  }

  #leavePresent(): void {
    if (this.#present !== undefined) return;
    const { machine, seat, book } = this.parts;
    // The program comes to its last moment before it is over, which changes its state.
    const hash = isOver(machine) ? undefined : this.#hash;
    this.#present = {
      ...this.here,
      snapshot: seat === undefined ? machine.snapshot?.() : undefined,
      parked: seat?.renew(),
      inputs: this.#inputs.position,
      book: book.save(),
      hash,
    };
  }

  /** Back to the newest moment, however one has come away; false when the machine is not able to. */
  toPresent(): boolean {
    const present = this.#present;
    if (present === undefined) return true;
    const { machine, seat, book } = this.parts;
    if (present.parked !== undefined) seat?.seat(present.parked);
    else if (present.snapshot !== undefined) machine.restore?.(present.snapshot);
    else return false;
    this.#stand(present);
    this.#inputs.position = present.inputs;
    book.load(present.book);
    this.#forgetPresent();
    return true;
  }

  /** Answers with what brings the program back to where it is now. */
  remember(): () => void {
    const { machine, seat, book, world } = this.parts;
    world.aside = true;
    if (this.#present === undefined)
      return () => {
        world.aside = false;
        this.toPresent();
      };
    const [here, inputs, saved] = [this.here, this.#inputs.position, book.save()];
    const snapshot = seat === undefined ? machine.snapshot?.() : undefined;
    const parked = seat?.renew();
    return () => {
      world.aside = false;
      if (parked === undefined && snapshot === undefined) {
        this.restore(this.checkpoints.upTo(here));
        for (const _ of this.advanceTo(here));
        return book.load(saved);
      }
      if (parked !== undefined) seat?.seat(parked);
      if (snapshot !== undefined) {
        machine.restore?.(snapshot);
        machine.release?.(snapshot);
      }
      this.#stand(here);
      this.#inputs.position = inputs;
      book.load(saved);
    };
  }

  /** Runs the program up to a moment ahead; whoever calls sees to it that nothing is armed. Comes back now and then. */
  *advanceTo(target: Instant): Generator<void, void> {
    while (isBefore(this.here, target)) {
      if (this.makeEditFor(target)) continue;
      const { time } = this.parts.machine;
      const outcome = this.run(
        time < target.time ? Math.min(target.time, time + sliceInstructions) : time + 1,
        false,
      );
      if (outcome.kind === 'exited' && isBefore(this.here, target)) throw this.#diverged();
      yield;
    }
    if (isBefore(target, this.here) && this.#time !== target.time) throw this.#diverged();
  }

  /** Makes the next change again, if it is due here and before the target. */
  makeEditFor(target: Instant): boolean {
    if (!this.hasEditFor(target)) return false;
    this.#makeAgain(this.#branch.edits[this.#edits]!.edit);
    return true;
  }

  /** Whether a change is due here, before the target. */
  hasEditFor(target: Instant): boolean {
    const due = this.#branch.edits[this.#edits];
    return due?.time === this.#time && due.phase <= this.#phase && this.#edits < target.edits;
  }

  /** The beginning of an instruction, before what was changed there. */
  instantAt(time: number): Instant {
    return instantAt(this.#branch, time);
  }

  /** The moment that a position means. Throws a Failure when there is none. */
  instantOf(position: TimePosition): Instant {
    const branch = this.branches.get(position.branch);
    if (branch === undefined) throw noBranch(position.branch);
    return instantOf(branch, branch === this.#branch ? this.last : branch.last, position);
  }

  /** Goes over to another branch, and answers whether it is one: the program stands in the old one until one goes anywhere. */
  switchTo(number: number): boolean {
    const branch = this.branches.get(number);
    if (branch === undefined || branch === this.#branch) return false;
    const { world } = this.parts;
    // Behind a branch that one leaves there is nothing to restore: its moments are reached by running again.
    this.#branch.last = this.last;
    this.#branch.unread = world.unread;
    this.#forgetPresent();
    this.#branch = branch;
    world.unread = branch.unread ?? world.unread;
    world.overlay = branch.overlay;
    this.#inputs.follow(branch.inputs);
    this.#present = this.#farPresent(branch);
    return true;
  }

  discard(number: number): void {
    const branch = this.branches.get(number);
    if (branch === undefined) throw noBranch(number);
    if (branch === this.#branch)
      throw new Failure('bad-arguments', 'user', 'one is on this branch.', 'Go to another one first.');
    this.branches.delete(number);
    branch.checkpoints.clear();
  }

  // Changes.

  /** Makes a change and remembers it. In the past it begins a branch. */
  edit(edit: Edit): unknown {
    const { world, perform, machine } = this.parts;
    const { time, phase } = this.here;
    // Code asks the world, which must not answer as it did then. A change that is refused leaves everything as it was.
    const isCode = edit.kind === 'evaluate';
    if (isCode) this.#remember({ time, phase, edit });
    world.running = true;
    try {
      const result = perform(edit);
      if (!isCode) this.#remember({ time, phase, edit });
      return result;
    } finally {
      world.running = false;
      this.#moved(machine.time);
    }
  }

  #remember(made: MadeEdit): void {
    if (this.#present !== undefined) this.#branchOff();
    this.#branch.edits.push(made);
    this.#edits++;
  }

  #branchOff(): void {
    const { world } = this.parts;
    const left = this.#branch;
    left.last = this.last;
    left.unread = world.unread;
    const at = this.here;
    const inputs = this.#inputs.position;
    this.#branch = branchOff({ from: left, root: this.#root }, ++this.#lastBranch, at, inputs);
    this.branches.set(this.#branch.number, this.#branch);
    world.unread = {
      text: linesBehind(left.inputs, inputs) + left.unread.text,
      closed: left.unread.closed,
    };
    world.overlay = this.#branch.overlay;
    this.#inputs.follow(this.#branch.inputs);
    this.#inputs.position = inputs;
    this.#forgetPresent();
  }

  // What clients are told.

  position(at: Instant, branch: Branch = this.#branch): TimePosition {
    return positionOf(at, branch);
  }

  /** All that is needed to run this branch again. Throws a Failure when it is not kept from the start on. */
  get recorded(): BranchRecording {
    return recordingOfBranch(
      this.#branch,
      this.last,
      this.#present === undefined ? this.#hash : this.#present.hash,
    );
  }

  get stopTime(): StopTime {
    return {
      at: this.position(this.here),
      first: this.position(this.first),
      last: this.position(this.last),
    };
  }
}
