// Runs the tasks: whose turn it is, what they wait for, what becomes of faults.
//
// Tasks take turns of `quantum` instructions, in the order of their numbers. A task that waits loses the rest of its turn
// and is asked again when its turn comes. A service that waits leaves its instruction unretired, so that it is called again
// until it is done. The program ends when all tasks have ended; its exit code are the lowest 8 bits of what R0 held when
// task 1 ended, which is what a shell would see.

import type { MachineHost, Outcome } from '@sonde/engine-vm';
import { stackSize } from '../toolchain/isa.js';
import { defaultQuantum, defaultTraceSize, programSpan, type HsxImage, type HsxProgram } from './image.js';
import { interpret, type Watcher } from './interpreter.js';
import { ProgramCode } from './program-code.js';
import { callService, forgetServices, startServices } from './services/services.js';
import { ServiceCall, ServiceFault, type ServiceHost, type ServiceOutcome } from './services/call.js';
import { handleOf, peek } from './services/mailboxes.js';
import { deadlock, hex } from './faults.js';
import { addTask, newState, type SystemState, type TaskState, type TaskWait } from './state.js';
import { newTraceData, Trace } from './trace.js';

/** The parts of the host that the system uses. */
export type SystemHost = ServiceHost & Pick<MachineHost, 'watching' | 'touched' | 'debugged'>;

/** One task alone needs no turns. */
const endless = 2 ** 30;

export class System {
  state: SystemState;
  readonly image: HsxImage;
  readonly code: readonly ProgramCode[];
  /** By task; empty when nothing is traced. */
  traces = new Map<number, Trace>();
  /** Those that a debugger lets run no instruction. Its own, so no state of the program; so are the three below. */
  readonly held = new Set<number>();
  /** Tasks of which each instruction is told once it is retired, with the pc it had; they run slowly. */
  readonly observers = new Map<number, (task: TaskState, pc: number) => void>();
  /** Who sees the accesses of a task, in the place of the host. */
  readonly watchers = new Map<number, Watcher>();
  /** Another task has its turn. */
  switched: ((from: TaskState, to: TaskState) => void) | undefined;
  #quantum: number;
  /** Those of `code` and of the image, which change while tasks come and go. */
  readonly #code: ProgramCode[];
  readonly #programs: HsxProgram[];
  /** Only this one may run. Of the debugger, so no state of the program. */
  only: number | undefined;
  /** The engine wants to look at an access. */
  #stop = false;
  /** Tasks that asked the world in vain since an instruction was retired. */
  readonly #tried = new Set<number>();
  /** All of them waited. */
  #idled = true;
  /** Who tells the host of the accesses of each task. */
  readonly #hostWatchers = new Map<number, Watcher>();

  constructor(
    image: HsxImage,
    readonly host: SystemHost,
  ) {
    this.#programs = [...image.programs];
    this.image = { ...image, programs: this.#programs };
    this.code = this.#code = image.programs.map(program => new ProgramCode(program));
    this.state = newState(image);
    const alone = image.tasks.length === 1 && image.open !== true;
    this.#quantum = alone ? endless : Math.max(1, image.quantum ?? defaultQuantum);
    this.state.turn = this.#quantum;
    for (const task of this.state.tasks) this.#start(task);
  }

  #start({ id, program }: TaskState): void {
    const size = this.image.traceSize ?? defaultTraceSize;
    if (size > 0) this.traces.set(id, new Trace(newTraceData(size)));
    startServices(this.state.services, id, this.#programs[program]!.metadata);
  }

  get quantum(): number {
    return this.#quantum;
  }

  /** From the next turn on. */
  set quantum(instructions: number) {
    this.#quantum = Math.max(1, instructions);
  }

  /** A task more, for an image that is open. Throws an Error that says why there is no room. */
  add(program: HsxProgram, name: string, group?: ReadonlySet<number>): TaskState {
    const used = new Set(this.state.tasks.map(task => task.program));
    let index = 0;
    while (used.has(index)) index++;
    const size = this.image.stackSize ?? stackSize;
    const task = addTask(this.state, { program: index, name, stackSize: size, group }, program);
    this.#programs[index] = program;
    this.#code[index] = new ProgramCode(program);
    this.#start(task);
    return task;
  }

  /** Where its variables are, told later than its code. */
  describe({ program }: TaskState, tables: Pick<HsxProgram, 'slots' | 'globals'>): void {
    this.#programs[program] = { ...this.#programs[program]!, ...tables };
  }

  /** It is over and gone, with all that it had. */
  remove(task: TaskState): void {
    if (!task.finished) this.end(task);
    const { state, current } = this;
    const index = state.tasks.indexOf(task);
    state.tasks.splice(index, 1);
    if (current === task) {
      state.current = index % Math.max(1, state.tasks.length);
      state.turn = this.#quantum;
    } else state.current = state.tasks.indexOf(current);
    forgetServices(state.services, task.id);
    for (const map of [this.traces, this.observers, this.watchers, this.#hostWatchers, this.held])
      map.delete(task.id);
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
    const { tasks } = this.state;
    // Where no task has ever gone, each is at its number.
    const task = tasks[id - 1]?.id === id ? tasks[id - 1] : tasks.find(each => each.id === id);
    if (task === undefined) throw new RangeError(`there is no task ${id}`);
    return task;
  }

  /** As `Machine.run`. */
  run(until: number, passSite: boolean): Outcome {
    const { state } = this;
    this.#stop = false;
    // Only who comes back from a wait asks the world anew: how often it is asked must not depend on armed sites.
    if (this.#idled) this.#tried.clear();
    this.#idled = false;
    let passing = passSite;
    for (;;) {
      if (this.exited) return { kind: 'exited', code: (state.tasks[0]?.exitStatus ?? 0) & 0xff };
      if (state.time >= until || this.#isStopped()) return { kind: 'time' };
      const task = this.current;
      if (!this.#canRun(task)) {
        if (!this.#rotate()) {
          this.#idled = true;
          return this.#idle();
        }
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

  /** Ends the run with the instruction that is carried out, as a look at an access does. */
  halt(): void {
    this.#stop = true;
  }

  #isStopped(): boolean {
    return this.#stop;
  }

  #runTask(task: TaskState, until: number, passing: boolean): Outcome | undefined {
    const { state } = this;
    const before = state.time;
    const program = this.code[task.program]!;
    const observer = this.observers.size === 0 ? undefined : this.observers.get(task.id);
    const budget = passing || observer !== undefined ? 1 : Math.min(until - before, state.turn, endless);
    const { pc } = task;
    const trace = this.traces.get(task.id);
    const position = trace?.data.position;
    const code = passing ? program.original : program.running;
    const exit = interpret(state, task, program, code, budget, this.#watcherOf(task), trace?.data);
    const ran = state.time - before;
    if (ran > 0) {
      state.turn -= ran;
      this.#tried.clear();
    }
    if (ran > 0) observer?.(task, pc);
    switch (exit) {
      case 'budget':
        if (ran > 0) trace?.complete(task.registers, task.sp, ran - 1);
        return undefined;
      case 'returned':
        trace?.complete(task.registers, task.sp, ran - 1);
        return this.#finish(task);
      case 'service':
        return this.#serve(task, program.original[task.pc >> 2]! & 0xfff, ran, observer);
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

  #serve(
    task: TaskState,
    operand: number,
    ran: number,
    observer: ((task: TaskState, pc: number) => void) | undefined,
  ): Outcome | undefined {
    const trace = this.traces.get(task.id);
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
    observer?.(task, task.pc - 4);
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
    const where = `task ${task.id} (${task.name}), pc ${hex(task.pc)}`;
    if (!this.host.write('stderr', `hsx: ${name}: ${message}\n  in ${where}\n`))
      return { kind: 'waiting', for: 'output' };
    task.registers[0] = code;
    task.fault = undefined;
    this.#retire(task);
    return this.#finish(task);
  }

  #finish(task: TaskState): Outcome {
    this.end(task);
    return { kind: 'task', task: task.id, change: 'exited', name: task.name };
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
    this.only = task;
    const index = this.state.tasks.findIndex(each => each.id === task && !each.finished);
    if (index >= 0) this.#switchTo(index);
  }

  #switchTo(index: number): void {
    if (this.switched !== undefined && index !== this.state.current)
      this.switched(this.current, this.state.tasks[index]!);
    this.state.current = index;
    this.state.turn = this.#quantum;
  }

  /** As far as the debugger is concerned. */
  #mayRun({ id, finished }: TaskState): boolean {
    return !finished && (this.only === undefined || this.only === id) && !this.held.has(id);
  }

  /** Whether its next instruction may go on. */
  #canRun(task: TaskState): boolean {
    if (!this.#mayRun(task)) return false;
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
      .filter(task => this.#mayRun(task))
      .flatMap(({ wait }) => (wait === undefined ? [] : [wait]));
    const until = Math.min(...waits.map(untilOf));
    const reason = (['output', 'input'] as const).find(kind => waits.some(wait => wait.for === kind));
    const limit = until === Infinity ? {} : { until };
    // With a debugger, somebody can look who waits for what; without one, nobody ever will.
    if (
      reason === undefined &&
      until === Infinity &&
      this.only === undefined &&
      this.host.debugged === false
    ) {
      const task = this.state.tasks.find(each => !each.finished)!;
      task.fault = deadlock;
      return this.#raise(task);
    }
    return { kind: 'waiting', for: reason ?? (until === Infinity ? 'task' : 'time'), ...limit };
  }

  #watcherOf({ id }: TaskState): Watcher | undefined {
    if (this.watchers.size > 0) return this.watchers.get(id);
    if (!this.host.watching) return undefined;
    let watcher = this.#hostWatchers.get(id);
    if (watcher === undefined) {
      const space = spaceName(id);
      watcher = (access, offset, size) => {
        if (this.host.touched(access, { kind: 'memory', space, offset, size })) this.#stop = true;
        return this.#stop;
      };
      this.#hostWatchers.set(id, watcher);
    }
    return watcher;
  }
}

const untilOf = (wait: TaskWait): number => ('until' in wait ? wait.until : Infinity);

/** Of the memory of a task. */
export const spaceName = (task: number): string => `task${task}`;
