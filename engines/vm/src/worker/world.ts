// The world as the machine sees it: output, input, files, clock, chance, child programs, and the watch on its data.

import { outputHeader } from '../shared/output-header.js';
import type { MachineHost, MachinePlace } from '../machine.js';
import type { WorkerSetup } from '../messages.js';
import { programFiles, type ProgramFiles } from '../program-files.js';
import type { Cancellations } from '../shared/cancellations.js';
import type { OutputWriter } from '../shared/output-ring.js';
import type { Mailbox } from './mailbox.js';
import { InputCursor, type InputLog } from '../recording/input-log.js';
import type { FileOverlay } from './time/file-overlay.js';
import { KeptContents } from './time/kept-contents.js';
import { recordedFiles } from './time/recorded-files.js';
import { withinTime } from './time-limit.js';

/** Told of accesses while a data breakpoint is armed. */
export interface AccessWatch {
  readonly active: boolean;
  touched(access: 'read' | 'write', place: MachinePlace): boolean;
}

/** How much an evaluation may print before it is told that there is no room; the ring alone is too small for it. */
const evaluationOutput = 16 * 1024 * 1024;
/** A clock this fine keeps the recording of a program short that does nothing but look at it. In parts of a millisecond. */
const clockTicks = 100;
/** Of the memory for the recording, how much what was in files may take; checkpoints have the rest. */
const filesPart = 0.5;
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
  /** Told of what was printed for the first time, and of input that was read. */
  wrote: (stream: string, data: string | Uint8Array) => void = () => undefined;
  read: (line: string | null) => void = () => undefined;
  readonly args: readonly string[];
  readonly files: ProgramFiles;
  readonly executable: string;
  readonly memoryLimit: number;
  readonly debugged: boolean;
  readonly #began = performance.now();
  /** What the world answered, where that is recorded. */
  readonly inputs: InputCursor | undefined;
  /** Contents of files that the recording holds. */
  readonly kept: KeptContents;
  /** The files of a branch; undefined where they are those of the disk. */
  overlay: FileOverlay | undefined;
  /** A change of the debugger is made again: what it prints was printed. */
  repeating = false;
  /** The program runs: what it is told counts, and what a debugger asks meanwhile does not. */
  running = false;
  /** Somebody looks something up in another moment, and comes back. */
  aside = false;
  /** What comes of printing in a recording that is replayed, and how much of it was shown. */
  readonly #replayed: InputLog['writes'] | undefined;
  #seen = 0;
  /** Nobody looks at accesses while the program is brought to a moment. */
  unwatched = false;

  constructor(
    private readonly output: OutputWriter,
    private readonly mailbox: Mailbox,
    setup: Pick<WorkerSetup, 'args' | 'cwd' | 'executable' | 'memoryLimit' | 'noDebug' | 'recording'>,
    private readonly cancellations: Cancellations,
    readonly inputLog?: InputLog,
  ) {
    this.args = setup.args;
    const inputCursor = inputLog === undefined ? undefined : new InputCursor(inputLog);
    this.inputs = inputCursor;
    this.#replayed = setup.recording?.replay === undefined ? undefined : inputLog?.writes;
    const files = programFiles(setup.cwd);
    this.kept = new KeptContents((setup.recording?.memoryBudget ?? 0) * filesPart);
    this.files =
      inputCursor === undefined
        ? files
        : recordedFiles({
            files,
            cwd: setup.cwd,
            inputs: inputCursor,
            kept: this.kept,
            overlay: () => this.overlay,
            overlaid: path => this.#tellOverlay(path),
          });
    this.executable = setup.executable;
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
  evaluate(evaluating: false | 'looking' | 'changing'): void {
    this.#evaluating = evaluating !== false;
    this.#looking = evaluating === 'looking';
    this.#printed = 0;
  }
  /** The evaluation leaves no trace, so that what it is told does not count either. */
  #looking = false;

  #tellOverlay(path: string): void {
    const message = `This is a branch of what the program did: ${path} is not written on the disk, only for this branch.`;
    this.notice(message);
  }

  /** For people. */
  notice(message: string): void {
    this.mailbox.say({ say: 'notice', message });
  }

  get watching(): boolean {
    return this.watch.active && !this.#evaluating && !this.unwatched;
  }

  touched(access: 'read' | 'write', place: MachinePlace): boolean {
    return !this.#evaluating && this.watch.touched(access, place);
  }

  /** Where the program stands while it writes; nobody asks when nobody debugs. */
  locate: (() => number | undefined) | undefined;

  /** When it is, where that is recorded, as text. */
  when: (() => string) | undefined;

  #header(stream: string): string {
    const address = this.locate?.();
    return address === undefined ? stream : outputHeader(stream, address, this.when?.());
  }

  write(stream: string, text: string): boolean {
    if (!this.#evaluating) {
      const again = this.#printedAgain(stream, text);
      if (again !== undefined) return again;
      const taken = this.#told(this.output.write(this.#header(stream), text));
      this.inputs?.writes.record(taken);
      if (!taken) return false;
      this.inputs?.printed.add(stream, text);
      this.wrote(stream, text);
      return true;
    }
    if (!this.#mayPrint(text.length)) return false;
    if (!this.repeating) this.output.add(stream, text);
    return true;
  }

  writeBytes(stream: string, bytes: Uint8Array): boolean {
    if (!this.#evaluating) {
      const again = this.#printedAgain(stream, bytes);
      if (again !== undefined) return again;
      const taken = this.#told(this.output.writeBytes(this.#header(stream), bytes));
      this.inputs?.writes.record(taken);
      if (!taken) return false;
      this.inputs?.printed.add(stream, bytes);
      this.wrote(stream, bytes);
      return true;
    }
    if (!this.#mayPrint(bytes.length)) return false;
    if (!this.repeating) this.output.addBytes(stream, bytes);
    return true;
  }

  /** In the past: whether there was room then. */
  #printedAgain(stream: string, data: string | Uint8Array): boolean | undefined {
    const { inputs } = this;
    if (inputs === undefined) return undefined;
    if (!inputs.writes.replays) return inputs.strays('output') ? true : undefined;
    const taken = inputs.writes.take();
    if (taken) inputs.printed.add(stream, data);
    if (taken && this.#isUnseen(inputs)) this.#show(stream, data);
    return taken;
  }

  /** Of a recording that is replayed, nobody has seen yet what the program prints when it comes there for the first time. */
  #isUnseen({ writes }: InputCursor): boolean {
    if (this.aside || writes.log !== this.#replayed || writes.at <= this.#seen) return false;
    this.#seen = writes.at;
    return true;
  }

  #show(stream: string, data: string | Uint8Array): void {
    if (typeof data === 'string') this.output.add(this.#header(stream), data);
    else this.output.addBytes(this.#header(stream), data);
    this.printed();
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
    const lines = this.inputs?.lines;
    if (lines?.replays === true) return lines.take();
    if (this.inputs?.strays('input') === true) return null;
    const line = this.#nextLine();
    lines?.record(line);
    if (line !== undefined) this.read(line);
    return line;
  }

  #nextLine(): string | null | undefined {
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
    const clock = this.inputs?.clock;
    if (clock === undefined || this.#looking || !this.running) return performance.now() - this.#began;
    if (clock.replays) return clock.take();
    if (this.inputs?.strays('the time') === true) return 0;
    return clock.record(Math.floor((performance.now() - this.#began) * clockTicks) / clockTicks);
  }

  random(): number {
    return this.inputs === undefined || this.#looking ? Math.random() : this.inputs.random.next();
  }

  startChild(program: string, args: readonly string[]): void {
    const children = this.inputs?.children;
    if (children?.replays === true) return void children.take();
    if (this.inputs?.strays('another program') === true) return;
    children?.record(true);
    if (this.overlay === undefined) return this.mailbox.say({ say: 'child', program, args });
    const message = `This is a branch of what the program did: ${program} is not started.`;
    this.notice(message);
  }

  /** Input that waits for the program: it belongs to the branch that one is on. */
  get unread(): UnreadInput {
    return { text: this.#input, closed: this.#inputClosed };
  }

  set unread({ text, closed }: UnreadInput) {
    this.#input = text;
    this.#inputClosed = closed;
  }
}

export interface UnreadInput {
  readonly text: string;
  readonly closed: boolean;
}
