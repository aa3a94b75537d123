// The world as the machine sees it: output, input, files, clock, chance, child programs, and the watch on its data.

import { outputHeader } from '../shared/output-header.js';
import type { MachineHost, MachinePlace } from '../machine.js';
import type { WorkerSetup } from '../messages.js';
import { programFiles, type ProgramFiles } from '../program-files.js';
import type { Cancellations } from '../shared/cancellations.js';
import type { OutputWriter } from '../shared/output-ring.js';
import type { Mailbox } from './mailbox.js';
import { withinTime } from './time-limit.js';

/** Told of accesses while a data breakpoint is armed. */
export interface AccessWatch {
  readonly active: boolean;
  touched(access: 'read' | 'write', place: MachinePlace): boolean;
}

/** How much an evaluation may print before it is told that there is no room; the ring alone is too small for it. */
const evaluationOutput = 16 * 1024 * 1024;
/** How long one call into JavaScript may hold up an evaluation; shorter than a person's patience with the whole. */
const longestCallMs = 2_000;

export class World implements MachineHost {
  watch: AccessWatch = { active: false, touched: () => false };
  #evaluating = false;
  #printed = 0;
  #input = '';
  #inputClosed = false;
  /** The question whose answer is being worked out. */
  answering: number | undefined;
  /** Told of each text of the program; the runner sees to it that the host hears of it, however long the instruction takes. */
  printed: () => void = () => undefined;
  readonly args: readonly string[];
  readonly files: ProgramFiles;
  readonly memoryLimit: number;
  readonly debugged: boolean;
  readonly #began = performance.now();

  constructor(
    private readonly output: OutputWriter,
    private readonly mailbox: Mailbox,
    setup: Pick<WorkerSetup, 'args' | 'cwd' | 'memoryLimit' | 'noDebug'>,
    private readonly cancellations: Cancellations,
  ) {
    this.args = setup.args;
    this.files = programFiles(setup.cwd);
    this.memoryLimit = setup.memoryLimit;
    this.debugged = !setup.noDebug;
  }

  get interrupted(): boolean {
    return this.answering !== undefined && this.cancellations.has(this.answering);
  }

  /**
   * While the debugger evaluates: its accesses are not the program's, and it cannot wait for room in the ring, since the
   * machine does not come back in between.
   */
  set evaluating(evaluating: boolean) {
    this.#evaluating = evaluating;
    this.#printed = 0;
  }

  get watching(): boolean {
    return this.watch.active && !this.#evaluating;
  }

  touched(access: 'read' | 'write', place: MachinePlace): boolean {
    return !this.#evaluating && this.watch.touched(access, place);
  }

  /** Where the program stands while it writes; nobody asks when nobody debugs. */
  locate: (() => number | undefined) | undefined;

  #header(stream: string): string {
    const address = this.locate?.();
    return address === undefined ? stream : outputHeader(stream, address);
  }

  write(stream: string, text: string): boolean {
    if (!this.#evaluating) return this.#told(this.output.write(this.#header(stream), text));
    if (!this.#mayPrint(text.length)) return false;
    this.output.add(stream, text);
    return true;
  }

  writeBytes(stream: string, bytes: Uint8Array): boolean {
    if (!this.#evaluating) return this.#told(this.output.writeBytes(this.#header(stream), bytes));
    if (!this.#mayPrint(bytes.length)) return false;
    this.output.addBytes(stream, bytes);
    return true;
  }

  #told(taken: boolean): boolean {
    if (taken) this.printed();
    return taken;
  }

  #mayPrint(size: number): boolean {
    this.#printed += size;
    return this.#printed <= evaluationOutput;
  }

  readLine(): string | null | undefined {
    const end = this.#input.indexOf('\n');
    if (end >= 0) {
      const line = this.#input.slice(0, end);
      this.#input = this.#input.slice(end + 1);
      return line.endsWith('\r') ? line.slice(0, -1) : line;
    }
    if (!this.#inputClosed) return undefined;
    if (this.#input === '') return null;
    const rest = this.#input;
    this.#input = '';
    return rest;
  }

  /** From the host; null ends the input. */
  addInput(text: string | null): void {
    if (text === null) this.#inputClosed = true;
    else if (!this.#inputClosed) this.#input += text;
  }

  withinTime<Result>(work: () => Result): Result {
    return this.#evaluating ? withinTime(work, longestCallMs) : work();
  }

  now(): number {
    return performance.now() - this.#began;
  }

  random(): number {
    return Math.random();
  }

  startChild(program: string, args: readonly string[]): void {
    this.mailbox.say({ say: 'child', program, args });
  }
}
