// `debug.step`: runs a task that is paused for some instructions, and it stays paused.

import type { System } from '../../runtime/system.js';
import type { Answer } from '../request.js';
import type { Session } from '../sessions.js';
import type { Control, Happening } from './control.js';
import type { LoadedTask } from './loaded-task.js';
import type { Job, JobProgress } from './runner.js';
import { stopData, type StopTeller } from './stop-teller.js';
import { waitAnswer } from '../task-answers.js';

export interface DebugStepRequest {
  readonly task: LoadedTask;
  readonly session: Session | undefined;
  readonly steps: number;
  readonly waitMilliseconds: number;
  /** A call counts as one step. */
  readonly over: boolean;
  /** All instructions from `start` to before `end` count as one. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
  /** Paused tasks that have their turns meanwhile. */
  readonly companions: readonly LoadedTask[];
}

const bulk = 50_000;

export class DebugStepJob implements Job {
  readonly session: Session | undefined;
  readonly #began: number;
  #left: number;
  /** The depth that the step began at. */
  #depth: number;
  #waitsUntil: number | undefined;
  #isOver = false;

  constructor(
    private readonly system: System,
    private readonly control: Control,
    private readonly teller: StopTeller,
    private readonly request: DebugStepRequest,
    private readonly done: (result: Answer) => void,
  ) {
    const { task, steps, session } = request;
    this.session = session;
    const { pc, steps: began } = task.state;
    this.#began = began;
    this.#left = steps;
    this.#depth = task.depth;
    task.stepping = true;
    task.heard = { pc, steps: began };
    for (const companion of request.companions) companion.accompanies = true;
  }

  advance(): JobProgress {
    const { system, control, teller } = this;
    const { task, session, companions } = this.request;
    if (this.#isOver || !system.held.has(task.pid)) return this.#finish({ reason: 'cancelled' });
    const moving = [task, ...companions.filter(({ pid }) => system.held.has(pid))];
    for (const { pid } of moving) system.held.delete(pid);
    teller.quiet = session;
    try {
      for (;;) {
        const result = this.#once();
        if (result !== undefined) return result;
        if (performance.now() >= control.deadline) return 'more';
      }
    } finally {
      teller.quiet = undefined;
      system.restrictTo(undefined);
      for (const { pid, state } of moving) if (!state.finished) system.held.add(pid);
    }
  }

  /** Undefined: there is more to do. */
  #once(): JobProgress | undefined {
    const { system, control, request } = this;
    const { task } = request;
    const before = task.state.steps;
    const inCall = task.breakpoints.internal !== undefined;
    const plain = !request.over && request.range === undefined;
    const others = this.#waitsUntil !== undefined || request.companions.length > 0;
    // Where others run as well, it has to stop behind its one instruction.
    system.restrictTo(others ? undefined : task.pid);
    const most = inCall ? bulk : plain && !others ? Math.min(this.#left, bulk) : 1;
    const happening = control.advance(system.state.time + most, 'post');
    const ran = task.state.steps - before;
    const stopped = this.#stoppedBy(happening, ran);
    if (stopped !== undefined) return stopped;
    if (plain) {
      this.#left -= ran;
      if (this.#left > 0) return undefined;
    } else if (ran === 0 && happening.kind !== 'arrived') return undefined;
    else if (!this.#stepMade()) return undefined;
    const hit = task.breakpoints.has(task.state.pc) ? control.judge(task, 'post') : undefined;
    if (hit?.reason === 'breakpoint') {
      task.stop = hit;
      return this.#finish({ reason: 'breakpoint', breakpoint: hit.breakpoint });
    }
    return this.#finish({ reason: 'step' });
  }

  #stoppedBy(happening: Happening, ran: number): JobProgress | undefined {
    const { task, waitMilliseconds, companions } = this.request;
    if (happening.kind === 'stop' && happening.task === task)
      return this.#finish(reasonOf(stopData(task, happening.stop)));
    if (happening.kind === 'stop' && companions.includes(happening.task)) {
      const { task: other, stop } = happening;
      return this.#finish({ reason: 'other', other: { pid: other.pid, ...stopData(other, stop) } });
    }
    if (task.state.finished)
      return this.#finish({ reason: 'returned', exit_status: task.state.exitStatus >>> 0 });
    if (ran > 0) this.#waitsUntil = undefined;
    const now = performance.now();
    if (happening.kind === 'waiting') this.#waitsUntil ??= now + waitMilliseconds;
    // Others that never stop must not keep it waiting.
    if (this.#waitsUntil !== undefined && now >= this.#waitsUntil)
      return this.#finish({ reason: 'waiting', wait: waitAnswer(this.system, task.state) });
    if (happening.kind !== 'waiting' || this.#waitsUntil === undefined) return undefined;
    const until = happening.until === undefined ? Infinity : happening.until - this.system.host.now();
    return { wait: Math.max(1, Math.ceil(Math.min(this.#waitsUntil - now, until))) };
  }

  /** After an instruction of a step that has conditions: whether that was all of it. */
  #stepMade(): boolean {
    const { task, over, range } = this.request;
    const { depth } = task;
    const { pc, calls } = task.state;
    if (over && depth > this.#depth) {
      task.stepDepth = this.#depth;
      // Where the function that was called from here returns to.
      task.breakpoints.internal ??= calls.returns[calls.count - 1]!;
      return false;
    }
    task.breakpoints.internal = undefined;
    const inside = range !== undefined && pc >= range.start && pc < range.end;
    if (inside && depth === this.#depth) return false;
    this.#depth = depth;
    return --this.#left <= 0;
  }

  #finish(data: Answer): 'done' {
    const { task } = this.request;
    const { state } = task;
    if (!this.#isOver) {
      this.#isOver = true;
      task.stepping = false;
      task.cancelStep = undefined;
      for (const companion of this.request.companions) companion.accompanies = false;
      task.breakpoints.internal = undefined;
      if (!state.finished && data['reason'] === 'step') task.stop = { reason: 'step', pc: state.pc };
      const executed = state.steps - this.#began - (state.finished && task.failing !== undefined ? 1 : 0);
      const { pc, sp, steps } = state;
      const name = state.finished ? task.stateName : 'paused';
      this.done({ executed, pc, sp, depth: task.depth, serial: task.serial, steps, state: name, ...data });
    }
    return 'done';
  }

  cancel(): void {
    this.#finish({ reason: 'cancelled' });
  }
}

/** What a step says of a stop; where it stands it says itself. */
function reasonOf({
  pc: _pc,
  depth: _depth,
  steps: _steps,
  cycles: _cycles,
  addr,
  condition,
  ...rest
}: Answer): Answer {
  if (addr === undefined) return rest;
  return { ...rest, breakpoint: { addr, ...(condition === undefined ? {} : { condition }) } };
}
