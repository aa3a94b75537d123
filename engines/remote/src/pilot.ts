// Moves the machine: runs and single instructions, breakpoints that are met on the way, until there is something to tell.

import {
  Failure,
  type BreakpointId,
  type ExitStatus,
  type ModuleId,
  type StopReason,
  type SymbolData,
  type ThrownInfo,
} from '@sonde/engine';
import {
  EncounterInCourse,
  type AskedText,
  type BreakpointTable,
  type Candidate,
} from '@sonde/engine/machine';
import type { RemoteMachine, RemoteOutcome, RemotePosition, RemoteTouch } from './remote-machine.js';
import { StepCourse, type Goal } from './step-course.js';
import { isAlive } from './task-list.js';

/** Nothing is evaluated near the far machine: the session decides at a stop that nobody hears of. */
export type FarCandidate = Candidate<undefined>;

export interface PilotParts {
  readonly machine: RemoteMachine;
  /** Before the machine runs: tells it what to halt at. */
  arm(): Promise<void>;
  readonly table: BreakpointTable<undefined>;
  /** The session's word on a text of a breakpoint where the task stands. */
  decide(
    task: number,
    breakpoint: BreakpointId,
    about: AskedText,
  ): Promise<{ readonly stop: boolean; readonly problem?: string }>;
  notice(message: string): void;
  /** Code was loaded. */
  loaded(symbols: SymbolData, modules: readonly ModuleId[]): Promise<void>;
  /** The data breakpoint with this id, as the machine's reports name it. */
  watched(id: BreakpointId): { readonly candidate: FarCandidate; readonly reason: WatchReason } | undefined;
}

/** What a stop at a data breakpoint says beside the values. */
export type WatchReason = Pick<StopReason & { kind: 'data' }, 'place'>;

export type Arrival =
  | { readonly kind: 'stopped'; readonly task: number; readonly reasons: readonly StopReason[] }
  | { readonly kind: 'exited'; readonly status: ExitStatus };

export class Pilot {
  #goal: Goal | undefined;
  #pause: { readonly task: number | undefined } | undefined;
  /** The task that retires a single instruction or runs to the end of a step; undefined when the machine just runs. */
  #single: number | undefined;
  #retired = false;
  /** Where each task stood when the breakpoints there had their say: it passes them when it goes on. */
  readonly #judged = new Map<number, number>();

  constructor(private readonly parts: PilotParts) {}

  /** Whoever waits for the machine is told at the next halt. */
  async pause(task: number | undefined): Promise<void> {
    this.#pause = { task };
    await this.parts.machine.halt(task);
  }

  /** The task was moved: breakpoints where it stands now have not been heard. */
  moved(task: number): void {
    this.#judged.delete(task);
  }

  /** The task was put into another time: breakpoints where it stands had their say. */
  async placed(task: number): Promise<void> {
    this.#judged.set(task, (await this.#position(task)).pc);
  }

  /** Sets the machine going; `arrival` says what came of it. */
  async start(goal: Goal | undefined, only?: number): Promise<void> {
    this.#goal = goal;
    this.#pause = undefined;
    await this.#advance(only);
  }

  /** Answers when there is something to tell of a machine that runs. */
  async arrival(only?: number): Promise<Arrival> {
    for (;;) {
      const arrival = await this.#react(await this.parts.machine.outcome());
      if (arrival !== undefined) {
        this.abandon();
        return arrival;
      }
      if (this.#pause !== undefined) {
        const paused = await this.#paused(this.#pause.task);
        if (paused !== undefined) return paused;
      }
      await this.#advance(only);
    }
  }

  /** The task stands, and stops for these reasons and for what breakpoints there say. */
  async arriveAt(task: number, reasons: readonly StopReason[]): Promise<Arrival | undefined> {
    return this.#arrive(task, await this.#position(task), reasons);
  }

  /** The connection is gone, and whatever is still under way moves nothing any more. */
  retire(): void {
    this.abandon();
    this.#retired = true;
  }

  /** A motion that cannot go on leaves nothing armed behind. */
  abandon(): void {
    this.#goal?.finish();
    this.#goal = undefined;
    this.#pause = undefined;
  }

  async #advance(only: number | undefined): Promise<void> {
    const { machine } = this.parts;
    const goal = this.#goal;
    const movement = (await goal?.prepare()) ?? 'run';
    await this.parts.arm();
    if (this.#retired) throw new Failure('engine-died', 'environment', 'the connection was lost.');
    this.#single = movement === 'run' ? undefined : goal?.task;
    if (movement !== 'run' && this.#single !== undefined) {
      const task = this.#single;
      this.#judged.delete(task);
      return movement === 'instruction'
        ? machine.step(task, only !== undefined)
        : machine.advance!(task, movement);
    }
    const past = await this.#past();
    for (const task of past) this.#judged.delete(task);
    return machine.run({ past, ...(only === undefined ? {} : { only }) });
  }

  /** Those that still stand where their breakpoints were heard. */
  async #past(): Promise<readonly number[]> {
    const standing: number[] = [];
    for (const [task, pc] of this.#judged) {
      if ((await this.#position(task)).pc === pc) standing.push(task);
      else this.#judged.delete(task);
    }
    return standing;
  }

  async #react(outcome: RemoteOutcome): Promise<Arrival | undefined> {
    // Before anything is judged: hits that the machine has passed count.
    if (outcome.passed !== undefined) this.parts.table.passed(outcome.passed);
    switch (outcome.kind) {
      case 'exited':
        return outcome;
      case 'site': {
        const at = outcome.at ?? (await this.#position(outcome.task));
        const reached = this.#goal?.task === outcome.task && this.#goal.atSite(at);
        const arrival = await this.#arrive(outcome.task, at, reached ? [await this.#stepReason()] : []);
        // Armed for a step that does not end here, as in a deeper call of the same function: it is passed all the same.
        this.#judged.set(outcome.task, at.pc);
        return arrival;
      }
      case 'step':
        return this.#stepped(outcome.task, outcome.at);
      case 'blocked':
        await this.#goal?.blocked();
        return undefined;
      case 'halted':
        return this.#paused(this.#pause?.task ?? outcome.task);
      case 'thrown':
        return this.#atThrow(outcome.task, outcome.thrown, outcome.at);
      case 'trap': {
        const { task, text } = outcome;
        this.#judged.set(task, (await this.#position(task)).pc);
        return {
          kind: 'stopped',
          task,
          reasons: [{ kind: 'program', ...(text === undefined ? {} : { text }) }],
        };
      }
      case 'module':
        await this.parts.loaded(outcome.symbols, outcome.loaded);
        // The instruction that loaded it is done, and counts as a step like any other.
        return this.#single === outcome.task ? this.#stepped(outcome.task, undefined) : undefined;
      case 'watch':
        return this.#atTouch(outcome.task, outcome.touched);
    }
  }

  async #stepped(task: number, known: RemotePosition | undefined): Promise<Arrival | undefined> {
    const at = known ?? (await this.#position(task));
    const reached = this.#goal?.afterStep(at) === true;
    return this.#arrive(task, at, reached ? [await this.#stepReason()] : []);
  }

  async #paused(wanted: number | undefined): Promise<Arrival | undefined> {
    this.#pause = undefined;
    const alive = (await this.parts.machine.tasks()).filter(isAlive);
    const task = alive.find(({ id }) => id === wanted) ?? alive[0];
    if (task === undefined) return undefined;
    const arrival = await this.arriveAt(task.id, [{ kind: 'pause' }]);
    this.abandon();
    return arrival;
  }

  /** The task stands somewhere with reasons to stop or breakpoints, or both: all of them make one stop. */
  async #arrive(
    task: number,
    at: RemotePosition,
    carried: readonly StopReason[],
  ): Promise<Arrival | undefined> {
    const candidates = this.#judged.get(task) === at.pc ? [] : this.parts.table.at(at.pc);
    if (candidates.length > 0 || carried.length > 0) this.#judged.set(task, at.pc);
    return this.#meet(task, carried, candidates, (hits, problem) => [
      { kind: 'breakpoint', hits: hits.map(idOf), ...(problem === undefined ? {} : { problem }) },
    ]);
  }

  async #atThrow(
    task: number,
    thrown: ThrownInfo,
    at: RemotePosition | undefined,
  ): Promise<Arrival | undefined> {
    if (this.#goal?.task === task) this.#goal.thrown();
    // It stands where it raised, and does not arrive there again when it is unwound.
    this.#judged.set(task, (at ?? (await this.#position(task))).pc);
    return this.#meet(
      task,
      [],
      this.parts.table.forException(thrown.name, thrown.caught),
      (hits, problem) => {
        if (problem !== undefined) this.parts.notice(problem);
        return [{ kind: 'exception', thrown, hits: hits.map(idOf) }];
      },
    );
  }

  async #atTouch(task: number, touched: readonly RemoteTouch[]): Promise<Arrival | undefined> {
    const known = touched.flatMap(touch => {
      const watched = this.parts.watched(touch.id);
      return watched === undefined ? [] : [{ touch, ...watched }];
    });
    const arrival = await this.#meet(
      task,
      [],
      known.map(({ candidate }) => candidate),
      (hits, problem) =>
        known
          .filter(({ candidate }) => hits.includes(candidate))
          .map(({ touch: { id, ...values }, reason }) => ({
            kind: 'data',
            hits: [id],
            ...reason,
            ...values,
            ...(problem === undefined ? {} : { problem }),
          })),
    );
    // Where the machine halted for it, a step may have come to its end.
    if (arrival === undefined && this.#single === task) return this.#stepped(task, undefined);
    if (arrival?.kind !== 'stopped') return arrival;
    // The access is over, and the task stands at its next instruction, which may have breakpoints of its own.
    return this.arriveAt(task, arrival.reasons);
  }

  async #meet(
    task: number,
    carried: readonly StopReason[],
    candidates: readonly FarCandidate[],
    reasons: (hits: readonly FarCandidate[], problem: string | undefined) => readonly StopReason[],
  ): Promise<Arrival | undefined> {
    const course = new EncounterInCourse<undefined>({
      task,
      carried,
      candidates,
      enter: () => undefined,
      reasons,
      over: () => undefined,
    });
    for (;;) {
      const end = course.proceed(undefined, () => undefined);
      if (end.kind === 'over')
        return end.reasons.length === 0 ? undefined : { kind: 'stopped', task, reasons: end.reasons };
      const { stop, problem } = await this.parts.decide(task, idOf(end.candidate), end.about);
      course.decided(stop, problem);
    }
  }

  /** That a step is over, with what the function it left gave back. */
  async #stepReason(): Promise<StopReason> {
    if (this.#goal?.reason !== undefined) return this.#goal.reason;
    const left = this.#goal instanceof StepCourse ? this.#goal.left : undefined;
    if (left === undefined) return { kind: 'step' };
    const returned = await this.parts.machine.returned?.(this.#goal!.task, left.result);
    return returned === undefined ? { kind: 'step' } : { kind: 'step', returned };
  }

  async #position(task: number): Promise<RemotePosition> {
    const { frames, total } = await this.parts.machine.frames(task, 0, 1);
    return { serial: 0, pc: -1, ...frames[0], depth: total };
  }
}

const idOf = (candidate: FarCandidate): BreakpointId => candidate.breakpoint.spec.id;
