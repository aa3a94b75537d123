// Runs a module in its thread and waits for what comes of each motion.

import { Failure } from '@sonde/engine';
import { ModuleBuilder, type BuiltModule, type Code, type Mark } from '@sonde/wasm';
import type { CrossingValue, EntryCall, RunMotion, RunOutcome, RunSetup } from '../messages.js';
import { WasmRun, type RunOptions } from '../wasm-run.js';

export const hostUrl = new URL('./printing-host.js', import.meta.url).href;

export const onwards: RunMotion = { kind: 'run', past: true };
export const over: RunMotion = { kind: 'advance', until: { kind: 'statement', into: false } };
export const into: RunMotion = { kind: 'advance', until: { kind: 'statement', into: true } };
export const instruction: RunMotion = { kind: 'instruction' };
export const upTo = (depth: number): RunMotion => ({ kind: 'advance', until: { kind: 'depth', depth } });

export class TestRun {
  readonly output: string[] = [];
  readonly waits: boolean[] = [];
  /** How many log points were passed. */
  logged = 0;
  run!: WasmRun;
  #heard: (RunOutcome | Failure)[] = [];
  #listener: (() => void) | undefined;

  static async start(
    setup: Partial<RunSetup> & Pick<RunSetup, 'module'>,
    options?: RunOptions,
  ): Promise<TestRun> {
    const made = new TestRun();
    made.run = await WasmRun.start(
      {
        probes: [],
        host: { url: hostUrl },
        calls: [{ name: 'main', arguments: [] }],
        stopsAtTraps: true,
        ...setup,
      },
      {
        output: (_, text) => void made.output.push(text),
        logged: (entries, taken) => {
          made.logged += entries.length;
          taken();
        },
        waiting: waiting => {
          made.waits.push(waiting);
          made.#listener?.();
        },
        outcome: outcome => made.#hear(outcome),
        lost: failure => made.#hear(failure),
      },
      options,
    );
    return made;
  }

  async go(motion: RunMotion): Promise<RunOutcome> {
    await this.run.move(motion);
    return this.outcome();
  }

  async outcome(): Promise<RunOutcome> {
    const next = await this.next();
    if (next instanceof Failure) throw next;
    return next;
  }

  async next(): Promise<RunOutcome | Failure> {
    for (;;) {
      const next = this.#heard.shift();
      if (next !== undefined) return next;
      await new Promise<void>(resolve => (this.#listener = resolve));
    }
  }

  async waitingForInput(): Promise<void> {
    while (this.waits.at(-1) !== true) await new Promise<void>(resolve => (this.#listener = resolve));
  }

  locals(frame = 0): Promise<readonly CrossingValue[]> {
    return this.run.ask('locals', { frame });
  }

  async frames() {
    return (await this.run.ask('frames', { start: 0, count: 10_000 })).frames;
  }

  #hear(heard: RunOutcome | Failure): void {
    this.#heard.push(heard);
    this.#listener?.();
  }
}

/** A module with marked statements: `build` gives the functions code and says where they begin. */
export interface MarkedModule extends BuiltModule {
  /** Offsets by name. */
  readonly at: Readonly<Record<string, number>>;
  readonly probes: readonly number[];
  /** The name of an offset, or the number. */
  nameOf(offset: number): string | number;
}

export type Statement = (code: Code, name: string) => void;

export function marked(build: (module: ModuleBuilder, statement: Statement) => void): MarkedModule {
  const module = new ModuleBuilder();
  const marks = new Map<string, Mark>();
  build(module, (code, name) => void marks.set(name, code.mark()));
  const built = module.build();
  const at = Object.fromEntries([...marks].map(([name, mark]) => [name, built.offsetOf(mark)]));
  const names = new Map(Object.entries(at).map(([name, offset]) => [offset, name]));
  return { ...built, at, probes: Object.values(at), nameOf: offset => names.get(offset) ?? offset };
}

/** Where a program stopped and why, in short: `site b`. */
export const told = (module: MarkedModule, outcome: RunOutcome): string =>
  outcome.kind === 'exited'
    ? `exited ${outcome.code}${outcome.failure === undefined ? '' : ` ${outcome.failure.name}`}`
    : `${outcome.kind} ${module.nameOf(outcome.at.offset)}`;

export const mainCall = (...given: readonly (number | bigint)[]): readonly EntryCall[] => [
  { name: 'main', arguments: given },
];
