// Tasks on an executive of ours, as the remote engine drives them.

import { asFailure, Failure, type BreakpointId } from '@sonde/engine';
import {
  OutcomeQueue,
  type RemoteContext,
  type RemoteMachine,
  type RemoteOutcome,
  type RemoteTask,
  type RemoteTouch,
  type RemoteWatch,
  type RunRequest,
} from '@sonde/engine-remote';
import { programSpan } from '../../runtime/image.js';
import { spaceName } from '../../runtime/system.js';
import { answers, type ExecutiveEvent, type TaskAnswer } from './answers.js';
import { CountedTasks } from './counted-tasks.js';
import { FarInspection, type FarProgram } from './far-inspection.js';
import { FarMachine } from './far-machine.js';
import type { MirroredTask } from './mirror.js';
import type { ExecutiveSession } from './session.js';
import { outcomeOfEvent, outcomeOfStep } from './stops.js';

/** How long an instruction that waits may hold a step before the step is told. */
const stepMs = 10_000;

export class ExecutiveMachine extends FarMachine implements RemoteMachine {
  readonly entry?: number;
  protected readonly inspection: FarInspection;
  readonly #outcomes = new OutcomeQueue();
  /** By task: the armed addresses, with the condition that the executive decides. */
  readonly #armed = new Map<number, ReadonlyMap<number, string | undefined>>();
  readonly #watches = new Map<BreakpointId, { readonly pid: number; readonly number: number }>();
  readonly #over = new Map<number, number>();
  /** Tasks that stood when the debugger came, and that it has not set going. */
  readonly #foundPaused: Set<number>;
  /** The one that asked for input last. */
  #asksForInput: number | undefined;
  #steps = 0;
  #tasks: ReadonlyMap<number, TaskAnswer> = new Map();
  #running = false;

  constructor(
    program: FarProgram,
    private readonly session: ExecutiveSession,
    isLocal: boolean,
    private readonly context: RemoteContext,
  ) {
    super(program, isLocal);
    if (program.entry !== undefined) this.entry = program.entry;
    this.inspection = new FarInspection({
      program,
      session,
      types: context.types,
      source: () => new CountedTasks(session),
      writeRegister: async (pid, reg, value) => {
        await session.ask('regs.write', { pid, reg, value }, answers.registers);
      },
    });
    for (const { pid } of program.tasks) this.#armed.set(pid, new Map());
    this.#foundPaused = new Set(program.found?.paused);
  }

  /** What the executive reports. */
  hear(event: ExecutiveEvent): void {
    const { type, pid, data } = event;
    const task = this.program.tasks.find(each => each.pid === pid);
    if (task === undefined) return;
    if (type === 'stdout' || type === 'stderr') {
      const text = data['text'];
      if (typeof text === 'string') this.context.events.output(type, text);
      return;
    }
    if (type === 'task_state') this.#stateChanged(task.pid, data);
    const outcome = outcomeOfEvent(event, task, watch => this.#touched(watch));
    // A step tells by its answer what became of it.
    if (outcome !== undefined && this.#steps === 0) this.#halted(outcome);
  }

  async tasks(): Promise<readonly RemoteTask[]> {
    const { tasks } = await this.session.ask('ps', {}, answers.tasks);
    this.#tasks = new Map(tasks.tasks.map(task => [task.pid, task]));
    return this.program.tasks.map(({ pid, name }): RemoteTask => {
      const task = this.#tasks.get(pid);
      const memory = spaceName(pid);
      if (task === undefined || isOver(task.state)) return { id: pid, name, state: 'finished', memory };
      const { wait } = task;
      if (wait === undefined || wait === null) return { id: pid, name, state: 'ready', memory };
      return { id: pid, name, state: 'waiting', memory, ...waiting(wait) };
    });
  }

  async arm(
    addresses: readonly number[],
    conditions: ReadonlyMap<number, string> = new Map(),
  ): Promise<void> {
    const changes: Promise<unknown>[] = [];
    for (const { pid, program } of this.program.tasks) {
      const before = this.#armed.get(pid)!;
      const now = new Map(
        addresses
          .filter(at => Math.floor(at / programSpan) === program)
          .map(at => [at % programSpan, conditions.get(at)]),
      );
      for (const [addr, condition] of now)
        if (!before.has(addr) || before.get(addr) !== condition)
          changes.push(this.#setBreakpoint(pid, addr, condition));
      for (const addr of before.keys())
        if (!now.has(addr)) changes.push(this.session.ask('bp.clear', { pid, addr }, answers.nothing));
      this.#armed.set(pid, now);
    }
    await Promise.all(changes);
  }

  /** A condition that the executive cannot decide, because it lacks the symbols, is decided by the session alone. */
  async #setBreakpoint(pid: number, addr: number, condition: string | undefined): Promise<void> {
    const plain = (): Promise<unknown> => this.session.ask('bp.set', { pid, addr }, answers.nothing);
    if (condition === undefined) await plain();
    else
      await this.session.ask('bp.set', { pid, addr, condition }, answers.nothing).catch((error: unknown) => {
        if (asFailure(error).code !== 'bad-expression') throw error;
        return plain();
      });
  }

  async run({ only, past }: RunRequest): Promise<void> {
    if (only === undefined) this.#foundPaused.clear();
    else this.#foundPaused.delete(only);
    this.#moves();
    this.#running = true;
    const which = only === undefined ? { group: true } : { pid: only };
    await this.session.ask('resume', { ...which, past }, answers.nothing);
    await this.session.ask('clock', { op: 'start' }, answers.nothing);
  }

  async step(task: number, alone = false): Promise<void> {
    this.#moves();
    const found = this.#task(task);
    this.#steps++;
    try {
      const asked = { pid: task, steps: 1, group: !alone };
      const { result } = await this.session.ask('debug.step', asked, answers.step, stepMs);
      const outcome = outcomeOfStep(result, found, watch => this.#touched(watch));
      if (outcome !== undefined) this.#outcomes.add(outcome);
      else this.#ended(task, result.exit_status ?? 0, 'returned');
    } finally {
      this.#steps--;
    }
  }

  async halt(): Promise<void> {
    if (this.#running) await this.session.ask('pause', { group: true }, answers.nothing);
  }

  outcome(): Promise<RemoteOutcome> {
    return this.#outcomes.next();
  }

  async watch({ id, place, size, access, onlyChanges }: RemoteWatch): Promise<void> {
    const pid = place.kind === 'memory' ? this.inspection.pidOf(place.address.space) : undefined;
    if (pid === undefined || place.kind !== 'memory')
      throw new Failure('not-supported', 'user', 'only the memory of a task can be watched.');
    await this.unwatch(id);
    const asked = {
      pid,
      expr: `0x${place.address.offset.toString(16)}`,
      type: 'address',
      length: size,
      break: true,
      access: access === 'readWrite' ? 'readwrite' : access,
      ...(onlyChanges ? { only_changes: true } : {}),
    };
    const { watch_id: number } = await this.session.ask('watch.add', asked, answers.watch);
    this.#watches.set(id, { pid, number });
  }

  async unwatch(id: BreakpointId): Promise<void> {
    const known = this.#watches.get(id);
    if (known === undefined) return;
    this.#watches.delete(id);
    await this.session
      .ask('watch.remove', { pid: known.pid, watch_id: known.number }, answers.nothing)
      .catch(() => undefined);
  }

  async goto(task: number, address: number): Promise<void> {
    this.#moves();
    await this.session.ask(
      'regs.write',
      { pid: task, reg: 'PC', value: address % programSpan },
      answers.registers,
    );
  }

  async restart(task: number, serial: number): Promise<void> {
    this.#moves();
    await this.session.ask('debug.restart', { pid: task, serial }, answers.nothing);
  }

  async endTask(task: number): Promise<void> {
    await this.session.ask('kill', { pid: task }, answers.nothing);
    this.#ended(task, 0, 'killed');
  }

  async input(text: string | undefined): Promise<void> {
    const pid = this.#asksForInput ?? this.program.tasks[0]!.pid;
    if (text !== undefined) await this.session.ask('send', { pid, data: text }, answers.nothing);
    // It ends for all of them, as in a thread of the debugger.
    else
      for (const task of this.program.tasks)
        await this.session.ask('send', { pid: task.pid, eof: true }, answers.nothing).catch(() => undefined);
  }

  async end(): Promise<void> {
    for (const { pid } of this.program.tasks)
      await this.session.ask('kill', { pid }, answers.nothing).catch(() => undefined);
    this.#outcomes.add({ kind: 'exited', status: { signal: 'SIGKILL' } });
  }

  /** Breakpoints and watches go with the session. What stood when the debugger came stands again. */
  async leave(suspended: boolean): Promise<void> {
    await this.arm([]);
    for (const id of this.#watches.keys()) await this.unwatch(id);
    const going = this.program.tasks.map(({ pid }) => pid).filter(pid => !this.#foundPaused.has(pid));
    if (!suspended && going.length > 0)
      await this.session.ask('resume', { pid: going, past: going }, answers.nothing);
    if (this.program.found?.clockRan === false)
      await this.session.ask('clock', { op: 'stop' }, answers.nothing);
    await this.session.end();
  }

  /** A stop that was missed is told again by the executive, and waits to be asked for. */
  async reconnect(signal: AbortSignal): Promise<boolean> {
    const ran = this.#running;
    this.#outcomes.clear();
    const known = await this.session.reconnect(signal);
    this.#moves();
    if (!known) {
      for (const { pid } of this.program.tasks) {
        await this.session.ask('session.lock', { pid }, answers.nothing);
        this.#armed.set(pid, new Map());
      }
      this.#watches.clear();
    }
    return ran;
  }

  async close(): Promise<void> {
    await this.session.end();
  }

  #moves(): void {
    this.inspection.forget();
  }

  #halted(outcome: RemoteOutcome): void {
    this.#running = false;
    this.#moves();
    this.#outcomes.add(outcome);
  }

  #stateChanged(pid: number, data: Readonly<Record<string, unknown>>): void {
    const { new_state: state, reason, exit_status: status } = data;
    if (reason === 'input_wait' || reason === 'input_wake') {
      if (reason === 'input_wait') this.#asksForInput = pid;
      this.context.events.waitingForInput(reason === 'input_wait');
    }
    if (typeof state !== 'string' || !isOver(state) || this.#steps > 0) return;
    this.#ended(pid, typeof status === 'number' ? status : 0, String(reason));
  }

  /** The program is over with its last task; its exit code is that of the first. */
  #ended(pid: number, status: number, reason: string): void {
    if (this.#over.has(pid)) return;
    this.#over.set(pid, status);
    const first = this.program.tasks[0]!.pid;
    if (this.program.tasks.some(task => !this.#over.has(task.pid))) {
      this.context.events.tasksChanged();
      // A step in a task that is gone is over; the others stand, and go on.
      if (this.#steps > 0) void this.run({ past: [] }).catch(() => undefined);
      return;
    }
    this.#halted({
      kind: 'exited',
      status: reason === 'killed' ? { signal: 'SIGKILL' } : { code: (this.#over.get(first) ?? 0) & 0xff },
    });
  }

  #touched(watch: unknown): readonly RemoteTouch[] {
    const { watch_id: number, id = number, access } = (watch ?? {}) as Record<string, unknown>;
    return [...this.#watches]
      .filter(([, known]) => known.number === id)
      .map(([known]) => ({ id: known, access: access === 'read' ? 'read' : 'write' }));
  }

  #task(pid: number): MirroredTask {
    const found = this.program.tasks.find(task => task.pid === pid);
    if (found === undefined) throw new Failure('not-found', 'user', `there is no task ${pid}.`);
    return found;
  }
}

const isOver = (state: string): boolean =>
  state === 'returned' || state === 'terminated' || state === 'killed';

/** In the words that a task of this process would say. */
function waiting(wait: NonNullable<TaskAnswer['wait']>): Pick<RemoteTask, 'waitReason' | 'awaiting'> {
  switch (wait.for) {
    case 'message':
      return {
        waitReason: 'message',
        ...(typeof wait.target === 'string' ? { awaiting: `a message in ${wait.target}` } : {}),
      };
    case 'time':
      return { waitReason: 'time', awaiting: 'the end of its sleep' };
    case 'output':
      return { waitReason: 'output' };
    default:
      return { waitReason: 'input' };
  }
}
