// A step on its way: the shared step planner, fed over the wire, one instruction or one run at a time.

import {
  StepPlan,
  type StepAction,
  type StepRequest,
  type StopReason,
  type SymbolIndex,
  type TypeId,
} from '@sonde/engine';
import {
  isArtificial,
  sensibleRequest,
  startOfStep,
  stepViewOf,
  type ArmedAddresses,
} from '@sonde/engine/machine';
import type { RemoteMachine, RemotePosition, StepEnd } from './remote-machine.js';

/** How the machine moves next. */
export type Movement = 'run' | 'instruction' | StepEnd;

/** Something that a run of the machine is for, besides meeting breakpoints. */
export interface Goal {
  readonly task: number;
  /** Why it stops when it is reached, where that is no step. */
  readonly reason?: StopReason;
  /** Before the machine moves: it runs, retires one instruction of the task only, or runs to where a step may end. */
  prepare(): Promise<Movement>;
  /** The task halted at an armed address. True: the goal is reached. */
  atSite(at: RemotePosition): boolean;
  /** One instruction was retired. True: the goal is reached. */
  afterStep(at: RemotePosition): boolean;
  /** The instruction that was to be stepped waits. */
  blocked(): Promise<void>;
  /** The task raised something; the next run unwinds it. */
  thrown(): void;
  /** Releases what was armed. */
  finish(): void;
}

export interface StepParts {
  readonly machine: RemoteMachine;
  readonly symbols: SymbolIndex;
  readonly addresses: Pick<ArmedAddresses, 'want' | 'release'>;
}

export class StepCourse implements Goal {
  #action: StepAction;
  #armed: number | undefined;
  /** The instruction behind the one that waits: the task is met there. */
  #behindWait: number | undefined;
  #unwinding = false;
  #unwound = false;
  #last: RemotePosition | undefined;

  private constructor(
    private readonly parts: StepParts,
    readonly task: number,
    private readonly plan: StepPlan,
    /** Where statements are all that matters, and whether it may go into calls. */
    private readonly statements: { readonly into: boolean } | undefined,
    private readonly start: {
      readonly function: string;
      readonly depth: number;
      readonly result: TypeId | undefined;
      readonly underArtificial: boolean;
    },
    action: StepAction,
  ) {
    this.#action = action;
  }

  static async begin(parts: StepParts, task: number, request: StepRequest): Promise<StepCourse> {
    const { machine, symbols } = parts;
    const { frames, total } = await machine.frames(task, 0, 2);
    const view = startOfStep(stepViewOf(symbols, task, frames[0], total), symbols, frames[1]?.pc);
    const sensible = sensibleRequest(symbols, view, request);
    const plan = new StepPlan(view, sensible);
    // The instruction of a chosen call has to be seen, so that such a step goes by instructions.
    const isCoarse = sensible.granularity !== 'instruction' && sensible.call === undefined;
    const start = {
      function: view.function ?? '?',
      depth: total,
      result: symbols.functionAt(view.address)?.result,
      underArtificial: view.underArtificial === true,
    };
    const statements = isCoarse ? { into: sensible.how === 'in' } : undefined;
    return new StepCourse(parts, task, plan, statements, start, plan.next(view));
  }

  /** The function that the step left by returning, and of what type its result is; undefined when it left none. */
  get left(): { readonly function: string; readonly result: TypeId | undefined } | undefined {
    const returned =
      !this.start.underArtificial && !this.#unwound && (this.#last?.depth ?? Infinity) < this.start.depth;
    return returned ? this.start : undefined;
  }

  async prepare(): Promise<Movement> {
    if (this.#behindWait !== undefined) {
      this.#arm(this.#behindWait);
      return 'run';
    }
    const advances = this.parts.machine.advance !== undefined;
    if (this.#action.do === 'run-to-depth' && !this.#unwinding) {
      const { depth } = this.#action;
      if (advances) return { kind: 'depth', depth };
      this.#arm(await this.#meetingPoint(depth));
      return 'run';
    }
    this.#arm(undefined);
    return advances && this.statements !== undefined
      ? { kind: 'statement', into: this.statements.into }
      : 'instruction';
  }

  atSite(at: RemotePosition): boolean {
    if (at.pc !== this.#armed) return false;
    if (this.#behindWait !== undefined) {
      this.#behindWait = undefined;
      return this.#consult(at);
    }
    if (this.#action.do !== 'run-to-depth') return false;
    return at.depth <= this.#action.depth && this.#consult(at);
  }

  afterStep(at: RemotePosition): boolean {
    if (this.#unwinding) {
      this.#unwinding = false;
      if (at.depth < this.plan.startDepth) this.#unwound = true;
      if (this.#action.do === 'run-to-depth' && at.depth > this.#action.depth) return false;
    }
    return this.#consult(at);
  }

  async blocked(): Promise<void> {
    const { frames } = await this.parts.machine.frames(this.task, 0, 1);
    const pc = frames[0]?.pc;
    if (pc === undefined) return;
    const [instruction] = (await this.parts.machine.disassemble?.(pc, 0, 1)) ?? [];
    this.#behindWait = pc + (instruction?.size ?? 1);
  }

  thrown(): void {
    this.#unwinding = true;
  }

  finish(): void {
    this.#arm(undefined);
  }

  #consult(at: RemotePosition): boolean {
    this.#last = at;
    this.#action = this.plan.next(stepViewOf(this.parts.symbols, this.task, at, at.depth));
    return this.#action.do === 'stop';
  }

  /** Where the frame of that depth goes on; frames of the machine's own stand at no instruction and are never met. */
  async #meetingPoint(depth: number): Promise<number | undefined> {
    const { machine, symbols } = this.parts;
    const { total } = await machine.frames(this.task, 0, 1);
    for (let level = Math.min(depth, total); level >= 1; level--) {
      const pc = (await machine.frames(this.task, total - level, 1)).frames[0]?.pc;
      if (pc === undefined) return undefined;
      if (level === total || !isArtificial(symbols, pc)) return pc;
    }
    return undefined;
  }

  #arm(address: number | undefined): void {
    if (address === this.#armed) return;
    if (this.#armed !== undefined) this.parts.addresses.release(this.#armed);
    if (address !== undefined) this.parts.addresses.want(address);
    this.#armed = address;
  }
}

/** Runs until one of some addresses is met. */
export class RunToCourse implements Goal {
  constructor(
    private readonly addresses: Pick<ArmedAddresses, 'want' | 'release'>,
    readonly task: number,
    private readonly targets: readonly number[],
    readonly reason: StopReason = { kind: 'step' },
  ) {
    for (const target of targets) addresses.want(target);
  }

  async prepare(): Promise<Movement> {
    return 'run';
  }

  atSite({ pc }: RemotePosition): boolean {
    return this.targets.includes(pc);
  }

  afterStep(): boolean {
    return false;
  }

  async blocked(): Promise<void> {
    // It never steps.
  }

  thrown(): void {
    // Wherever it is caught, the addresses stay armed.
  }

  finish(): void {
    for (const target of this.targets) this.addresses.release(target);
  }
}
