// Random walks through random programs: wherever the engine stops, it shows what an interpreter shows at that position.

import { readModule, type WasmModule } from '@sonde/wasm';
import { afterAll, describe, expect, it } from 'vitest';
import { usualLimits } from '../../instrument/code-limits.js';
import type { RunMotion, RunOutcome, StopData } from '../../messages.js';
import { instruction, into, mainCall, onwards, over, TestRun, upTo, type MarkedModule } from '../harness.js';
import { interpret, type Interpreted, type TraceEntry } from './interpreter.js';
import { Random } from './numbers.js';
import { randomProgram } from './programs.js';

const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? 1 + (Date.now() % 1_000_000));
const programs = Number(process.env['SONDE_FUZZ_PROGRAMS'] ?? 10);
const mostStops = 40;

interface Case {
  readonly marked: MarkedModule;
  readonly module: WasmModule;
  readonly expected: Interpreted;
}

/** One whose trace is neither trivial nor too long. */
function caseFrom(random: Random): Case {
  for (;;) {
    const marked = randomProgram(random);
    const read = readModule(marked.bytes);
    if (!read.ok) throw read.problem;
    try {
      const expected = interpret(read.module, 'main', [3]);
      if (expected.trace.length > 60) return { marked, module: read.module, expected };
    } catch {
      // Too long.
    }
  }
}

class Walk {
  readonly #runs: TestRun[] = [];
  #armed: ReadonlySet<number> = new Set();

  constructor(
    private readonly what: Case,
    private readonly random: Random,
  ) {}

  /** Half of them with locals that live in globals, as those of large functions do. */
  async begin(): Promise<TestRun> {
    const { marked } = this.what;
    const run = await TestRun.start({
      module: marked.bytes,
      probes: marked.probes,
      calls: mainCall(3),
      ...(this.random.chance(50) ? { codeLimits: { ...usualLimits, spills: 0 } } : {}),
    });
    this.#runs.push(run);
    return run;
  }

  async end(): Promise<void> {
    for (const { run } of this.#runs) await run.end();
  }

  /** The stop is an entry of the trace, and shows what it shows. */
  async check(run: TestRun, at: StopData): Promise<void> {
    const entry = this.what.expected.trace[Number(at.position)]!;
    const frames = await run.frames();
    expect(frames.map(frame => frame.function)).toEqual(entry.frames.map(frame => frame.function));
    expect(at).toMatchObject({ offset: entry.frames[0]!.offset, depth: entry.frames.length });
    const looked = this.random.chance(25) ? frames.length : 1;
    for (let frame = 0; frame < looked; frame++)
      expect(await run.locals(frame)).toEqual(entry.frames[frame]!.locals);
    if (this.random.chance(15)) await this.#writeTheSame(run, entry);
    if (this.random.chance(20)) await this.#lookBack(run, at);
  }

  /** The statements from some moment on until here are those of the trace, all of them or some. */
  async #lookBack(run: TestRun, { position, site }: StopData): Promise<void> {
    const { trace } = this.what.expected;
    const { probes } = this.what.marked;
    const wanted = this.random.chance(50) ? probes : probes.filter(() => this.random.chance(30));
    const from = this.random.below(Number(position) + 1);
    const { visits } = await run.run.ask('past', {
      query: {
        until: { position, offset: site },
        from: BigInt(from),
        by: 'statement',
        keep: 'last',
        most: trace.length,
        ...(wanted === probes ? {} : { offsets: wanted }),
      },
    });
    const expected = trace.flatMap(({ frames }, at): readonly (readonly [number, number])[] => {
      const { offset } = frames[0]!;
      return at >= from && at < Number(position) && wanted.includes(offset) ? [[at, offset]] : [];
    });
    expect(visits.map(({ position: at, offset }) => [Number(at), offset])).toEqual(expected);
  }

  /** Changes that change nothing: every later run has to make them again. */
  async #writeTheSame(run: TestRun, { frames }: TraceEntry): Promise<void> {
    const frame = this.random.below(frames.length);
    await run.run.ask('writeLocal', { frame, local: 0, value: [frames[frame]!.locals[0]!] });
    expect(await run.locals(frame)).toEqual(frames[frame]!.locals);
  }

  motion(depth: number): RunMotion {
    return this.random.pick([
      onwards,
      over,
      over,
      into,
      instruction,
      instruction,
      upTo(Math.max(0, depth - 1 - this.random.below(2))),
    ]);
  }

  /** Some statements, and sometimes any instruction. */
  async arm(run: TestRun, some: boolean): Promise<void> {
    const { trace } = this.what.expected;
    const statement = (): number => this.random.pick(this.what.marked.probes);
    const anywhere = (): number => this.random.pick(trace).frames[0]!.offset;
    const count = some ? this.random.below(4) : 0;
    this.#armed = new Set(
      Array.from({ length: count }, () => (this.random.chance(75) ? statement() : anywhere())),
    );
    await run.run.arm([...this.#armed]);
  }

  /** Where the motion has to end, by the trace; undefined: at the end of the program. */
  predict(from: number, motion: RunMotion): number | undefined {
    const { trace, trap } = this.what.expected;
    const statements = new Set(this.what.marked.probes);
    const depth = trace[from]?.frames.length ?? 0;
    const ends = (position: number): boolean => {
      const { frames } = trace[position]!;
      const { offset } = frames[0]!;
      if (this.#armed.has(offset)) return true;
      if (motion.kind === 'instruction') return true;
      if (motion.kind !== 'advance') return false;
      if (motion.until.kind === 'depth') return frames.length <= motion.until.depth;
      if (frames.length < depth) return true;
      return statements.has(offset) && (motion.until.into || frames.length === depth);
    };
    for (let position = from + 1; position < trace.length; position++) if (ends(position)) return position;
    return trap === undefined || from === trace.length - 1 ? undefined : trace.length - 1;
  }

  checkEnd(run: TestRun, outcome: RunOutcome & { readonly kind: 'exited' }): void {
    const { trap, results, printed } = this.what.expected;
    expect(outcome.failure?.name).toBe(trap);
    if (trap === undefined) expect(outcome.results).toEqual(results);
    expect(run.output.join('')).toBe(printed.map(number => `${number}\n`).join(''));
  }
}

describe(`random programs (seed ${seed})`, () => {
  const random = new Random(seed);
  const walks: Walk[] = [];
  afterAll(async () => {
    for (const walk of walks) await walk.end();
  });

  it('stop where a trace says that they stop, and show what it shows', async () => {
    let stops = 0;
    for (let program = 0; program < programs; program++) {
      const what = caseFrom(random);
      const walk = new Walk(what, random);
      walks.push(walk);
      const run = await walk.begin();
      let depth = 0;
      let last = -1;
      for (let stop = 0; ; stop++) {
        await walk.arm(run, stop < mostStops);
        const motion = stop === 0 || stop >= mostStops ? onwards : walk.motion(depth);
        const predicted = walk.predict(last, motion);
        const outcome = await run.go(motion);
        if (outcome.kind === 'exited') {
          expect(predicted).toBeUndefined();
          walk.checkEnd(run, outcome);
          break;
        }
        expect(Number(outcome.at.position)).toBe(predicted);
        await walk.check(run, outcome.at);
        if (outcome.kind === 'thrown') expect(outcome.thrown.name).toBe(what.expected.trap);
        depth = outcome.at.depth;
        last = Number(outcome.at.position);
        stops++;
      }
    }
    expect(stops).toBeGreaterThan(programs);
  });
});
