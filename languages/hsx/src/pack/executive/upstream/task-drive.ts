// Drives one task of upstream's executive by hand, in batches of `step`, until there is something to tell: its clock is not
// to be used beside a debugger.

import type { RemoteOutcome } from '@sonde/engine-remote';
import { hex, outOfCode, unknownInstruction, type Fault } from '../../../runtime/faults.js';
import { fieldsOf, Op, operationOf } from '../../../toolchain/isa.js';
import type { UpstreamStep } from './answers.js';
import { BatchSize } from './batch-size.js';
import type { FarTask } from './far-task.js';
import { Interruption } from './interruption.js';
import { silentFault } from './silent-faults.js';
import { meaningOf } from './step-meaning.js';
import { TaskWait } from './task-wait.js';

export interface DriveParts {
  readonly task: FarTask;
  readonly code: Uint32Array;
  readonly beginsInstruction: (pc: number) => boolean;
  /** A way through the code leads there that does not go over the end of the task. */
  readonly isReached: (pc: number) => boolean;
  /** The task may have written something; true when it has. */
  readonly drain: () => Promise<boolean>;
  readonly notice: (message: string) => void;
  readonly waitingForInput: (waiting: boolean) => void;
}

/** Requests without effect before the task is given up: it may be paused, and then stop twice at one breakpoint. */
const mostRefusals = 4;
const exitService = 0x100;

/** `again`: nothing to tell yet. */
type Told = RemoteOutcome | 'again';

export class TaskDrive {
  readonly #size = new BatchSize();
  readonly #interruption = new Interruption();
  readonly #wait = new TaskWait(this.#interruption);
  /** It stands behind a BRK and is shown at it, where our own machine stands. */
  #shownAt: number | undefined;
  /** Nothing ends a task that has failed: it would fail again for ever. */
  #failed: Fault | undefined;
  /** It had asked for its end before the debugger came. */
  #isOver = false;
  #waitsForInput = false;
  #refusals = 0;
  /** The breakpoint where it stands had its say. */
  #passing = false;

  constructor(private readonly parts: DriveParts) {}

  /** Where the task is shown, when that is not where it stands. */
  get shownAt(): number | undefined {
    return this.#shownAt;
  }

  get waitsFor(): 'time' | 'message' | 'input' | undefined {
    return this.#waitsForInput ? 'input' : this.#wait.for;
  }

  async begin(): Promise<void> {
    const state = await this.parts.task.begin();
    if (state?.state === 'sleeping') this.#wait.sleep(state.sleep_pending_ms ?? 0);
    if (state?.state === 'waiting_mbx') await this.#waits();
    const { task, isReached } = this.parts;
    this.#isOver = task.paused && this.#hasExited() && !isReached(task.pc);
  }

  halt(): void {
    this.#interruption.raise();
  }

  /** A message was sent that the task may wait for. */
  nudge(): void {
    this.#interruption.wake();
  }

  /** `past`: the breakpoints where it stands had their say. */
  run(past: boolean): Promise<RemoteOutcome> {
    this.#passing = past && this.#shownAt === undefined;
    this.#shownAt = undefined;
    return this.#drive(undefined);
  }

  /** One instruction, whether it is armed or not. */
  async step(): Promise<RemoteOutcome> {
    const { pid } = this.parts.task;
    if (this.#shownAt !== undefined) {
      this.#shownAt = undefined;
      return { kind: 'step', task: pid };
    }
    this.#passing = true;
    return this.#drive(1);
  }

  async #drive(most: number | undefined): Promise<RemoteOutcome> {
    const { task } = this.parts;
    if (this.#failed !== undefined) return this.#gaveUp(this.#failed);
    if (this.#isOver) return exited((await task.registers()).regs[0]!);
    this.#interruption.clear();
    this.#refusals = 0;
    for (;;) {
      if (this.#interruption.raised) return { kind: 'halted', task: task.pid };
      if (await this.#wait.goesOn()) continue;
      // Upstream forgets who sleeps: when the time is over, the task is resumed.
      if (this.#wait.isOver()) task.paused = true;
      const before = task.steps;
      const instructions = most ?? this.#size.instructions;
      const told = await task.exclusively(() =>
        this.#wait.for === 'message' ? this.#listens() : this.#batch(instructions),
      );
      const isSite = told !== 'again' && told.kind === 'site';
      if (most !== undefined && task.steps > before && (told === 'again' || isSite))
        return { kind: 'step', task: task.pid };
      if (isSite && !task.isArmed(task.pc)) {
        this.#passing = true;
        continue;
      }
      if (told !== 'again') return told;
    }
  }

  async #batch(most: number): Promise<Told> {
    const { task } = this.parts;
    const before = { pc: task.pc, steps: task.steps };
    const began = performance.now();
    const result = await task.step(most, this.#passing);
    this.#size.took(result.executed, performance.now() - began);
    const retired = task.steps - before.steps;
    if (retired > 0) {
      this.#passing = false;
      this.#refusals = 0;
    }
    const sent = (result.events ?? []).some(({ type }) => type === 'mailbox_send');
    if (sent && (await this.parts.drain())) this.#size.wrote();
    return this.#tell(result, retired, before.pc);
  }

  /** The task waits for a message: others run meanwhile, because one of them may send it. */
  async #listens(): Promise<Told> {
    const { task } = this.parts;
    const { executed, state } = await task.letOthersRun(this.#size.instructions);
    if (state === 'waiting_mbx') {
      if (executed > 0) return 'again';
      this.#wait.again();
      // A request to run also ends a wait whose time is over.
      return this.#batch(1);
    }
    await task.look();
    this.#wakes();
    return 'again';
  }

  async #tell(result: UpstreamStep, retired: number, before: number): Promise<Told> {
    const { task } = this.parts;
    const { pid } = task;
    const meaning = meaningOf(result, pid, retired);
    if (retired > 0 && meaning.kind !== 'mailbox') this.#wakes();
    switch (meaning.kind) {
      case 'ran':
        return 'again';
      case 'breakpoint':
        task.paused = true;
        task.pc = meaning.pc;
        task.met(meaning.pc);
        return retired === 0 && this.#passing ? this.#refused() : { kind: 'site', task: pid };
      case 'trap':
        task.paused = true;
        task.pc = meaning.next;
        this.#shownAt = meaning.pc;
        return { kind: 'trap', task: pid };
      case 'out-of-code':
        task.paused = true;
        return this.#fails(outOfCode(meaning.pc, meaning.length));
      case 'sleep':
        this.#wait.sleep(meaning.ms);
        return 'again';
      case 'mailbox':
        await this.#waits();
        return 'again';
      case 'stuck':
        return this.#stuck(retired);
      case 'standing':
        // One branch runs a single instruction for each `resume` once it has met a breakpoint.
        if (retired === 1 && this.#isPlain(before)) return this.#pausedAgain();
        return this.#standing(true);
      case 'refused':
        return this.#wait.for === undefined ? this.#refused() : 'again';
    }
  }

  /** It fails at its instruction, and R0 says how; or it returned, which is no instruction that counts. */
  async #stuck(retired: number): Promise<Told> {
    const { task, code } = this.parts;
    const state = await task.state();
    if (state?.state === 'returned') return exited(state.exit_status ?? 0);
    const registers = await task.registers();
    const fault = silentFault(registers, code[registers.pc / 4] ?? 0);
    if (fault !== undefined) return this.#fails(fault);
    const told = await this.#standing(true);
    return told === 'again' && retired === 0 ? this.#refused() : told;
  }

  #fails(fault: Fault): RemoteOutcome {
    this.#failed = fault;
    return this.#thrown(fault);
  }

  /** The far task stays where it is; for the debugger it has ended as it would with us. */
  #gaveUp({ name, message, code }: Fault): RemoteOutcome {
    const { task, notice } = this.parts;
    notice(
      `Task ${task.pid} failed at ${hex(task.pc)} (${name}: ${message}). Upstream's executive would try the instruction again for ever; the session ends here.`,
    );
    return exited(code);
  }

  #thrown({ name, message }: Fault): RemoteOutcome {
    return { kind: 'thrown', task: this.parts.task.pid, thrown: { name, message, caught: false } };
  }

  /** It no longer runs by itself, and its state says why; `ran`: the instruction before has to do with it. */
  async #standing(ran: boolean): Promise<Told> {
    const { task, code } = this.parts;
    const state = await task.state();
    switch (state?.state) {
      case 'returned':
        return exited(state.exit_status ?? 0);
      case undefined:
      case 'terminated':
      case 'killed':
        return { kind: 'exited', status: { signal: 'SIGKILL' } };
      case 'sleeping':
        this.#wait.sleep(state.sleep_pending_ms ?? 0);
        return 'again';
      case 'waiting_mbx':
        await this.#waits();
        return 'again';
    }
    this.#pausedAgain();
    if (!ran || !this.parts.beginsInstruction(task.pc - 4)) return 'again';
    if (this.#hasExited()) return exited((await task.registers()).regs[0]!);
    const last = code[task.pc / 4 - 1] ?? 0;
    return operationOf(last) === undefined ? this.#thrown(unknownInstruction(last)) : 'again';
  }

  #pausedAgain(): 'again' {
    this.parts.task.paused = true;
    return 'again';
  }

  /** Nothing ran: the task is paused, or the whole machine, or it stopped once more where it stands. */
  async #refused(): Promise<Told> {
    const { task, notice } = this.parts;
    if (++this.#refusals === 1) return this.#pausedAgain();
    const told = await this.#standing(false);
    if (told !== 'again' || this.#refusals < mostRefusals) return told;
    notice(`The executive does not run task ${task.pid} at ${hex(task.pc)}.`);
    return { kind: 'halted', task: task.pid };
  }

  /** A task that has asked for its end is shown as one that is paused, behind the SVC. */
  #hasExited(): boolean {
    const { task, code } = this.parts;
    const { code: operation, immu } = fieldsOf(code[task.pc / 4 - 1] ?? 0);
    return operation === Op.SVC && immu === exitService && this.parts.beginsInstruction(task.pc - 4);
  }

  /** No instruction that can end the task, or make it wait. */
  #isPlain(pc: number): boolean {
    const word = this.parts.code[pc / 4];
    const operation = word === undefined ? undefined : operationOf(word)?.code;
    return operation !== undefined && operation !== Op.SVC && operation !== Op.RET && operation !== Op.BRK;
  }

  async #waits(): Promise<void> {
    const { task } = this.parts;
    this.#wait.listen();
    const { wait_handle: handle, fd_table: files } = (await task.registers()).context ?? {};
    this.#waitsForInput = handle !== undefined && handle !== null && files?.['0'] === handle;
    if (this.#waitsForInput) this.parts.waitingForInput(true);
  }

  #wakes(): void {
    if (this.#waitsForInput) this.parts.waitingForInput(false);
    this.#waitsForInput = false;
    this.#wait.end();
  }
}

const exited = (status: number): RemoteOutcome => ({ kind: 'exited', status: { code: status & 0xff } });
