// One task of upstream's executive: the requests that move it, and what is known of it between them.

import { Failure } from '@sonde/engine';
import { upstreamAnswers, type UpstreamRegisters, type UpstreamStep, type UpstreamTask } from './answers.js';
import type { Asker } from '../connection.js';

/** Longer than the executive itself waits for its machine. */
const stepMs = 8_000;

export class FarTask {
  /** Where it stands. */
  pc = 0;
  /** How many instructions it has behind it. */
  steps = 0;
  /** Only `resume` lets it go on. It is sent nowhere else: it would also wake a task that sleeps or waits. */
  paused = false;
  /** Breakpoints of this debugger. */
  readonly #armed = new Set<number>();
  /** Those that others have set. */
  readonly #foreign = new Set<number>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly session: Asker,
    readonly pid: number,
    private readonly notice: (message: string) => void,
  ) {}

  async begin(): Promise<UpstreamTask | undefined> {
    const task = await this.state();
    const { breakpoints } = await this.session.ask(
      'bp',
      { op: 'list', pid: this.pid },
      upstreamAnswers.breakpoints,
    );
    // After a connection was lost, those of before are still there, or have gone with the session.
    for (const addr of breakpoints) if (!this.#armed.has(addr)) this.#foreign.add(addr);
    this.#armed.clear();
    await this.look();
    this.paused = task?.state === 'paused';
    return task;
  }

  /** Breakpoints do not change while one is passed, so what uses them comes one after the other. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** All armed addresses. */
  async arm(addresses: readonly number[]): Promise<void> {
    for (const addr of addresses)
      if (!this.#armed.has(addr)) {
        await this.#breakpoint('set', addr);
        this.#armed.add(addr);
      }
    for (const addr of [...this.#armed])
      if (!addresses.includes(addr)) {
        if (!this.#foreign.has(addr)) await this.#breakpoint('clear', addr);
        this.#armed.delete(addr);
      }
  }

  isArmed(addr: number): boolean {
    return this.#armed.has(addr);
  }

  /** It stopped at a breakpoint there, whoever set it. */
  met(addr: number): void {
    if (!this.#armed.has(addr)) this.#foreign.add(addr);
  }

  /** Lets it run; `passing`: also when it stands at a breakpoint, which takes a request for that instruction alone. */
  async step(most: number, passing: boolean): Promise<UpstreamStep> {
    const passed = passing && (this.#armed.has(this.pc) || this.#foreign.has(this.pc)) ? this.pc : undefined;
    if (passed !== undefined) await this.#breakpoint('clear', passed);
    try {
      if (this.paused) await this.resume();
      return await this.#step(passed === undefined ? most : 1);
    } finally {
      if (passed !== undefined) await this.#breakpoint('set', passed);
    }
  }

  /** Lets each of the others run that nobody has taken; how much they ran, and what became of this one meanwhile. */
  async letOthersRun(
    steps: number,
  ): Promise<{ readonly executed: number; readonly state: string | undefined }> {
    const { tasks } = await this.session.ask('ps', {}, upstreamAnswers.tasks);
    let executed = 0;
    for (const { pid, state } of tasks.tasks) {
      if (pid === this.pid || (state !== 'running' && state !== 'ready')) continue;
      try {
        executed += (await this.session.ask('step', { pid, steps }, upstreamAnswers.step, stepMs)).result
          .executed;
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'wrong-state') throw error;
      }
    }
    return { executed, state: tasks.tasks.find(({ pid }) => pid === this.pid)?.state };
  }

  /** Reads where it stands. */
  async look(): Promise<void> {
    const { pc, steps } = await this.registers();
    this.pc = pc;
    this.steps = steps;
  }

  async resume(): Promise<void> {
    await this.session.ask('resume', { pid: this.pid }, upstreamAnswers.nothing);
    this.paused = false;
  }

  /** Undefined when it is gone. */
  async state(): Promise<UpstreamTask | undefined> {
    const { tasks } = await this.session.ask('ps', {}, upstreamAnswers.tasks);
    return tasks.tasks.find(({ pid }) => pid === this.pid);
  }

  async registers(): Promise<UpstreamRegisters> {
    return (await this.session.ask('dumpregs', { pid: this.pid }, upstreamAnswers.registers)).registers;
  }

  async #step(steps: number): Promise<UpstreamStep> {
    const { pid } = this;
    const { result, clock } = await this.session.ask('step', { pid, steps }, upstreamAnswers.step, stepMs);
    if (clock?.running === true) {
      await this.session.ask('clock', { op: 'stop' }, upstreamAnswers.nothing);
      this.notice(
        'Somebody started the clock of the executive. It was stopped: a debugger beside it would wedge both.',
      );
    }
    // Where nothing ran, the answer may tell of another task, or of none.
    if (result.current_pid === pid && typeof result.pc === 'number' && result.steps !== undefined) {
      this.pc = result.pc;
      this.steps = result.steps;
    }
    return result;
  }

  async #breakpoint(op: 'set' | 'clear', addr: number): Promise<void> {
    await this.session.ask('bp', { op, pid: this.pid, addr }, upstreamAnswers.nothing);
  }
}
