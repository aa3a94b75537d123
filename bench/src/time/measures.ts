// What is measured of one language: recording, steps back near the present and anywhere, the way back over the whole run, and memory.
import { spawnSync } from 'node:child_process';
import { sonde } from '../debuggers.js';
import { lineOf } from '../markers.js';
import { endedProcessorMs } from './process-tree.js';
import { writeProgram, type TurnsProgram } from './programs.js';
import { TimeSession, type Stand } from './time-session.js';

/** A run of a certain length, recorded and not. */
export interface Round {
  readonly instructions: number;
  /** On the clock. */
  readonly recordedMs: number;
  readonly lastWriteMs: number;
  /** In milliseconds of the processor, which other work on the machine does not change much. */
  readonly processor: {
    readonly recorded: number;
    readonly unrecorded: number;
    /** `sonde run`, without what it takes to start. */
    readonly plain: number;
    readonly reverse: number;
    readonly lastWrite: number;
  };
  readonly recordedMB: number;
  readonly unrecordedMB: number;
  readonly near: NearSteps;
  /** Steps back at moments anywhere, and what it took to go there. */
  readonly anywhere: readonly Taken[];
  readonly goTo: readonly Taken[];
}

/** Of one motion: on the clock, and of the processor in all threads. */
export type Taken = Pick<Stand, 'ms' | 'processorMs'>;

export interface NearSteps {
  /** The first step back at each present. */
  readonly first: readonly Taken[];
  /** Those that followed it. */
  readonly next: readonly Taken[];
}

const noWays = { reverse: Number.NaN, lastWrite: Number.NaN, lastWriteMs: Number.NaN };
const presents = 20;
const stepsAtPresent = 10;
const runBetweenMs = 60;
const momentsAnywhere = 40;
/** Each of them takes as long as the run. */
const momentsAnywhereAgain = 10;
/** So many instructions that no run comes to its end meanwhile. */
const endless = 1e10;
const calibrationTurns = 20_000;

export class LanguageMeasures {
  #perTurn = 0;
  #startMs = 0;
  unit = '';

  constructor(
    readonly program: TurnsProgram,
    private readonly folder: string,
    private readonly progress: (text: string) => void,
  ) {}

  /** How many instructions a turn has, and what `sonde run` takes to start. */
  async prepare(): Promise<void> {
    const source = this.#written(calibrationTurns);
    const session = await this.#open(source, true);
    try {
      const begin = session.opened.step;
      await session.breakpoints(['#end']);
      const end = await session.resume();
      this.#perTurn = (end.step - begin) / calibrationTurns;
      this.unit = await session.unit();
    } finally {
      await session.close();
    }
    const single = this.#written(1);
    const starts = Array.from({ length: 3 }, () => this.#plain(single));
    this.#startMs = Math.min(...starts);
  }

  /** `steps`: also what goes back, otherwise only the time and the memory of the run. */
  async round(length: number, steps: boolean): Promise<Round> {
    const turns = Math.max(1, Math.round(length / this.#perTurn));
    const source = this.#written(turns);
    const { name } = this.program;
    this.progress(`${name}, ${length}: not recorded`);
    const { unrecorded, unrecordedMB } = await this.#unrecorded(source);
    this.progress(`${name}, ${length}: recorded`);
    const { reverse, lastWrite, recorded, ...rest } = await this.#recorded(source, steps);
    this.progress(`${name}, ${length}: plain`);
    const plain = steps ? Math.max(0, this.#plain(source) - this.#startMs) : Number.NaN;
    this.progress(`${name}, ${length}: near the present`);
    const near = steps ? await this.#near() : { first: [], next: [] };
    return { ...rest, unrecordedMB, near, processor: { recorded, unrecorded, plain, reverse, lastWrite } };
  }

  async #unrecorded(source: string) {
    const session = await this.#open(source, false);
    try {
      await session.breakpoints(['#end']);
      const end = await session.resume();
      this.#expect(end.line, source, '#end');
      return { unrecorded: end.processorMs, unrecordedMB: session.residentMB };
    } finally {
      await session.close();
    }
  }

  async #recorded(source: string, steps: boolean) {
    const session = await this.#open(source, true);
    try {
      const begin = session.opened;
      await session.breakpoints(['#end']);
      const end = await session.resume();
      this.#expect(end.line, source, '#end');
      const told = {
        instructions: end.step - begin.step,
        recorded: end.processorMs,
        recordedMs: end.ms,
        recordedMB: session.residentMB,
      };
      this.progress(`${this.program.name}: back over ${told.instructions}`);
      const ways = steps ? await this.#wholeWays(session, source, end.step) : noWays;
      return { ...told, ...ways, ...(await this.#anywhere(session, begin.step, end.step)) };
    } finally {
      await session.close();
    }
  }

  /** What looks through all of the run, from its end. */
  async #wholeWays(session: TimeSession, source: string, end: number) {
    await session.breakpoints(['#begin']);
    const back = await session.reverse();
    this.#expect(back.line, source, '#begin');
    await session.goTo(end);
    await session.breakpoints([]);
    const { ms, processorMs, line } = await session.lastWrite('first');
    if (line < 0 || line >= lineOf(source, '#loop'))
      throw new Error(`the last write of first was at line ${line}`);
    return { reverse: back.processorMs, lastWrite: processorMs, lastWriteMs: ms };
  }

  async #anywhere(session: TimeSession, from: number, to: number) {
    await session.breakpoints([]);
    const moments: Taken[] = [];
    const ways: Taken[] = [];
    let random = 12_345;
    const count = this.program.runsAgain ? momentsAnywhereAgain : momentsAnywhere;
    for (let nth = 0; nth < count; nth++) {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
      const step = from + Math.floor(((to - from) * (random >>> 1)) / 2 ** 31);
      ways.push(await session.goTo(step));
      const back = await session.stepBack();
      if (back.step >= step) throw new Error(`a step back from ${step} came to ${back.step}`);
      moments.push(back);
    }
    return { anywhere: moments, goTo: ways };
  }

  /** Runs on for a while, and goes back from wherever that is. */
  async #near(): Promise<NearSteps> {
    const session = await this.#open(this.#written(Math.round(endless / this.#perTurn)), true);
    const [first, next]: [Taken[], Taken[]] = [[], []];
    try {
      await session.breakpoints([]);
      for (let present = 0; present < presents; present++) {
        const { step } = await session.runFor(runBetweenMs);
        for (let nth = 0; nth < stepsAtPresent; nth++) {
          const back = await session.stepBack();
          if (back.step > step) throw new Error(`a step back from ${step} came to ${back.step}`);
          (nth === 0 ? first : next).push(back);
        }
        await session.goTo(step);
      }
      return { first, next };
    } finally {
      await session.close();
    }
  }

  #open(source: string, record: boolean): Promise<TimeSession> {
    return TimeSession.open(source, '#begin', { ...this.program.launch, record });
  }

  #written(turns: number): string {
    return writeProgram(this.program, turns, this.folder);
  }

  #plain(source: string): number {
    const options = Object.entries(this.program.launch).flatMap(([name, value]) => [
      '--set',
      `${name}=${String(value)}`,
    ]);
    const before = endedProcessorMs();
    const { status, stderr } = spawnSync(process.execPath, [sonde, 'run', source, ...options], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (status !== 0) throw new Error(`sonde run: ${stderr}`);
    return endedProcessorMs() - before;
  }

  #expect(line: number, source: string, marker: string): void {
    const wanted = lineOf(source, marker);
    if (line !== wanted)
      throw new Error(`${this.program.name}: stopped at line ${line} instead of ${wanted}`);
  }
}
