// Goals: what a motion is after besides breakpoints. A step asks the shared step planner; a run-to waits at addresses.

import {
  Failure,
  StepPlan,
  type StepAction,
  type StepRequest,
  type StepView,
  type SymbolIndex,
  type TypeId,
} from '@sonde/engine';
import { sensibleRequest, startOfStep, stepViewOf, type ArmedAddresses } from '@sonde/engine/machine';
import type { Machine, MachineFrame } from '../machine.js';
import { meetingPoints, nowhere, type MeetingPoints } from './meeting-points.js';

export interface Goal {
  readonly task: number;
  /** Called before each run of the machine; true: let it retire one instruction only. */
  prepare(): boolean;
  /** The task stands at an armed address. True: the goal is reached. */
  atSite(address: number): boolean;
  /** The machine ran. True: the goal is reached. */
  afterRun(): boolean;
  /** The task raised something; the next run unwinds it. */
  thrown(): void;
  /** Releases what was armed. */
  finish(): void;
}

export class StepGoal implements Goal {
  readonly #plan: StepPlan;
  #action: StepAction;
  #armed: MeetingPoints = nowhere;
  #single = false;
  #before: MachineFrame | undefined;
  #behindWait = false;
  #unwinding = false;
  /** The start frame was left by an exception, so nothing was returned. */
  #unwound = false;

  constructor(
    private readonly machine: Machine,
    private readonly symbols: SymbolIndex,
    private readonly addresses: Pick<ArmedAddresses, 'want' | 'release'>,
    readonly task: number,
    request: StepRequest,
  ) {
    const start = startOfStep(viewOf(machine, symbols, task), symbols, machine.frames(task, 1, 1)[0]?.pc);
    this.#underArtificial = start.underArtificial === true;
    this.startFunction = start.function ?? '?';
    this.resultType = symbols.functionAt(machine.frames(task, 0, 1)[0]?.pc ?? -1)?.result;
    this.#plan = new StepPlan(start, sensibleRequest(symbols, start, request));
    this.#action = this.#plan.next(start);
  }

  /** Where the step began. */
  readonly startFunction: string;
  /** Of what that function gives back, where its symbol tells. */
  readonly resultType: TypeId | undefined;
  readonly #underArtificial: boolean;

  /** Whether the step ended behind the return of the function it began in, and nothing else returned since. */
  get returned(): boolean {
    if (this.#underArtificial) return false;
    return !this.#unwound && this.machine.depth(this.task) < this.#plan.startDepth;
  }

  prepare(): boolean {
    this.#single = false;
    if (this.#action.do === 'run-to-depth' && !this.#unwinding) {
      this.#arm(meetingPoints(this.machine, this.symbols, this.task, this.#action.depth));
      return false;
    }
    this.#before = this.machine.frames(this.task, 0, 1)[0];
    // While other tasks have their turn there is no need to go one by one: wait for ours at its instruction.
    const meeting = this.machine.currentTask === this.task ? undefined : this.#meetingPlace();
    this.#arm(meeting === undefined ? nowhere : { goesOn: meeting, entries: nowhere.entries });
    this.#single = meeting === undefined;
    return this.#single;
  }

  atSite(address: number): boolean {
    const { goesOn, entries } = this.#armed;
    const isEntry = entries.has(address);
    if (address !== goesOn && !isEntry) return false;
    if (this.#action.do !== 'run-to-depth') return this.#behindWait && this.#consult();
    const deepest = this.#action.depth + (isEntry ? 1 : 0);
    return this.machine.depth(this.task) <= deepest && this.#consult();
  }

  afterRun(): boolean {
    if (!this.#single) return this.#hasArrived() && this.#consult();
    if (!this.#moved()) return false;
    if (this.#unwinding) {
      this.#unwinding = false;
      if (this.machine.depth(this.task) < this.#plan.startDepth) this.#unwound = true;
      if (this.#action.do === 'run-to-depth' && this.machine.depth(this.task) > this.#action.depth)
        return false;
    }
    return this.#consult();
  }

  thrown(): void {
    this.#unwinding = true;
  }

  finish(): void {
    this.#arm(nowhere);
  }

  /** A slice may end in a frame of the machine's own, which no site announces. */
  #hasArrived(): boolean {
    return this.#action.do === 'run-to-depth' && this.machine.depth(this.task) <= this.#action.depth;
  }

  /**
   * Where the task is met when its turn comes. One that waits has met the site of its instruction, so it is met behind
   * it; undefined when nobody knows where that is.
   */
  #meetingPlace(): number | undefined {
    const pc = this.#before?.pc;
    this.#behindWait = this.machine.tasks().some(t => t.id === this.task && t.state === 'waiting');
    if (pc === undefined || !this.#behindWait) return pc;
    const size = this.machine.disassemble?.(pc)?.size;
    return size === undefined ? undefined : pc + size;
  }

  /** A task that began to wait left its instruction unretired, and another task had the turn instead. */
  #moved(): boolean {
    if (this.machine.currentTask === this.task) return true;
    const now = this.machine.frames(this.task, 0, 1)[0];
    return now?.pc !== this.#before?.pc || now?.serial !== this.#before?.serial;
  }

  #consult(): boolean {
    this.#action = this.#plan.next(viewOf(this.machine, this.symbols, this.task));
    return this.#action.do === 'stop';
  }

  #arm(points: MeetingPoints): void {
    const before = addressesOf(this.#armed);
    const now = addressesOf(points);
    this.#armed = points;
    if (before.length === now.length && before.every((address, nth) => address === now[nth])) return;
    for (const address of before) this.addresses.release(address);
    for (const address of now) this.addresses.want(address);
  }
}

const addressesOf = ({ goesOn, entries }: MeetingPoints): readonly number[] =>
  goesOn === undefined ? [...entries] : [goesOn, ...entries];

export class RunToGoal implements Goal {
  constructor(
    private readonly addresses: ArmedAddresses,
    readonly task: number,
    private readonly targets: readonly number[],
  ) {
    for (const target of targets) addresses.want(target);
  }

  prepare(): boolean {
    return false;
  }

  atSite(address: number): boolean {
    return this.targets.includes(address);
  }

  afterRun(): boolean {
    return false;
  }

  thrown(): void {
    // Wherever it is caught, the addresses stay armed.
  }

  finish(): void {
    for (const target of this.targets) this.addresses.release(target);
  }
}

function viewOf(machine: Machine, symbols: SymbolIndex, task: number): StepView {
  return stepViewOf(symbols, task, machine.frames(task, 0, 1)[0], machine.depth(task));
}

/** A frame in which the machine itself runs does not begin again. */
export function checkRestart(symbols: SymbolIndex, address: number): void {
  if (symbols.functionAt(address)?.artificial === true)
    throw new Failure(
      'bad-arguments',
      'user',
      'the machine itself runs in this frame.',
      'Restart its caller.',
    );
}

/** Throws a Failure when the call that is to be stepped into is not ahead of where the task stands. */
export function checkCall(symbols: SymbolIndex, here: number, call: number | undefined): void {
  if (call === undefined || symbols.callsAhead(here).some(c => c.address === call)) return;
  const why = 'the call to step into is not ahead on this line.';
  throw new Failure('bad-arguments', 'user', why, 'Ask for the targets of this stop.');
}
