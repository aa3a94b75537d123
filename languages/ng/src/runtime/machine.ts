// The machine that the VM engine drives: runs programs, says when something happens, lets a debugger look and write.

import { moduleId, type ObjectId, type Scalar, type TypeId } from '@sonde/engine';
import type {
  EvaluateAnswer,
  EvaluateRequest,
  Machine,
  MachineFrame,
  MachineHost,
  MachineModule,
  MachinePlace,
  MachineReference,
  MachineRoot,
  MachineSnapshot,
  MachineTask,
  Outcome,
  Word,
} from '@sonde/engine-vm';
import { fromBytes, toBytes } from '../toolchain/format/byte-text.js';
import type { SourceMapEntry } from '../toolchain/format/debug-info.js';
import { disassemble } from '../toolchain/format/disassemble.js';
import { beginsInstruction } from '../toolchain/format/instruction-starts.js';
import type { LoadedFunction } from './code-units.js';
import { countingBirths, noBirths, type BirthCount } from './births.js';
import { childrenOf, describe, scalarOf } from './describe.js';
import { machineRoots, referencesOf, sizeOfObject } from './object-graph.js';
import { reportLines, verdict } from './error-report.js';
import { evaluate } from './evaluation.js';
import { heap } from './heap.js';
import type { Edits } from './edit-history.js';
import type { ImageModule, ProgramImage } from './image.js';
import { initialisationOrder } from './initialisation-order.js';
import { interpret } from './interpreter.js';
import { activation, frameIndex, readPlace, writeObject, writePlace } from './places.js';
import { printLine } from './printing.js';
import { Processor } from './processor.js';
import { copyOf } from './sharing.js';
import { activationRestorer } from './time/frame-images.js';
import { hashOf, ProcessorImages, type NgSnapshot } from './time/processor-image.js';
import { Versions } from './time/versions.js';
import { ProgramError, type Value } from './values.js';

export const createMachine: MachineModule['createMachine'] = (image, host) =>
  new NgMachine(image as ProgramImage, host);

/** The only task there is. */
const task = 1;
/** How the original ends after an error. */
const failedExitCode = 255;

/** What of the machine itself snapshots have. */
interface OwnState {
  readonly used: number;
  readonly births: BirthCount;
  readonly edits: Edits | undefined;
  readonly uninitialised: readonly number[];
  readonly initialising: boolean;
  readonly moduleEnded: boolean;
  readonly thrown: ProgramError | undefined;
  readonly report: readonly ReportLine[];
  readonly waiting: 'input' | 'output' | undefined;
}

interface ReportLine {
  readonly stream: 'stdout' | 'stderr';
  readonly line: string;
}

class NgMachine implements Machine {
  readonly #versions = new Versions();
  readonly #images: ProcessorImages<OwnState>;
  readonly #processor: Processor;
  /** Modules whose top level runs before that of the program. */
  #uninitialised: number[];
  #initialising = false;
  #moduleEnded = false;
  #thrown: ProgramError | undefined;
  /** What is still to be said about the error. */
  #report: ReportLine[] = [];
  #waiting: 'input' | 'output' | undefined;
  /** What the program has taken, in bytes: what a debugger takes to look at it must not end it sooner. */
  #used: number;
  /** What has come into being in the latest instruction. */
  #births = noBirths;

  constructor(
    private readonly image: ProgramImage,
    host: MachineHost,
  ) {
    this.#versions.use();
    this.#processor = new Processor(image, host);
    this.#used = heap.used;
    this.#images = new ProcessorImages(this.#processor, this.#versions);
    this.#uninitialised = image.upstreamCompatible ? [] : initialisationOrder(image);
  }

  get time(): number {
    return this.#processor.time;
  }

  readonly currentTask = task;

  /** Modules come to life before the program; and what stands at its top level may be nothing but the call of `main`. */
  get entry(): number | undefined {
    const processor = this.#processor;
    const [unit] = processor.units;
    if (processor.time > 0 || unit === undefined) return undefined;
    const start = unit.functions[0];
    const main = unit.functionNamed('main');
    if (start !== undefined && main !== undefined && !hasStatements(unit.image, start)) return main.start;
    return this.#uninitialised.length > 0 ? start?.start : undefined;
  }

  run(until: number, passSite: boolean): Outcome {
    const outcome = this.#changing(undefined, () => this.#run(until, passSite));
    // The instruction that waits begins anew.
    if (outcome.kind === 'waiting') this.#births = noBirths;
    this.#waiting =
      outcome.kind === 'waiting' && (outcome.for === 'input' || outcome.for === 'output')
        ? outcome.for
        : undefined;
    return outcome;
  }

  /** Runs what counts for the program and may be taken back: instructions of it, or the change of a debugger. */
  #changing<Result>(edit: number | undefined, work: () => Result): Result {
    this.#versions.use();
    heap.used = this.#used;
    try {
      const { result, count } = countingBirths(this.#births, edit, work);
      this.#births = count;
      return result;
    } finally {
      this.#used = heap.used;
    }
  }

  /** What is refused was not made. */
  #edit<Result>(what: readonly unknown[], work: () => Result): Result {
    const { edits, time } = this.#processor;
    const before = edits.edits;
    const number = edits.add(time, what);
    try {
      return this.#changing(number, work);
    } catch (error) {
      edits.edits = before;
      throw error;
    }
  }

  #run(until: number, passSite: boolean): Outcome {
    const processor = this.#processor;
    if (processor.exitCode !== undefined) return { kind: 'exited', code: processor.exitCode };
    if (this.#thrown !== undefined) return this.#unwind();
    processor.watching = processor.host.watching;
    heap.arming = processor.drops;
    // Whoever stood at the first instruction of the program has not met it: modules run before.
    let passing = passSite && (this.#initialising || this.#uninitialised.length === 0);
    for (;;) {
      const loading = this.#initialiseModules();
      if (loading !== undefined) return loading;
      if (processor.time >= until) return { kind: 'time' };
      const outcome = this.#advance(until, passing);
      passing = false;
      if (outcome !== undefined) return outcome;
      if (this.#moduleEnded) this.#moduleEnded = false;
      // An access that somebody wants to look at ends the run early.
      else if (processor.limit === 0) return { kind: 'time' };
    }
  }

  #advance(until: number, passing: boolean): Outcome | undefined {
    const processor = this.#processor;
    try {
      if (!passing || !processor.patches.has(processor.frame.pc)) {
        processor.limit = until;
        return interpret(processor);
      }
      processor.limit = Math.min(until, processor.time + 1);
      return processor.patches.without(processor.frame.pc, () => interpret(processor));
    } catch (error) {
      this.#thrown = programError(error);
      return this.#raise(this.#thrown);
    }
  }

  #raise({ message }: ProgramError): Outcome {
    const thrown = { name: 'Runtime error', message: fromBytes(message), caught: false };
    return { kind: 'thrown', task, thrown };
  }

  /** Says what happened and where, and ends the program. */
  #unwind(): Outcome {
    const processor = this.#processor;
    if (this.#report.length === 0)
      this.#report = [
        { stream: 'stdout', line: verdict(this.#thrown!) },
        ...reportLines(this.#thrown!, processor.frames).map(
          line => ({ stream: 'stderr', line: toBytes(line) }) as const,
        ),
      ];
    for (let next = this.#report[0]; next !== undefined; next = this.#report[0]) {
      if (!printLine(processor, next.stream, next.line)) return { kind: 'waiting', for: 'output' };
      this.#report.shift();
    }
    processor.time++;
    processor.exitCode = failedExitCode;
    return { kind: 'exited', code: failedExitCode };
  }

  /** One after the other, each announced before any of its code runs. */
  #initialiseModules(): Outcome | undefined {
    const processor = this.#processor;
    for (;;) {
      const index = this.#uninitialised[0];
      if (index === undefined || this.#initialising) return undefined;
      if (!processor.announced.has(index)) {
        processor.announced.add(index);
        return { kind: 'module', module: moduleId(String(index)) };
      }
      this.#uninitialised.shift();
      const start = processor.units[index]?.functions[0];
      if (start?.name !== '__start__') continue;
      // The program itself has not begun, so it is not on the stack either.
      const program = processor.frame;
      processor.cutTo(0);
      this.#initialising = true;
      processor.startWork({
        name: 'initialise',
        holds: [],
        save: () => activationRestorer(program),
        resume: () => {
          processor.endWork();
          processor.enter(program);
          this.#initialising = false;
          this.#moduleEnded = true;
          processor.limit = 0;
        },
      });
      processor.call(start, []);
    }
  }

  arm(address: number): void {
    this.#processor.patches.set(address);
  }

  beginsInstruction(address: number): boolean {
    return this.image.modules.some(({ base, module }) => beginsInstruction(module, address - base));
  }

  disarm(address: number): void {
    this.#processor.patches.clear(address);
  }

  tasks(): readonly MachineTask[] {
    const over = this.#processor.exitCode !== undefined;
    const state = over ? 'finished' : this.#waiting === undefined ? 'ready' : 'waiting';
    const reason = this.#waiting === undefined || over ? {} : { waitReason: this.#waiting };
    return [{ id: task, name: 'main', state, ...reason }];
  }

  frames(_task: number, start: number, count: number): readonly MachineFrame[] {
    const { frames } = this.#processor;
    const end = frames.length - Math.max(0, start);
    return frames
      .slice(Math.max(0, end - count), Math.max(0, end))
      .reverse()
      .map(({ serial, pc }) => ({ serial, pc }));
  }

  depth(): number {
    return this.#processor.frames.length;
  }

  read(place: MachinePlace): Word {
    return readPlace(this.#processor, place);
  }

  write(place: MachinePlace, value: Scalar): void {
    this.#edit(['write', place, value], () => writePlace(this.#processor, place, value));
  }

  writeWord(place: MachinePlace, object: ObjectId): void {
    this.#edit(['assign', place, object], () => writeObject(this.#processor, place, object));
  }

  describe(word: Word, textLimit: number, declared?: TypeId): ReturnType<Machine['describe']> {
    this.#versions.use();
    return describe(this.#processor, word as Value, textLimit, declared);
  }

  scalar(word: Word): Scalar | undefined {
    return scalarOf(word as Value);
  }

  children(
    object: ObjectId,
    filter: 'named' | 'indexed' | undefined,
    start: number,
    count: number,
  ): ReturnType<NonNullable<Machine['children']>> {
    this.#versions.use();
    const found = this.#processor.ids.find(object);
    return found === undefined ? [] : childrenOf(this.#processor, found, filter, start, count);
  }

  roots(): Iterable<MachineRoot> {
    return machineRoots(this.#processor);
  }

  references(object: ObjectId): Iterable<MachineReference> {
    const found = this.#processor.ids.find(object);
    return found === undefined ? [] : referencesOf(found);
  }

  sizeOf(object: ObjectId): number {
    const found = this.#processor.ids.find(object);
    return found === undefined ? 0 : sizeOfObject(found);
  }

  evaluate(request: EvaluateRequest): ReturnType<NonNullable<Machine['evaluate']>> {
    this.#versions.use();
    const work = (): EvaluateAnswer => evaluate(this.#processor, request);
    return request.effects ? this.#edit(['evaluate', request.code, request.frame], work) : work();
  }

  /** A copy: what was returned may have been used up since. */
  lastReturn(): Word {
    this.#versions.use();
    return copyOf(this.#processor.returned);
  }

  /** Operands are forgotten: statements begin with none. */
  goto(_task: number, address: number): void {
    const { frame, frames } = this.#processor;
    this.#edit(['goto', address], () => {
      this.#forgive();
      this.#processor.cutTo(frames.length);
      frame.pc = address;
    });
  }

  /** Arguments keep the values they have now; other locals begin anew. */
  restartFrame(_task: number, serial: number): void {
    const processor = this.#processor;
    const frame = activation(processor, serial);
    this.#edit(['restart', serial], () => {
      this.#forgive();
      processor.cutTo(frameIndex(processor.frames, serial)! + 1);
      frame.pc = frame.start;
      frame.locals.fill(undefined, frame.function.parameters);
    });
  }

  /** The program goes on elsewhere, so that what it was about to fail with is void. */
  #forgive(): void {
    this.#thrown = undefined;
    this.#report = [];
    this.#processor.trapped = false;
  }

  snapshot(): NgSnapshot<OwnState> {
    this.#versions.use();
    heap.used = this.#used;
    return this.#images.take({
      used: this.#used,
      births: this.#births,
      edits: this.#processor.edits.edits,
      uninitialised: this.#uninitialised.slice(),
      initialising: this.#initialising,
      moduleEnded: this.#moduleEnded,
      thrown: this.#thrown,
      report: this.#report.slice(),
      waiting: this.#waiting,
    });
  }

  restore(snapshot: MachineSnapshot): void {
    this.#versions.use();
    const own = this.#images.restore(snapshot as NgSnapshot<OwnState>);
    this.#used = own.used;
    this.#births = own.births;
    this.#processor.edits.edits = own.edits;
    this.#uninitialised = own.uninitialised.slice();
    this.#initialising = own.initialising;
    this.#moduleEnded = own.moduleEnded;
    this.#thrown = own.thrown;
    this.#report = own.report.slice();
    this.#waiting = own.waiting;
  }

  release(snapshot: MachineSnapshot): void {
    this.#versions.release((snapshot as NgSnapshot<OwnState>).version);
  }

  hash(): string {
    return hashOf(this.#processor);
  }

  disassemble(address: number): { readonly size: number; readonly text: string } | undefined {
    for (const { base, module } of this.image.modules) {
      const found = disassemble(module, address - base);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Whether somebody wrote something there, as far as the source map tells; without one everything counts. */
function hasStatements({ base, sourceMap }: ImageModule, { start, end }: LoadedFunction): boolean {
  const entries = sourceMap?.entries ?? [];
  const isInside = ({ bytecodeAddress }: SourceMapEntry): boolean =>
    base + bytecodeAddress >= start && base + bytecodeAddress < end;
  return entries.length === 0 || entries.some(isInside);
}

/** Whatever JavaScript cannot make (texts, lists, depths) is the program's error; anything else is ours. */
function programError(error: unknown): ProgramError {
  if (error instanceof ProgramError) return error;
  if (!(error instanceof RangeError)) throw error;
  return new ProgramError(
    error.message.startsWith('Maximum call stack')
      ? 'A value is nested too deeply'
      : `Out of memory: ${error.message}`,
  );
}
