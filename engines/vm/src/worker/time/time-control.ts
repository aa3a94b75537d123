// Time as the loop of the thread uses it: the traveller, and the journey that is under way.

import {
  Failure,
  positionText,
  type BreakpointId,
  type Place,
  type StopReason,
  type StopTime,
  type TimeBranch,
  type Timeline,
  type TimelineQuery,
  type TimePosition,
  type TimeSpan,
  type ValueHistory,
} from '@sonde/engine';
import type { Outcome } from '../../machine.js';
import type { RecordedRun } from '../../recording/recorded-run.js';
import { encodeRecording } from '../../recording/recording-file.js';
import type { Inspector } from '../inspector.js';
import type { BookKeeper } from './checkpoints.js';
import type { Branch } from './branch.js';
import { editText, isChange, type Edit } from '../../recording/edits.js';
import { Excursions } from './excursions.js';
import { compareInstants, type Instant } from '../../recording/instant.js';
import { chosenMoments, momentOf, outputText, type NotedMoment } from '../../recording/moments.js';
import { forgotten } from './kept-contents.js';
import { LoggedOnce } from './logged-once.js';
import type { Asked, Decision, Journey } from './scanner.js';
import { isOver, standsAt } from './standing.js';
import { Divergence, TimeTraveller, type TravellerParts } from './time-traveller.js';
import { WaysBack, type Arrival, type WayBack, type WayBackParts } from './way-back.js';

export type TimeControlParts = Omit<TravellerParts, 'book'> &
  Omit<WayBackParts, 'traveller' | 'book'> & {
    readonly inspector: Inspector;
    /** Before a program is over one stops, and can go back from there. */
    readonly stopAtEnd?: boolean | undefined;
  };

/** A moment whose time and place are here. */
type HappenedMoment = NotedMoment extends infer Each
  ? Each extends NotedMoment
    ? Omit<Each, 'at' | 'address'>
    : never
  : never;

export type Travelled =
  | { readonly kind: 'on-the-way' }
  | { readonly kind: 'ask'; readonly asked: Asked }
  | ({ readonly kind: 'arrived' } & Arrival);

export class TimeControl {
  readonly #traveller: TimeTraveller;
  readonly #ways: WaysBack;
  readonly #excursions: Excursions;
  readonly #logged = new LoggedOnce(() => this.#traveller.branches);
  #journey: Journey<Arrival> | undefined;
  #decision: Decision | undefined;

  constructor(private readonly parts: TimeControlParts) {
    const book: BookKeeper = {
      save: () => ({ counts: parts.table.counts, notes: parts.sites.notes }),
      load: ({ counts, notes }) => {
        parts.table.counts = counts;
        parts.sites.notes = notes;
        parts.inspector.forget();
      },
      beginCount: counter => parts.table.beginCount(counter),
    };
    this.#traveller = new TimeTraveller({ ...parts, book });
    // What is printed now is at the machine's own time: the traveller counts up only when the machine comes back.
    parts.world.when = () =>
      positionText(this.#traveller.position({ ...this.#traveller.here, time: parts.machine.time }));
    this.#excursions = new Excursions({ ...parts, traveller: this.#traveller });
    const { world } = parts;
    if (parts.replay === undefined) this.note({ kind: 'entry' });
    if (this.#traveller.branch.proofs.isForeign) world.notice(foreign);
    world.wrote = (stream, data) => this.note({ kind: 'output', stream, text: outputText(data) });
    world.read = line => this.note({ kind: 'input', text: line ?? 'the end of the input' });
    this.#ways = new WaysBack({ ...parts, book, traveller: this.#traveller });
  }

  get past(): boolean {
    return this.#traveller.past;
  }

  get stopTime(): StopTime {
    return this.#traveller.stopTime;
  }

  /** Instructions that were run again so far. */
  get replayed(): number {
    return this.#traveller.replayed;
  }

  // What clients ask.

  get span(): TimeSpan {
    const { branch, branches, first, last, here } = this.#traveller;
    const position = (at: Instant): TimePosition => this.#traveller.position(at);
    const { dropped } = branch.moments;
    const notes = [
      ...(dropped === 0 ? [] : [`${dropped} moments are left out of the list, mostly output.`]),
      ...(first.time > 0 ? [forgotten] : []),
      ...(branch.proofs.isForeign ? [foreign] : []),
    ];
    return {
      first: position(first),
      last: position(last),
      here: position(here),
      branches: [...branches.values()].map(each => this.#branchOf(each)),
      unit: 'instructions',
      replayed: this.replayed,
      ...(branch.closed ? { closed: true } : {}),
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    };
  }

  #branchOf(branch: Branch): TimeBranch {
    const { number, from } = branch;
    const last = branch === this.#traveller.branch ? this.#traveller.last : branch.last;
    return {
      branch: number,
      ...(from === undefined
        ? {}
        : { from: { ...this.#traveller.position(from.at, branch), branch: from.branch } }),
      last: this.#traveller.position(last, branch),
    };
  }

  timeline(query: TimelineQuery): Timeline {
    const traveller = this.#traveller;
    const noted = traveller.branch.moments.all;
    const from = query.from === undefined ? traveller.first : traveller.instantOf(query.from);
    const to = query.to === undefined ? traveller.last : traveller.instantOf(query.to);
    const calls = query.kinds?.includes('call') === true ? this.#excursions.calls(from, to) : [];
    const moments = [...noted, ...calls].sort((a, b) => compareInstants(a.at, b.at));
    const { chosen, total } = chosenMoments(moments, query);
    const told = chosen.map(each => momentOf(each, at => traveller.position(at), this.parts.symbols));
    return { ...this.span, moments: told, total };
  }

  history(place: Place, limit: number): ValueHistory {
    return this.#excursions.history(place, limit);
  }

  discard(branch: number): void {
    this.#traveller.discard(branch);
  }

  /** Pieces of the recording, the first one of a new one; undefined behind the last. */
  recordingPiece(
    first: boolean,
    about: Pick<RecordedRun, 'image' | 'args' | 'executable' | 'memoryLimit'>,
  ): string | undefined {
    if (first) this.#pieces = encodeRecording({ ...about, ...this.#traveller.recorded });
    let piece = '';
    while (piece.length < pieceLength) {
      const next = this.#pieces?.next();
      if (next === undefined || next.done === true) break;
      piece += next.value;
    }
    return piece === '' ? undefined : piece;
  }
  #pieces: Generator<string> | undefined;

  /** Something happened for the first time. */
  note(moment: HappenedMoment): void {
    if (this.past) return;
    const { machine } = this.parts;
    const { here } = this.#traveller;
    // In the middle of a run the machine knows better.
    const at = { ...here, time: Math.max(here.time, machine.time) };
    // A program that is over stands nowhere, and so does a task.
    const isAlive = machine
      .tasks()
      .some(({ id, state }) => id === machine.currentTask && state !== 'finished');
    const address = moment.kind === 'exit' || !isAlive ? undefined : standsAt(machine, machine.currentTask);
    this.#traveller.branch.moments.add({ at, address, ...moment });
  }

  /** Whether a log point has not printed its message here before; from now on it has. */
  isFirstLog(breakpoint: BreakpointId, task: number): boolean {
    const { branch, here } = this.#traveller;
    return this.#logged.isNew(`${breakpoint} ${task}`, branch.number, here.time);
  }

  // Running.

  run(until: number, passSite: boolean): Outcome {
    return this.#traveller.run(until, passSite);
  }

  ran(now: number): void {
    this.#traveller.ran(now);
  }

  /** Breakpoints were set or removed. */
  breakpointsChanged(): void {
    this.#traveller.countsFromHere(this.parts.table.counting);
  }

  edit(edit: Edit): unknown {
    try {
      return this.#traveller.edit(edit);
    } finally {
      if (isChange(edit)) this.note({ kind: 'edit', text: editText(edit) });
    }
  }

  /** Sets out; `travel` goes on. */
  goBack(task: number, way: WayBack): void {
    this.#setOut(this.#ways.go(task, way));
  }

  goTo(position: TimePosition): void {
    const target = this.#traveller.instantOf(position);
    this.#setOut(this.#goTo(target, position.branch, [{ kind: 'goto' }]));
  }

  #setOut(journey: Journey<Arrival>): void {
    this.#journey = journey;
    this.#traveller.travels = true;
  }

  *#goTo(target: Instant, branch: number, reasons: readonly StopReason[]): Journey<Arrival> {
    const { machine } = this.parts;
    const standsElsewhere = this.#traveller.switchTo(branch);
    yield* this.#ways.goTo(target, standsElsewhere);
    const { here } = this.#traveller;
    // A program that is over stands nowhere and shows nothing.
    if (isOver(this.parts.machine) && here.time > 0)
      yield* this.#ways.goTo(this.#traveller.instantAt(here.time - 1), false);
    const alive = machine.tasks().filter(({ state }) => state !== 'finished');
    const task = alive.find(({ id }) => id === machine.currentTask) ?? alive[0];
    // Whoever goes on from here has been here.
    const address = task === undefined ? undefined : standsAt(machine, task.id);
    if (task !== undefined && address !== undefined && this.#traveller.here.phase === 0)
      this.parts.sites.judged(task.id, address);
    return { task: task?.id ?? machine.currentTask, reasons };
  }

  /** The program is let go from where it stands. */
  goesOn(): void {
    const { time } = this.#traveller.here;
    this.#letGoAt = { time, atEnd: time === this.#stoodAtEnd };
    this.#stoodAtEnd = -1;
  }
  #letGoAt: { readonly time: number; readonly atEnd: boolean } | undefined;

  /** The program is over. Whether one stops before that, to go back from there: who replays a run wants to. */
  stopsAtExit(code: number): boolean {
    if (this.closed) return true;
    const { branch, here } = this.#traveller;
    if (!this.#exited.has(branch.number)) this.note({ kind: 'exit', code });
    this.#exited.add(branch.number);
    // An error that nobody caught has stopped there; the machine left the program in the middle of its instruction.
    if (this.parts.stopAtEnd !== true || here.phase > 0) return false;
    const from = this.#letGoAt;
    return from === undefined || (from.time < here.time - 1 && !from.atEnd);
  }
  /** Branches whose end was reached: their exit is noted. */
  readonly #exited = new Set<number>();

  /** The end of a recording, or of a live run. A program that is over shows nothing any more: then the moment before. */
  toEnd(exit: number | undefined): void {
    const { last, branch } = this.#traveller;
    const text = branch.closed
      ? endText(branch.proofs.exit)
      : `the program ends with exit code ${exit}, once it goes on`;
    const target =
      isOver(this.parts.machine) && last.time > 0 ? this.#traveller.instantAt(last.time - 1) : last;
    this.#setOut(this.#toLines(this.#goTo(target, branch.number, [{ kind: 'end-of-recording', text }])));
  }

  /** On to the last line before, where one comes out in code without lines: what ends the program is no place of a user. */
  *#toLines(journey: Journey<Arrival>): Journey<Arrival> {
    const { machine, symbols } = this.parts;
    let arrival = yield* journey;
    const end = this.#traveller.here;
    const hasLine = (task: number): boolean => {
      const address = standsAt(machine, task);
      return address === undefined || symbols.lineAt(address) !== undefined;
    };
    if (!isOver(this.parts.machine) && !hasLine(arrival.task)) {
      const { task } = yield* this.#ways.go(arrival.task, { kind: 'step', how: 'in', granularity: 'line' });
      if (hasLine(task)) arrival = { ...arrival, task };
      else yield* this.#ways.goTo(end, false);
    }
    this.#stoodAtEnd = this.#traveller.here.time;
    return arrival;
  }
  /** Where it stopped for the end of a run: who goes on from there wants no other stop. */
  #stoodAtEnd = -1;

  get atEnd(): boolean {
    return this.#traveller.atEnd;
  }

  /** At the end of a recording, or of the program that is replayed. Throws where that is not the one that was recorded. */
  checkEnd(exit?: number): void {
    this.#traveller.checkEnd(exit);
  }

  /** A recording is replayed: nothing comes behind its newest moment. */
  get closed(): boolean {
    return this.#traveller.branch.closed;
  }

  decided(stop: boolean, problem: string | undefined): void {
    this.#decision = { stop, problem };
  }

  get travels(): boolean {
    return this.#journey !== undefined;
  }

  /** Stays where the journey has come to. */
  giveUp(): void {
    this.#journey?.return(undefined as never);
    this.#journey = undefined;
    this.#traveller.settle();
  }

  /** Goes on with the journey for a moment. */
  travel(): Travelled {
    const journey = this.#journey;
    if (journey === undefined) throw new Failure('internal', 'sonde', 'nobody is on the way.');
    const decision = this.#decision;
    this.#decision = undefined;
    const until = performance.now() + travelMs;
    for (let step = journey.next(decision); ; step = journey.next()) {
      if (step.done === true) {
        this.#journey = undefined;
        this.#traveller.settle();
        return { kind: 'arrived', ...step.value };
      }
      if (step.value !== undefined) return { kind: 'ask', asked: step.value };
      if (performance.now() > until) return { kind: 'on-the-way' };
    }
  }

  /** The program does not do the same twice. Back to the newest moment, which is known to be true. */
  diverged(error: unknown): string {
    if (!(error instanceof Divergence)) throw error;
    this.#journey = undefined;
    this.#traveller.travels = false;
    if (this.#traveller.endAtProof())
      return `The recording does not fit: ${error.message}. What is shown is the last moment that was compared; what comes behind is not known.`;
    const back = this.#traveller.toPresent();
    if (!back) throw error;
    return `Going back failed: ${error.message}. What is shown is the newest moment.`;
  }
}

const endText = (exit: number | undefined): string =>
  exit === undefined ? 'nothing more was recorded' : `the program ended with exit code ${exit}`;

const foreign =
  'Another version of the machine made the recording: whether the program does the same again cannot be told.';

/** Messages are looked for in between. */
const travelMs = 5;
const pieceLength = 256 * 1024;
