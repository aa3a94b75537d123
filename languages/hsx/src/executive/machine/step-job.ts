// `step`: runs tasks that are not paused, one of them or all, for a number of instructions.

import type { System } from '../../runtime/system.js';
import type { Events, Event } from '../events.js';
import type { Answer } from '../request.js';
import type { Session } from '../sessions.js';
import type { Clock } from './clock.js';
import type { Control, Happening } from './control.js';
import type { LoadedTask } from './loaded-task.js';
import type { Job, JobProgress } from './runner.js';
import { stopData } from './stop-teller.js';

export interface StepRequest {
  readonly session: Session | undefined;
  readonly steps: number;
  /** All that may run when absent. */
  readonly task: LoadedTask | undefined;
  /** Only instructions that belong to a line count. */
  readonly sourceOnly: boolean;
}

export class StepJob implements Job {
  readonly session: Session | undefined;
  #executed = 0;
  #counted = 0;
  #stop: { readonly task: LoadedTask; readonly data: Answer } | undefined;
  readonly #events: Event[] = [];

  constructor(
    private readonly system: System,
    private readonly control: Control,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly request: StepRequest,
    /** Tells what happened so far, before the answer does. */
    private readonly settle: () => void,
    private readonly done: (result: Answer) => void,
  ) {
    clock.manualSteps++;
    this.session = request.session;
  }

  advance(): JobProgress {
    const { system, control, request } = this;
    if (request.task !== undefined && this.#cannotRun(request.task)) return this.#finish();
    system.restrictTo(request.task?.pid);
    this.events.collectors.add(this.#events);
    try {
      for (;;) {
        const [before, unwound] = [system.state.time, control.unwound];
        const counts = !request.sourceOnly || this.#standsOnLine();
        const most = request.sourceOnly ? 1 : Math.min(request.steps - this.#counted, 50_000);
        const happening = control.advance(before + most, this.#executed === 0 ? 'pre' : 'post');
        const ran = system.state.time - before - (control.unwound - unwound);
        this.#executed += ran;
        if (counts) this.#counted += ran;
        if (this.#ends(happening) || this.#counted >= request.steps) return this.#finish();
        if (performance.now() >= control.deadline) return 'more';
      }
    } finally {
      this.events.collectors.delete(this.#events);
      system.restrictTo(undefined);
    }
  }

  #cannotRun({ pid, state }: LoadedTask): boolean {
    return state.finished || this.system.held.has(pid) || !this.system.state.tasks.includes(state);
  }

  #standsOnLine(): boolean {
    const { task } = this.request;
    return task?.symbols === undefined || task.symbols.lineAt(task.state.pc) !== undefined;
  }

  #ends(happening: Happening): boolean {
    if (happening.kind === 'stop') {
      const { task, stop } = happening;
      this.#stop = { task, data: { type: 'debug_stop', ...stopData(task, stop), pid: task.pid } };
    }
    if (happening.kind === 'ended') return this.request.task !== undefined;
    return happening.kind === 'stop' || happening.kind === 'waiting' || happening.kind === 'idle';
  }

  #finish(): 'done' {
    const { system, request, clock } = this;
    this.settle();
    clock.manualTotal += this.#executed;
    const [current] = [system.state.tasks.length === 0 ? undefined : system.current];
    const state = request.task?.state ?? this.#stop?.task.state ?? current;
    const paused = this.#stop !== undefined;
    const running =
      state !== undefined && !state.finished && !system.held.has(state.id) && state.wait === undefined;
    this.done({
      executed: this.#executed,
      running,
      pc: state?.pc ?? null,
      steps: state?.steps ?? 0,
      cycles: state?.steps ?? 0,
      sleep_pending: state?.wait?.for === 'time',
      events: this.#events.map(({ seq, ts, type, pid, data }) => ({ seq, ts, type, pid, data })),
      paused,
      current_pid: state?.id ?? null,
      next_pid: current?.id ?? null,
      debug_event: this.#stop?.data ?? null,
    });
    return 'done';
  }

  cancel(): void {
    this.#finish();
  }
}
