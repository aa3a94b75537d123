// A compiled program under the native engine, one step after the other, beside the interpreter's account of the same program.

import { basename } from 'node:path';
import {
  breakpointId,
  StopReader,
  topOf,
  type BreakpointSpec,
  type Engine,
  type EngineHost,
  type LaunchSettings,
  type PushedTop,
  type Stop,
} from '@sonde/engine';
import type { Span } from '@sonde/native-compiler';
import type { PlainValue, Visit } from './interpreter/interpreter.js';
import { aria } from '../pack/aria.js';
import { SeenValues } from './seen-values.js';

/** A moment of the interpreter's, with its variables as they were then. */
export interface Moment {
  readonly function: string;
  readonly at: Span;
  readonly depth: number;
  readonly moment: Visit['moment'];
  /** A block has no code of its own before its first statement. */
  readonly isBlock: boolean;
  readonly coroutine: number;
  readonly locals: ReadonlyMap<string, PlainValue>;
}

export const momentOf = (visit: Visit): Moment => ({
  function: visit.function.id,
  at: visit.at,
  depth: visit.depth,
  moment: visit.moment,
  isBlock: visit.statement.kind === 'block',
  coroutine: visit.coroutine,
  locals: visit.locals(),
});

export interface SteppedProgram {
  readonly executable: string;
  readonly source: string;
  readonly moments: readonly Moment[];
  readonly stdin: string;
  readonly stddati: Uint8Array;
}

export interface Account {
  /** What does not agree, one line each. */
  readonly differences: readonly string[];
  /** Variables that were compared, over all stops. */
  readonly compared: number;
  readonly stops: number;
}

/** What the interpreter cannot know: numbers that were pointers. */
const unknowable: ReadonlySet<string> = new Set(['address']);

/** A program that never gets where it should be would be stepped for ever. */
const mostStops = 20_000;

/** Steps through the whole program and compares every local at every statement. */
export async function stepThrough(program: SteppedProgram): Promise<Account> {
  const stops = new StopQueue();
  const engine = await start(program, stops.host);
  const comparison = new Comparison(engine, program);
  let count = 0;
  try {
    await engine.changeBreakpoints(breakpointsFor(program), []);
    await engine.begin();
    for (let stop = await stops.next(); stop !== undefined; stop = await stops.next()) {
      if (++count > mostStops) throw new Error(`${program.source}: it does not come to an end`);
      const inSource = await comparison.look(stop);
      await engine.resume({
        stop: stop.id,
        thread: stop.focus,
        scope: 'all',
        direction: 'forward',
        // Where there are no lines a step is one instruction: behind the end of main there are many.
        motion:
          waits(program) || !inSource
            ? { kind: 'continue' }
            : { kind: 'step', how: 'in', granularity: 'line' },
      });
    }
  } finally {
    await engine.dispose();
  }
  return { ...comparison.end(), stops: count };
}

function start({ executable, stdin, stddati }: SteppedProgram, host: EngineHost): Promise<Engine> {
  const settings: LaunchSettings = {
    ...{ program: executable, args: [], cwd: '/', env: {}, stopOnEntry: false, noDebug: false },
    ...{ stdin: { text: stdin, closed: true }, console: 'internalConsole' },
    extra: { stddati: { bytes: Buffer.from(stddati).toString('base64') } },
  };
  const target = { program: executable, temporary: [], image: undefined };
  return aria.engine.start(target, settings, host, new AbortController().signal);
}

/**
 * Stepping leads everywhere but to what the runtime calls: the module level and main. A step over a place where a
 * coroutine waits ends when that one goes on, while others run: there every line has a breakpoint instead.
 */
function breakpointsFor(program: SteppedProgram): readonly BreakpointSpec[] {
  const { source, moments } = program;
  const functions = ['__aria_module_init', 'main'].map(name => ({ kind: 'function', name }) as const);
  const lines = new Set(moments.filter(({ moment }) => moment !== 'end').map(({ at }) => at.line));
  const places = [...lines].map(
    line => ({ kind: 'source', source: { name: basename(source), path: source }, line }) as const,
  );
  return [...functions, ...(waits(program) ? places : [])].map((where, index) => ({
    id: breakpointId(index + 1),
    where,
  }));
}

const waits = ({ moments }: SteppedProgram): boolean => moments.some(({ coroutine }) => coroutine > 1);

/** Stops as they come; undefined when the program has ended. */
class StopQueue {
  readonly #come: (Stop | undefined)[] = [];
  #waiting: ((stop: Stop | undefined) => void) | undefined;

  readonly host: EngineHost = {
    event: event => {
      if (event.kind === 'output') event.taken?.();
      if (event.kind === 'stopped') this.#put(event.stop);
      if (event.kind === 'ended') this.#put(undefined);
    },
    decide: () => Promise.reject(new Error('not asked')),
    compileCondition: notAsked,
    compileLog: notAsked,
  };

  next(): Promise<Stop | undefined> {
    if (this.#come.length > 0) return Promise.resolve(this.#come.shift());
    return new Promise(resolve => (this.#waiting = resolve));
  }

  #put(stop: Stop | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#come.push(stop);
    else waiting(stop);
  }
}

function notAsked(): never {
  throw new Error('not asked');
}

/** Whether a place is in the first line of what is about to run: the code of a statement may begin with a part of it. */
const begins = ({ at, moment }: Moment, line: number, column: number): boolean =>
  at.line === line &&
  (column === 0 || moment === 'end' || (column >= at.column && (at.endLine > line || column < at.endColumn)));

/** One coroutine's account. Under a debugger time goes on while coroutines sleep, so that only the order in each is sure. */
class Lane {
  #at = 0;

  constructor(
    private readonly moments: readonly Moment[],
    /** A breakpoint in the line of a loop is hit before its first round only. */
    private readonly byBreakpoints: boolean,
  ) {}

  /** The next moment there, if nothing lies before it that stepping had to stop at. */
  find(name: string, line: number, column: number): number | undefined {
    for (let at = this.#at; at < this.moments.length; at++) {
      const moment = this.moments[at]!;
      if (moment.function === name && begins(moment, line, column)) return at;
      if (!this.#mayBePassed(at)) return undefined;
    }
    return undefined;
  }

  moment(at: number): Moment {
    return this.moments[at]!;
  }

  take(at: number): void {
    this.#at = at + 1;
  }

  /** What should have been stopped at and never was. */
  missed(): Moment | undefined {
    return this.moments.find((_moment, at) => at >= this.#at && !this.#mayBePassed(at));
  }

  /** Stepping stops once for each line of a call: not at a second statement of it, nor at a brace without code. */
  #mayBePassed(at: number): boolean {
    const moment = this.moments[at]!;
    if (moment.moment === 'end' || moment.isBlock) return true;
    if (moment.moment === 'round' && this.byBreakpoints) return true;
    for (let earlier = at - 1; earlier >= 0; earlier--) {
      const before = this.moments[earlier]!;
      if (before.depth > moment.depth) continue;
      return before.depth === moment.depth && before.at.line === moment.at.line;
    }
    return false;
  }
}

class Comparison {
  readonly #differences: string[] = [];
  readonly #lanes: readonly Lane[];
  #compared = 0;

  constructor(
    private readonly engine: Engine,
    program: SteppedProgram,
  ) {
    const lanes = new Map<number, Moment[]>();
    for (const moment of program.moments) {
      const lane = lanes.get(moment.coroutine) ?? [];
      lane.push(moment);
      lanes.set(moment.coroutine, lane);
    }
    this.#lanes = [...lanes.values()].map(lane => new Lane(lane, waits(program)));
  }

  /** Whether it stopped in a line at all. */
  async look(stop: Stop): Promise<boolean> {
    const top = await topOf(stop);
    const frame = top?.frames[0];
    const location = frame?.location;
    if (top === undefined || frame === undefined || location === undefined) return false;
    const candidates = this.#lanes
      .map(lane => ({ lane, at: lane.find(frame.function, location.line, location.column ?? 0) }))
      .filter((found): found is { lane: Lane; at: number } => found.at !== undefined);
    // Of coroutines in the same line it is the one whose variables these are.
    const read: { readonly lane: Lane; readonly at: number; readonly wrong: readonly string[] }[] = [];
    for (const { lane, at } of candidates)
      read.push({ lane, at, wrong: await this.#differencesAt(stop, top, lane.moment(at)) });
    const best = read.find(({ wrong }) => wrong.length === 0) ?? read[0];
    // Without any: back in the middle of a line that was compared when it began.
    if (best === undefined) return true;
    best.lane.take(best.at);
    this.#compared += best.lane.moment(best.at).locals.size;
    this.#differences.push(...best.wrong.map(text => `${location.line} in ${frame.function}: ${text}`));
    return true;
  }

  async #differencesAt(
    stop: Stop,
    { scopes = [] }: PushedTop,
    { locals, moment }: Moment,
  ): Promise<readonly string[]> {
    // The innermost of a name comes first.
    const variables = new Map(
      scopes
        .filter(scope => scope.kind !== 'registers')
        .flatMap(scope => scope.variables)
        .reverse()
        .map(({ name, value }) => [name, value]),
    );
    const values = new SeenValues(new StopReader(this.engine, stop.id));
    const found: string[] = [];
    for (const [name, said] of locals) {
      const seen = variables.get(name);
      if (unknowable.has(name) || (seen === undefined && moment === 'end')) continue;
      const difference =
        seen === undefined ? `there is no ${name}` : await values.difference(name, seen, said);
      if (difference !== undefined) found.push(difference);
    }
    return found;
  }

  end(): Pick<Account, 'differences' | 'compared'> {
    const missed = this.#lanes.map(lane => lane.missed()).filter(moment => moment !== undefined);
    return {
      differences: [
        ...this.#differences,
        ...missed.map(({ at, function: name }) => `${at.line} in ${name}: it never stopped there`),
      ],
      compared: this.#compared,
    };
  }
}
