// A machine with a value stack, frames, tasks that take turns, errors that unwind, and modules that load at run time.

import { moduleId, type Scalar, type TypeId } from '@sonde/engine';
import type {
  Machine,
  MachineFrame,
  MachineHost,
  MachinePlace,
  MachineSnapshot,
  MachineTask,
  Outcome,
  Word,
} from '../machine.js';
import type { Handler, StackCode } from './code.js';
import { errorReport } from './error-report.js';
import { isOnTop } from './time/frame-images.js';
import {
  hashTasks,
  imageOfMemory,
  imageOfTasks,
  restoreMemory,
  restoreTasks,
  type StackSnapshot,
} from './time/machine-images.js';
import { StateHash } from '../snapshots/state-hash.js';
import { frameWithSerial, standsAt, type StackFrame, type StackTask, type Wait } from './tasks.js';
import { Turns } from './turns.js';

/** Gets the machine and its operand. One that answers with an outcome ends the run; waiting means to be tried again. */
export type Instruction<Value> = (machine: StackMachine<Value>, operand: number) => Outcome | undefined;

/** What a language has to say about the machine that runs it. */
export interface StackLanguage<Value> {
  readonly instructions: Readonly<Record<string, Instruction<Value>>>;
  /** What variables hold before they are set. */
  readonly nothing: Value;
  /** For error messages: what an error is called, and what it says. */
  describeError(value: Value): { readonly name: string; readonly message: string };
  /** The error of the machine itself, such as `StackOverflow`. */
  makeError(name: string, message: string): Value;
  describe(value: Value, textLimit: number): ReturnType<Machine['describe']>;
  scalar(value: Value): Scalar | undefined;
  /** `type` is that of the place it goes to. Throws a RangeError with a reason when there is no such value. */
  encode(value: Scalar, type: TypeId): Value;
}

/** Thrown by an instruction: an error of the program. */
export class ProgramError<Value> extends Error {
  constructor(readonly value: Value) {
    super(String(value));
  }
}

/** Tasks take turns after this many instructions. */
const turn = 1_000;
/** What they cost in bytes, counted generously: the thread must not run out of memory before the program does. */
const cost = { task: 1_000, frame: 160, value: 24 };
/** Outcomes that leave their instruction to be run again. */
const unretired: ReadonlySet<Outcome['kind']> = new Set<Outcome['kind']>([
  'site',
  'waiting',
  'module',
  'trap',
]);

export class StackMachine<Value> implements Machine {
  time = 0;
  readonly globals: Value[];
  /** Byte memories by name; a language fills in what it has. */
  readonly memory = new Map<string, Uint8Array>();
  /** Whether the latest `readLine` met the end of the input. State of the program, so it lives with the rest of it. */
  inputEnded = false;
  /** The task that runs, its values, and its topmost frame. */
  task: StackTask<Value>;
  frame: StackFrame<Value>;
  #stack: Value[];
  readonly #program: Instruction<Value>[];
  /** The program without armed sites. */
  readonly #original: readonly Instruction<Value>[];
  readonly #operands: Int32Array;
  readonly #modules: ('absent' | 'announced' | 'loaded')[];
  readonly #turns: Turns<Value>;
  /** The instruction that runs now is to be passed: see `Machine.run`. */
  #passing = false;
  #until = 0;
  /** Where the turn of the current task ends. */
  #limit = 0;
  #exitCode: number | undefined;
  /** What all tasks take, in bytes. */
  #used = 0;
  #lastSerial = 0;
  #lastTask = 0;

  constructor(
    readonly code: StackCode,
    readonly host: MachineHost,
    private readonly language: StackLanguage<Value>,
  ) {
    this.#original = code.instructions.map(([name]) => {
      const found = language.instructions[name];
      if (found === undefined) throw new Error(`there is no instruction ${name}`);
      return found;
    });
    this.#program = [...this.#original];
    this.#operands = Int32Array.from(code.instructions, ([, operand]) => operand);
    this.globals = new Array<Value>(code.globals).fill(language.nothing);
    this.#modules = code.modules.map((_, number) => (number === 0 ? 'loaded' : 'absent'));
    this.task = this.#newTask(code.modules[0]!.start, []);
    this.#turns = new Turns(this.task);
    this.frame = this.task.frames[0]!;
    this.#stack = this.task.stack;
  }

  // What instructions are made of.

  readLine(): string | null | undefined {
    const line = this.host.readLine();
    this.inputEnded = line === null;
    return line;
  }

  push(value: Value): undefined {
    this.#stack.push(value);
  }

  pop(): Value {
    return this.#stack.pop()!;
  }

  /** The topmost values, lowest first; they stay on the stack. */
  top(count: number): Value[] {
    return this.#stack.slice(this.#stack.length - count);
  }

  drop(count: number): undefined {
    this.#stack.length -= count;
  }

  readLocal(slot: number): undefined {
    if (this.host.watching) this.touch('read', this.#slot(slot));
    this.#stack.push(this.frame.locals[slot]!);
  }

  writeLocal(slot: number): undefined {
    if (this.host.watching) this.touch('write', this.#slot(slot));
    this.frame.locals[slot] = this.#stack.pop()!;
  }

  readGlobal(index: number): undefined {
    if (this.host.watching) this.touch('read', { kind: 'global', index });
    this.#stack.push(this.globals[index]!);
  }

  writeGlobal(index: number): undefined {
    if (this.host.watching) this.touch('write', { kind: 'global', index });
    this.globals[index] = this.#stack.pop()!;
  }

  /** Tells the engine of an access; when it wants to look, the run ends with this instruction. */
  touch(access: 'read' | 'write', place: MachinePlace): void {
    if (this.host.touched(access, place)) this.#until = this.#limit = this.time;
  }

  jump(address: number): undefined {
    this.frame.pc = address;
  }

  /** Calls a function with the topmost values of the stack. */
  call(number: number): undefined {
    const parameters = this.code.functions[number]!.parameters;
    this.frame = this.#enter(this.task, number, this.#stack.length - parameters);
  }

  return(): Outcome | undefined {
    const { task } = this;
    const value = this.pop();
    const caller = task.frames[task.frames.length - 2];
    task.returned = value;
    if (caller === undefined) {
      this.endTask(task.id);
      return { kind: 'task', task: task.id, change: 'exited', name: task.name };
    }
    this.#used -= this.frame.used - caller.used;
    task.frames.pop();
    task.stack.length = this.frame.height;
    this.frame = caller;
    if (task.imaged !== undefined) isOnTop(task, task.frames.length - 1);
    return this.push(value);
  }

  /** Starts a task with the topmost values; its number takes their place, as the language writes numbers. */
  spawn(number: number, asValue: (task: number) => Value): Outcome {
    const { parameters } = this.code.functions[number]!;
    const started = this.#newTask(number, this.top(parameters));
    this.#turns.add(started);
    this.drop(parameters);
    this.push(asValue(started.id));
    return { kind: 'task', task: started.id, change: 'started', name: started.name };
  }

  /** Runs twice: first the module is announced, so that breakpoints can be set in it; then its top level runs. */
  use(module: number): Outcome | undefined {
    const state = this.#modules[module];
    if (state === 'loaded') return this.push(this.language.nothing);
    this.#modules[module] = state === 'absent' ? 'announced' : 'loaded';
    if (state === 'absent') return { kind: 'module', module: moduleId(String(module)) };
    return this.call(this.code.modules[module]!.start);
  }

  /** Asks for the debugger; run again, it does nothing. */
  trap(): Outcome | undefined {
    const { task } = this;
    task.trapped = !task.trapped;
    return task.trapped ? { kind: 'trap', task: task.id } : undefined;
  }

  exit(code: number): void {
    this.#exitCode = code;
    this.#limit = 0;
  }

  /** For instructions that wait for the end of a task; undefined when it is over. */
  join(task: number): Wait | undefined {
    if (task === this.task.id) throw this.#error('Deadlock', 'a task cannot wait for itself');
    this.task.joins = task;
    return this.#turns.get(task) === undefined ? undefined : { kind: 'waiting', for: 'task' };
  }

  // How it runs.

  get currentTask(): number {
    return this.task.id;
  }

  run(until: number, passSite: boolean): Outcome {
    this.#until = until;
    this.#passing = passSite;
    let triedAt = -1;
    for (;;) {
      if (this.#exitCode !== undefined) return { kind: 'exited', code: this.#exitCode };
      if (this.#turns.count === 0) return { kind: 'exited', code: 0 };
      if (this.time >= this.#until) return { kind: 'time' };
      const next = this.#turns.next();
      if (next === undefined) {
        if (triedAt === this.time) return this.#idle();
        triedAt = this.time;
        this.#turns.retry(this.#now);
        continue;
      }
      this.#switchTo(next);
      // A task that waited has begun its instruction, so its site was met before.
      if (next.waited !== undefined) this.#passing = true;
      const outcome = next.thrown === undefined ? this.#runTurn(next) : this.#unwind(next, next.thrown.value);
      if (outcome?.kind === 'waiting') this.#turns.wait(outcome);
      else if (outcome !== undefined) return outcome;
    }
  }

  readonly #now = (): number => this.host.now();

  /** Runs the current task until its turn is over or something happens. */
  #runTurn(task: StackTask<Value>): Outcome | undefined {
    const turnEnd = this.time - (this.time % turn) + turn;
    this.#limit = Math.min(this.#until, turnEnd);
    let at = this.frame.pc;
    try {
      while (this.time < this.#limit) {
        const { frame } = this;
        at = frame.pc;
        const instruction = (this.#passing ? this.#original : this.#program)[at]!;
        this.time++;
        frame.pc = at + 1;
        const outcome = instruction(this, this.#operands[at]!);
        if (this.#passing) {
          this.#passing = false;
          task.waited = undefined;
        }
        if (outcome === undefined) continue;
        if (!unretired.has(outcome.kind)) return outcome;
        frame.pc = at;
        this.time--;
        return outcome;
      }
    } catch (error) {
      this.frame.pc = at;
      this.time--;
      return this.#raise(task, this.#errorOf(error));
    }
    if (this.time === turnEnd) {
      this.#turns.rotate(this.#now);
      this.#switchTo(this.#turns.current);
    }
    return undefined;
  }

  /** What an instruction threw, as the program sees it. */
  #errorOf(thrown: unknown): Value {
    if (thrown instanceof ProgramError) return thrown.value as Value;
    // JavaScript says so of what it cannot make: texts, arrays and buffers that are too large.
    if (thrown instanceof RangeError) return this.language.makeError('OutOfMemory', thrown.message);
    throw thrown;
  }

  #raise(task: StackTask<Value>, value: Value): Outcome {
    task.thrown = { value };
    const caught = this.#handlerOf(task) !== undefined;
    return {
      kind: 'thrown',
      task: task.id,
      thrown: { ...this.language.describeError(value), caught, word: value },
    };
  }

  #switchTo(task: StackTask<Value>): void {
    if (task !== this.task) this.#passing = false;
    this.task = task;
    this.#stack = task.stack;
    this.frame = task.frames.at(-1)!;
  }

  /** Nobody can go on. When nothing outside can change that, it is an error of the program. */
  #idle(): Outcome {
    const wait = this.#turns.waitsFor();
    if (wait.for !== 'task' || this.#turns.restricted) return wait;
    const task = this.#turns.current;
    this.#switchTo(task);
    this.#turns.wake(task);
    task.waited = undefined;
    return this.#raise(task, this.language.makeError('Deadlock', 'all tasks wait for one another'));
  }

  #newTask(start: number, args: readonly Value[]): StackTask<Value> {
    const id = ++this.#lastTask;
    const { name } = this.code.functions[start]!;
    const task: StackTask<Value> = {
      id,
      name: id === 1 ? 'main' : `${name} (task ${id})`,
      stack: [...args],
      frames: [],
      waits: undefined,
      waited: undefined,
      joins: 0,
      thrown: undefined,
      trapped: false,
      returned: undefined,
      imaged: undefined,
    };
    this.#enter(task, start, 0);
    return task;
  }

  #enter(task: StackTask<Value>, number: number, height: number): StackFrame<Value> {
    const callee = this.code.functions[number]!;
    const depth = task.frames.length;
    if (this.#modules[callee.module] === 'absent')
      throw this.#error('NotLoaded', `the file of ${callee.name} is not in use yet`);
    const caller = task.frames[depth - 1];
    const values = callee.locals + height - (caller?.height ?? 0);
    const takes = (caller === undefined ? cost.task : 0) + cost.frame + values * cost.value;
    if (this.#used + takes > this.host.memoryLimit)
      throw depth > 0
        ? this.#error('StackOverflow', `${depth} calls deep`)
        : this.#error('OutOfMemory', 'there is no room for another task');
    this.#used += takes;
    // Made in its size at once: one that grows takes several times as much.
    const locals = new Array<Value>(callee.locals);
    const given = task.stack.length - height;
    for (let slot = 0; slot < callee.locals; slot++)
      locals[slot] = slot < given ? task.stack[height + slot]! : this.language.nothing;
    task.stack.length = height;
    const serial = ++this.#lastSerial;
    const used = (caller?.used ?? 0) + takes;
    const frame = { serial, function: callee, locals, height, used, pc: callee.start };
    task.frames.push(frame);
    return frame;
  }

  #error(name: string, message: string): ProgramError<Value> {
    return new ProgramError(this.language.makeError(name, message));
  }

  /** Goes on in the handler of the error, which retires the instruction; without one the program is over. */
  #unwind(task: StackTask<Value>, value: Value): Outcome | undefined {
    const found = this.#handlerOf(task);
    if (found === undefined) {
      if (!this.host.write('stderr', errorReport(this.code, task, this.language.describeError(value))))
        return { kind: 'waiting', for: 'output' };
      this.#exitCode = 1;
      return undefined;
    }
    this.#cutTo(task, found.depth);
    this.goto(task.id, found.handler.target);
    this.frame.locals[found.handler.slot] = value;
    this.#passing = false;
    this.time++;
    return undefined;
  }

  /** Ends the calls above this depth. */
  #cutTo(task: StackTask<Value>, depth: number): void {
    this.#used -= task.frames.at(-1)!.used - task.frames[depth - 1]!.used;
    task.frames.length = depth;
    isOnTop(task, depth - 1);
  }

  #handlerOf(task: StackTask<Value>): { readonly depth: number; readonly handler: Handler } | undefined {
    for (let depth = task.frames.length; depth > 0; depth--) {
      const at = standsAt(task, depth);
      const handler = this.code.handlers.find(h => at >= h.from && at < h.to);
      if (handler !== undefined) return { depth, handler };
    }
    return undefined;
  }

  // What the debugger sees and does.

  arm(address: number): void {
    this.#program[address] = machine => ({ kind: 'site', task: machine.task.id, address });
  }

  disarm(address: number): void {
    this.#program[address] = this.#original[address]!;
  }

  tasks(): readonly MachineTask[] {
    return Array.from(this.#turns.all, ({ id, name, waited }) => {
      if (waited === undefined) return { id, name, state: 'ready' };
      return { id, name, state: 'waiting', waitReason: waited.for === 'task' ? 'await' : waited.for };
    });
  }

  frames(task: number, start: number, count: number): readonly MachineFrame[] {
    const { frames } = this.#task(task);
    const end = frames.length - start;
    const first = frames[end - 1];
    if (count === 1) return first === undefined ? [] : [{ serial: first.serial, pc: first.pc }];
    return frames
      .slice(Math.max(0, end - count), end)
      .reverse()
      .map(({ serial, pc }) => ({ serial, pc }));
  }

  depth(task: number): number {
    return this.#task(task).frames.length;
  }

  read(place: MachinePlace): Word {
    const { values, at } = this.#locate(place);
    return values[at];
  }

  write(place: MachinePlace, value: Scalar, type: TypeId): void {
    if (place.kind !== 'memory') {
      const { values, at } = this.#locate(place);
      values[at] = this.language.encode(value, type);
      if (place.kind === 'slot') this.#changed(this.#task(place.task), place.frame);
      return;
    }
    const byte = Number(value);
    if (!Number.isInteger(byte) || byte < 0 || byte > 255)
      throw new RangeError(`a byte is a number from 0 to 255, not ${value}`);
    this.memory.get(place.space)![place.offset] = byte;
  }

  describe(word: Word, textLimit: number): ReturnType<Machine['describe']> {
    return this.language.describe(word as Value, textLimit);
  }

  scalar(word: Word): Scalar | undefined {
    return this.language.scalar(word as Value);
  }

  lastReturn(task: number): Word {
    return this.#task(task).returned ?? this.language.nothing;
  }

  restrictTo(task: number | undefined): void {
    this.#turns.restrictTo(task);
    if (this.#turns.count > 0) this.#switchTo(this.#turns.current);
  }

  /** Also forgets what was in the middle of being computed. */
  goto(task: number, address: number): void {
    const found = this.#task(task);
    const frame = found.frames.at(-1)!;
    frame.pc = address;
    found.stack.length = frame.height;
    found.thrown = undefined;
    found.waited = undefined;
    this.#turns.wake(found);
    found.trapped = false;
    if (found === this.task) this.frame = frame;
  }

  restartFrame(task: number, serial: number): void {
    const found = this.#task(task);
    const frame = frameWithSerial(found, serial);
    this.#cutTo(found, found.frames.indexOf(frame) + 1);
    this.goto(task, frame.function.start);
  }

  endTask(task: number): void {
    this.#used -= this.#task(task).frames.at(-1)!.used;
    this.#turns.end(task);
    if (this.#turns.count > 0) this.#switchTo(this.#turns.current);
  }

  // Going back in time.

  /** The next one may share its pages of memory. */
  #latest: StackSnapshot<Value> | undefined;

  snapshot(): StackSnapshot<Value> | undefined {
    const tasks = imageOfTasks(new Set([...this.#turns.all, this.task]), this.globals);
    if (tasks === undefined) return undefined;
    const memory = imageOfMemory(this.memory, this.#latest?.memory);
    this.#latest = {
      bytes: tasks.bytes + memory.bytes + 8 * this.globals.length,
      counts: {
        time: this.time,
        inputEnded: this.inputEnded,
        modules: [...this.#modules],
        exitCode: this.#exitCode,
        used: this.#used,
        lastSerial: this.#lastSerial,
        lastTask: this.#lastTask,
      },
      globals: this.globals.slice(),
      memory: memory.memory,
      tasks: tasks.tasks,
      objects: tasks.objects,
      turns: this.#turns.image(),
    };
    return this.#latest;
  }

  restore(snapshot: MachineSnapshot): void {
    const saved = snapshot as StackSnapshot<Value>;
    const { counts, globals, memory, turns } = saved;
    const present = new Map([...this.#turns.all, this.task].map(task => [task.id, task]));
    saved.objects?.restore();
    const tasks = restoreTasks(saved.tasks, present);
    this.#turns.restore(turns, tasks);
    this.#switchTo(this.#turns.current);
    restoreMemory(this.memory, memory);
    for (const [index, value] of globals.entries()) this.globals[index] = value;
    for (const [module, state] of counts.modules.entries()) this.#modules[module] = state;
    this.time = counts.time;
    this.inputEnded = counts.inputEnded;
    this.#exitCode = counts.exitCode;
    this.#used = counts.used;
    this.#lastSerial = counts.lastSerial;
    this.#lastTask = counts.lastTask;
    this.#passing = false;
    this.#latest = saved;
  }

  hash(): string {
    const hash = new StateHash().add(this.time).add(this.#used).add(this.#lastSerial).add(this.#lastTask);
    hashTasks(hash.add(this.task.id).add(this.#exitCode), this.#turns.all, this.globals);
    for (const [name, bytes] of this.memory) hash.add(name).add(bytes.length);
    return hash.text;
  }

  disassemble(address: number): { readonly size: number; readonly text: string } | undefined {
    const [name, operand] = this.code.instructions[address] ?? [];
    if (name === undefined || operand === undefined) return undefined;
    return { size: 1, text: `${name} ${operand}` };
  }

  #slot(slot: number): MachinePlace {
    return { kind: 'slot', task: this.task.id, frame: this.frame.serial, slot };
  }

  /** The array that a place is in, and where in it. */
  #locate(place: MachinePlace): { readonly values: Value[]; readonly at: number } {
    switch (place.kind) {
      case 'global':
        return { values: this.globals, at: place.index };
      case 'slot':
        return { values: frameWithSerial(this.#task(place.task), place.frame).locals, at: place.slot };
      case 'memory':
      case 'field':
      case 'register':
        throw new RangeError(`there is no ${place.kind} to read in this machine`);
    }
  }

  /** A call that is not on top has changed all the same. */
  #changed(task: StackTask<Value>, serial: number): void {
    isOnTop(task, task.frames.indexOf(frameWithSerial(task, serial)));
  }

  #task(id: number): StackTask<Value> {
    const found = this.#turns.get(id);
    if (found === undefined) throw new RangeError(`task ${id} is over`);
    return found;
  }
}
