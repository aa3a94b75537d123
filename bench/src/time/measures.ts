// What is measured of one language: recording, steps back near the present and anywhere, the way back over the whole run, and memory.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { sonde } from '../debuggers.js';
import { lineOf } from '../markers.js';
import { writeProgram, type TurnsProgram } from './programs.js';
import { TimeSession } from './time-session.js';

/** A run of a certain length, recorded and not. */
export interface Round {
  readonly instructions: number;
  readonly recordedMs: number;
  readonly unrecordedMs: number;
  /** `sonde run`, without what it takes to start. */
  readonly plainMs: number;
  readonly reverseMs: number;
  readonly lastWriteMs: number;
  readonly recordedMB: number;
  readonly unrecordedMB: number;
  readonly near: NearSteps;
  /** Steps back at moments anywhere, and what it took to go there. */
  readonly anywhere: readonly number[];
  readonly goTo: readonly number[];
}

export interface NearSteps {
  /** The first step back at each present. */
  readonly first: readonly number[];
  /** Those that followed it. */
  readonly next: readonly number[];
}

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
    const unrecorded = await this.#unrecorded(source);
    this.progress(`${name}, ${length}: recorded`);
    const recorded = await this.#recorded(source, steps);
    this.progress(`${name}, ${length}: plain`);
    const plainMs = steps ? Math.max(0, this.#plain(source) - this.#startMs) : Number.NaN;
    this.progress(`${name}, ${length}: near the present`);
    const near = steps ? await this.#near() : { first: [], next: [] };
    return { ...unrecorded, ...recorded, plainMs, near };
  }

  async #unrecorded(source: string): Promise<Pick<Round, 'unrecordedMs' | 'unrecordedMB'>> {
    const session = await this.#open(source, false);
    try {
      await session.breakpoints(['#end']);
      const end = await session.resume();
      this.#expect(end.line, source, '#end');
      return { unrecordedMs: end.ms, unrecordedMB: session.residentMB };
    } finally {
      await session.close();
    }
  }

  async #recorded(
    source: string,
    steps: boolean,
  ): Promise<Omit<Round, 'unrecordedMs' | 'unrecordedMB' | 'plainMs' | 'near'>> {
    const session = await this.#open(source, true);
    try {
      const begin = session.opened;
      await session.breakpoints(['#end']);
      const end = await session.resume();
      this.#expect(end.line, source, '#end');
      const told = {
        instructions: end.step - begin.step,
        recordedMs: end.ms,
        recordedMB: session.residentMB,
      };
      this.progress(`${this.program.name}: back over ${told.instructions}`);
      if (!steps) {
        const { moments, ways } = await this.#anywhere(session, begin.step, end.step);
        return { ...told, reverseMs: Number.NaN, lastWriteMs: Number.NaN, anywhere: moments, goTo: ways };
      }
      await session.breakpoints(['#begin']);
      const back = await session.reverse();
      this.#expect(back.line, source, '#begin');
      await session.goTo(end.step);
      await session.breakpoints([]);
      const { ms: lastWriteMs, line } = await session.lastWrite('first');
      if (line < 0 || line >= lineOf(source, '#loop'))
        throw new Error(`the last write of first was at line ${line}`);
      const { moments, ways } = await this.#anywhere(session, begin.step, end.step);
      return { ...told, reverseMs: back.ms, lastWriteMs, anywhere: moments, goTo: ways };
    } finally {
      await session.close();
    }
  }

  async #anywhere(session: TimeSession, from: number, to: number) {
    await session.breakpoints([]);
    const moments: number[] = [];
    const ways: number[] = [];
    let random = 12_345;
    const count = this.program.runsAgain ? momentsAnywhereAgain : momentsAnywhere;
    for (let nth = 0; nth < count; nth++) {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0;
      const step = from + Math.floor(((to - from) * (random >>> 1)) / 2 ** 31);
      ways.push((await session.goTo(step)).ms);
      const back = await session.stepBack();
      if (back.step >= step) throw new Error(`a step back from ${step} came to ${back.step}`);
      moments.push(back.ms);
    }
    return { moments, ways };
  }

  /** Runs on for a while, and goes back from wherever that is. */
  async #near(): Promise<NearSteps> {
    const session = await this.#open(this.#written(Math.round(endless / this.#perTurn)), true);
    const [first, next]: [number[], number[]] = [[], []];
    try {
      await session.breakpoints([]);
      for (let present = 0; present < presents; present++) {
        const { step } = await session.runFor(runBetweenMs);
        for (let nth = 0; nth < stepsAtPresent; nth++) {
          const back = await session.stepBack();
          if (back.step > step) throw new Error(`a step back from ${step} came to ${back.step}`);
          (nth === 0 ? first : next).push(back.ms);
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
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [sonde, 'run', source, ...options], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    if (status !== 0) throw new Error(`sonde run: ${stderr}`);
    return performance.now() - began;
  }

  #expect(line: number, source: string, marker: string): void {
    const wanted = lineOf(source, marker);
    if (line !== wanted)
      throw new Error(`${this.program.name}: stopped at line ${line} instead of ${wanted}`);
  }
}
