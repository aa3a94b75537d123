// Runs the tasks: whose turn it is, what they wait for, what becomes of faults.
//
// Tasks take turns of `quantum` instructions, in the order of their numbers. A task that waits loses the rest of its turn
// and is asked again when its turn comes. A service that waits leaves its instruction unretired, so that it is called again
// until it is done. The program ends when all tasks have ended; its exit code are the lowest 8 bits of what R0 held when
// task 1 ended, which is what a shell would see.

import type { MachineHost, Outcome } from '@sonde/engine-vm';
import { defaultQuantum, defaultTraceSize, programSpan, type HsxImage } from './image.js';
import { interpret, type Watcher } from './interpreter.js';
import { ProgramCode } from './program-code.js';
import { callService, startServices } from './services/services.js';
import { ServiceCall, ServiceFault, type ServiceHost, type ServiceOutcome } from './services/call.js';
import { handleOf, peek } from './services/mailboxes.js';
import { deadlock, hex } from './faults.js';
import { newState, type SystemState, type TaskState, type TaskWait } from './state.js';
import { newTraceData, Trace } from './trace.js';

/** The parts of the host that the system uses. */
export type SystemHost = ServiceHost & Pick<MachineHost, 'watching' | 'touched' | 'debugged'>;

/** One task alone needs no turns. */
const endless = 2 ** 30;

export class System {
  state: SystemState;
  readonly code: readonly ProgramCode[];
  /** By task; empty when nothing is traced. */
  traces: Trace[];
  readonly #quantum: number;
  /** Only this one may run. Of the debugger, so no state of the program. */
  #only: number | undefined;
  /** The engine wants to look at an access. */
  #stop = false;
  /** Tasks that asked the world in vain since an instruction was retired. */
  readonly #tried = new Set<number>();
  /** Who watches the accesses of each task. */
  readonly #watchers = new Map<number, Watcher>();

  constructor(
    readonly image: HsxImage,
    readonly host: SystemHost,
  ) {
    this.code = image.programs.map(program => new ProgramCode(program));
    this.state = newState(image);
    this.#quantum = image.tasks.length === 1 ? endless : Math.max(1, image.quantum ?? defaultQuantum);
    this.state.turn = this.#quantum;
    const size = image.traceSize ?? defaultTraceSize;
    this.traces = size > 0 ? image.tasks.map(() => new Trace(newTraceData(size))) : [];
    startServices(image, this.state);
  }

  get current(): TaskState {
    return this.state.tasks[this.state.current]!;
  }

  get exited(): boolean {
    for (const task of this.state.tasks) if (!task.finished) return false;
    return true;
  }

  /** Throws a RangeError when there is none. */
  task(id: number): TaskState {
    const task = this.state.tasks[id - 1];
    if (task === undefined) throw new RangeError(`there is no task ${id}`);
    return task;
  }

  /** As `Machine.run`. */
  run(until: number, passSite: boolean): Outcome {
    const { state } = this;
    this.#stop = false;
    this.#tried.clear();
    let passing = passSite;
    for (;;) {
      if (this.exited) return { kind: 'exited', code: state.tasks[0]!.exitStatus & 0xff };
      if (state.time >= until || this.#isStopped()) return { kind: 'time' };
      const task = this.current;
      if (!this.#canRun(task)) {
        if (!this.#rotate()) return this.#idle();
        passing = false;
        continue;
      }
      if (task.fault !== undefined) return this.#unwind(task);
      // A task that waited has begun its instruction, so its site was met before.
      const outcome = this.#runTask(task, until, passing || task.wait !== undefined);
      passing = false;
      if (state.turn <= 0) this.#rotate();
      if (outcome !== undefined) return outcome;
    }
  }

  #isStopped(): boolean {
    return this.#stop;
  }

  #runTask(task: TaskState, until: number, passing: boolean): Outcome | undefined {
    const { state } = this;
    const before = state.time;
    const program = this.code[task.program]!;
    const budget = passing ? 1 : Math.min(until - before, state.turn, endless);
    const trace = this.traces[task.id - 1];
    const position = trace?.data.position;
    const code = passing ? program.original : program.running;
    const exit = interpret(state, task, program, code, budget, this.#watcherOf(task), trace?.data);
    const ran = state.time - before;
    if (ran > 0) {
      state.turn -= ran;
      this.#tried.clear();
    }
    switch (exit) {
      case 'budget':
        if (ran > 0) trace?.complete(task.registers, task.sp, ran - 1);
        return undefined;
      case 'returned':
        trace?.complete(task.registers, task.sp, ran - 1);
        return this.#finish(task);
      case 'service':
        return this.#serve(task, program.original[task.pc >> 2]! & 0xfff, ran);
      case 'site':
        trace?.undo(task.sp, ran);
        return { kind: 'site', task: task.id, address: task.program * programSpan + task.pc };
      case 'trap':
        trace?.undo(task.sp, ran);
        return { kind: 'trap', task: task.id };
      case 'fault':
        // A pc without code is noticed before anything is recorded.
        if (ran > 0 || trace?.data.position !== position) trace?.undo(task.sp, ran);
        return this.#raise(task);
    }
  }

  #serve(task: TaskState, operand: number, ran: number): Outcome | undefined {
    const trace = this.traces[task.id - 1];
    const call = new ServiceCall(this.state, task, this.host, this.#watcherOf(task));
    let result: ServiceOutcome;
    try {
      result = callService(call, operand);
    } catch (error) {
      if (!(error instanceof ServiceFault)) throw error;
      trace?.undo(task.sp, ran);
      task.fault = error.fault;
      return this.#raise(task);
    }
    if (typeof result === 'object') {
      trace?.undo(task.sp, ran);
      task.wait = result;
      this.#tried.add(task.id);
      return undefined;
    }
    task.wait = undefined;
    task.pc += 4;
    this.#retire(task);
    trace?.complete(task.registers, task.sp, ran);
    return result === 'exit' ? this.#finish(task) : undefined;
  }

  #retire(task: TaskState): void {
    this.state.time++;
    this.state.turn--;
    task.steps++;
    this.#tried.clear();
  }

  #raise(task: TaskState): Outcome {
    const { name, message } = task.fault!;
    task.wait = undefined;
    return { kind: 'thrown', task: task.id, thrown: { name, message, caught: false } };
  }

  /** The fault ends its task, and R0 says which it was. Other tasks go on. */
  #unwind(task: TaskState): Outcome {
    const { name, message, code } = task.fault!;
    const where = `task ${task.id} (${this.image.tasks[task.id - 1]!.name}), pc ${hex(task.pc)}`;
    if (!this.host.write('stderr', `hsx: ${name}: ${message}\n  in ${where}\n`))
      return { kind: 'waiting', for: 'output' };
    task.registers[0] = code;
    task.fault = undefined;
    this.#retire(task);
    return this.#finish(task);
  }

  #finish(task: TaskState): Outcome {
    this.end(task);
    return { kind: 'task', task: task.id, change: 'exited', name: this.image.tasks[task.id - 1]!.name };
  }

  /** It is over; what it had open is closed. */
  end(task: TaskState): void {
    task.finished = true;
    task.exitStatus = task.registers[0]!;
    task.wait = undefined;
    task.fault = undefined;
    const { services } = this.state;
    for (const handle of services.handles) if (handle.task === task.id) handle.closed = true;
    const open = services.openFiles.filter(file => file.task !== task.id);
    services.openFiles.splice(0, Infinity, ...open);
    if (task === this.current) this.#rotate();
  }

  restrictTo(task: number | undefined): void {
    this.#only = task;
    if (task !== undefined && this.state.tasks[task - 1]?.finished === false) this.#switchTo(task - 1);
  }

  #switchTo(index: number): void {
    this.state.current = index;
    this.state.turn = this.#quantum;
  }

  /** Whether its next instruction may go on. */
  #canRun(task: TaskState): boolean {
    if (task.finished || (this.#only !== undefined && this.#only !== task.id)) return false;
    const { wait } = task;
    if (wait === undefined) return true;
    switch (wait.for) {
      case 'input':
      case 'output':
        return !this.#tried.has(task.id);
      case 'time':
        return wait.until <= this.host.now();
      case 'message': {
        const handle = handleOf(this.state.services, task.id, task.registers[1]! & 0xffff);
        if (handle === undefined || peek(this.state.services, handle) !== undefined) return true;
        return wait.until <= this.host.now();
      }
    }
  }

  /** Gives the turn to the next task that can run; false when there is none. */
  #rotate(): boolean {
    const { tasks, current } = this.state;
    for (let step = 1; step <= tasks.length; step++) {
      const index = (current + step) % tasks.length;
      if (!this.#canRun(tasks[index]!)) continue;
      this.#switchTo(index);
      return true;
    }
    return false;
  }

  /** What has to happen before one of those that may run can go on. */
  #idle(): Outcome {
    const waits = this.state.tasks
      .filter(task => !task.finished && (this.#only === undefined || this.#only === task.id))
      .flatMap(({ wait }) => (wait === undefined ? [] : [wait]));
    const until = Math.min(...waits.map(untilOf));
    const reason = (['output', 'input'] as const).find(kind => waits.some(wait => wait.for === kind));
    const limit = until === Infinity ? {} : { until };
    // With a debugger, somebody can look who waits for what; without one, nobody ever will.
    if (
      reason === undefined &&
      until === Infinity &&
      this.#only === undefined &&
      this.host.debugged === false
    ) {
      const task = this.state.tasks.find(each => !each.finished)!;
      task.fault = deadlock;
      return this.#raise(task);
    }
    return { kind: 'waiting', for: reason ?? (until === Infinity ? 'task' : 'time'), ...limit };
  }

  #watcherOf({ id }: TaskState): Watcher | undefined {
    if (!this.host.watching) return undefined;
    let watcher = this.#watchers.get(id);
    if (watcher === undefined) {
      const space = spaceName(id);
      watcher = (access, offset, size) => {
        if (this.host.touched(access, { kind: 'memory', space, offset, size })) this.#stop = true;
        return this.#stop;
      };
      this.#watchers.set(id, watcher);
    }
    return watcher;
  }
}

const untilOf = (wait: TaskWait): number => ('until' in wait ? wait.until : Infinity);

/** Of the memory of a task. */
export const spaceName = (task: number): string => `task${task}`;
