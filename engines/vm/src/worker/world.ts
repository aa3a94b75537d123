// The world as the machine sees it: output, input, clock, chance, child programs, and the watch on its data.

import { outputHeader } from '../shared/output-header.js';
import type { MachineHost, MachinePlace } from '../machine.js';
import type { Cancellations } from '../shared/cancellations.js';
import type { OutputWriter } from '../shared/output-ring.js';
import type { Mailbox } from './mailbox.js';

/** Told of accesses while a data breakpoint is armed. */
export interface AccessWatch {
  readonly active: boolean;
  touched(access: 'read' | 'write', place: MachinePlace): boolean;
}

/** How much an evaluation may print before it is told that there is no room; the ring alone is too small for it. */
const evaluationOutput = 16 * 1024 * 1024;

export class World implements MachineHost {
  watch: AccessWatch = { active: false, touched: () => false };
  #evaluating = false;
  #printed = 0;
  #input = '';
  #inputClosed = false;
  /** The question whose answer is being worked out. */
  answering: number | undefined;
  readonly #began = performance.now();

  constructor(
    private readonly output: OutputWriter,
    private readonly mailbox: Mailbox,
    readonly args: readonly string[],
    readonly memoryLimit: number,
    readonly debugged: boolean,
    private readonly cancellations: Cancellations,
  ) {}

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
    if (!this.#evaluating) return this.output.write(this.#header(stream), text);
    if (!this.#mayPrint(text.length)) return false;
    this.output.add(stream, text);
    return true;
  }

  writeBytes(stream: string, bytes: Uint8Array): boolean {
    if (!this.#evaluating) return this.output.writeBytes(this.#header(stream), bytes);
    if (!this.#mayPrint(bytes.length)) return false;
    this.output.addBytes(stream, bytes);
    return true;
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
