// A task on upstream's executive, as the remote engine drives it. What that executive cannot do is absent here: data
// breakpoints, setting the next statement, several tasks at once.

import { asFailure, Failure } from '@sonde/engine';
import {
  OutcomeQueue,
  type RemoteContext,
  type RemoteMachine,
  type RemoteOutcome,
  type RemoteTask,
  type RunRequest,
} from '@sonde/engine-remote';
import { spaceName } from '../../../runtime/system.js';
import { FarInspection, type FarProgram } from '../far-inspection.js';
import { FarMachine } from '../far-machine.js';
import { upstreamAnswers } from './answers.js';
import type { FarClock } from './clock.js';
import { FarTask } from './far-task.js';
import { FoundTasks } from './found-tasks.js';
import { drainOutput } from './output.js';
import type { UpstreamSession } from './session.js';
import { StackLayouts } from './stack-layout.js';
import { TaskDrive } from './task-drive.js';

export class UpstreamMachine extends FarMachine implements RemoteMachine {
  protected readonly inspection: FarInspection;
  readonly #task: FarTask;
  readonly #drive: TaskDrive;
  readonly #outcomes = new OutcomeQueue();
  /** The motion that is on its way. */
  #motion: Promise<void> | undefined;
  /** Nobody wants to hear any more what comes of it. */
  #leaving = false;

  constructor(
    program: FarProgram,
    private readonly session: UpstreamSession,
    private readonly clock: FarClock,
    isLocal: boolean,
    private readonly context: RemoteContext,
  ) {
    super(program, isLocal);
    const { pid } = program.tasks[0]!;
    const { events } = context;
    const { code, entry } = program.image.programs[0]!;
    const notice = (message: string): void => events.notice(message);
    this.#task = new FarTask(session, pid, notice);
    const layouts = new StackLayouts(code, entry);
    this.#drive = new TaskDrive({
      task: this.#task,
      code,
      notice,
      isReached: pc => layouts.at(pc) !== undefined,
      beginsInstruction: pc => this.beginsInstruction(pc),
      drain: drainOutput(session, pid, text => events.output('stdout', text)),
      waitingForInput: waiting => events.waitingForInput(waiting),
    });
    this.inspection = new FarInspection({
      program,
      session,
      types: context.types,
      source: memory =>
        new FoundTasks({
          ...{ session, memory, layouts },
          shownAt: () => this.#drive.shownAt,
        }),
      writeRegister: async (_, name) => {
        throw new Failure(
          'not-supported',
          'environment',
          `${name} cannot be set: upstream's executive has no request that writes registers.`,
          'Memory can be written; what lives in a register cannot.',
        );
      },
    });
  }

  /** How the task was found. */
  begin(): Promise<void> {
    return this.#drive.begin();
  }

  async tasks(): Promise<readonly RemoteTask[]> {
    const { pid, name } = this.program.tasks[0]!;
    const task = { id: pid, name, memory: spaceName(pid) };
    const state = (await this.#task.state())?.state;
    if (state === undefined || ['returned', 'terminated', 'killed'].includes(state))
      return [{ ...task, state: 'finished' }];
    switch (this.#drive.waitsFor) {
      case 'time':
        return [{ ...task, state: 'waiting', waitReason: 'time', awaiting: 'the end of its sleep' }];
      case 'message':
        return [{ ...task, state: 'waiting', waitReason: 'message', awaiting: 'a message' }];
      case 'input':
        return [{ ...task, state: 'waiting', waitReason: 'input' }];
      case undefined:
        return [{ ...task, state: 'ready' }];
    }
  }

  arm(addresses: readonly number[]): Promise<void> {
    return this.#task.exclusively(() => this.#task.arm(addresses));
  }

  async run({ past }: RunRequest): Promise<void> {
    this.#move(() => this.#drive.run(past.includes(this.#task.pid)));
  }

  async step(): Promise<void> {
    this.#move(() => this.#drive.step());
  }

  async halt(): Promise<void> {
    this.#drive.halt();
  }

  outcome(): Promise<RemoteOutcome> {
    return this.#outcomes.next();
  }

  async input(text: string | undefined): Promise<void> {
    if (text === undefined) return;
    await this.session.ask('send', { pid: this.#task.pid, data: text }, upstreamAnswers.nothing);
    this.#drive.nudge();
  }

  async end(): Promise<void> {
    await this.#stand();
    await this.session.ask('kill', { pid: this.#task.pid }, upstreamAnswers.nothing);
    this.#outcomes.add({ kind: 'exited', status: { signal: 'SIGKILL' } });
  }

  async leave(suspended: boolean): Promise<void> {
    await this.#stand();
    await this.arm([]);
    if (suspended) await this.session.ask('pause', { pid: this.#task.pid }, upstreamAnswers.nothing);
    else if (this.#task.paused) await this.#task.resume();
    await this.close();
  }

  async reconnect(signal: AbortSignal): Promise<boolean> {
    const ran = this.#motion !== undefined;
    await this.#motion;
    await this.session.reconnect(signal);
    await this.clock.stop();
    await this.#drive.begin();
    this.inspection.forget();
    this.#outcomes.clear();
    if (ran) await this.run({ past: [] });
    return ran;
  }

  async close(): Promise<void> {
    this.#leaving = true;
    await this.clock.restore().catch(() => undefined);
    await this.session.end();
  }

  /** Answers at once; what comes of it is an outcome. */
  #move(motion: () => Promise<RemoteOutcome>): void {
    this.inspection.forget();
    this.#motion = motion()
      .then(outcome => this.#halted(outcome))
      .catch((error: unknown) => {
        // Who was lost is told as such, by the session.
        if (this.#leaving || asFailure(error).code === 'engine-died') return;
        this.context.events.notice(`The executive refused to go on: ${asFailure(error).text}`);
        this.#halted({ kind: 'halted', task: this.#task.pid });
      });
  }

  #halted(outcome: RemoteOutcome): void {
    this.#motion = undefined;
    this.inspection.forget();
    if (!this.#leaving) this.#outcomes.add(outcome);
  }

  /** Ends a motion without a word. */
  async #stand(): Promise<void> {
    this.#leaving = true;
    this.#drive.halt();
    await this.#motion;
  }
}
