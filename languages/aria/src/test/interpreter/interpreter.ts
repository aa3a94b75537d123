// The entry of the interpreter: runs a typed program and tells what it did.

import type { Span } from '@sonde/native-compiler';
import type { TypedFunction, TypedProgram } from '../../toolchain/checker/typed-program.js';
import type { Activity } from './activity.js';
import { activityOf } from './calls.js';
import type { Coroutine } from './coroutines.js';
import { Machine, type ExternFunction, type Visitor } from './machine.js';
import { ProgramExit, StepLimit, Trap } from './signals.js';
import { Streams } from './streams.js';
import { fromBytes, Outcome, readable, toBytes } from './values.js';

export type { ExternFunction, Visit, Visitor } from './machine.js';
export type { PlainValue } from './show.js';

export interface RunOptions {
  readonly stdin?: string;
  readonly stddati?: Uint8Array;
  /** Statements, rounds and calls after which a program is ended. */
  readonly mostSteps?: number;
  /** Told before each statement. */
  readonly visit?: Visitor;
  /** The arguments of the program. */
  readonly args?: readonly string[];
  readonly externs?: ReadonlyMap<string, ExternFunction>;
  /** What the lines of debug sessions tell as their time. */
  readonly now?: () => Date;
}

export type Ending =
  | { readonly kind: 'exited'; readonly status: number }
  /** main, or the module level, failed with this code. */
  | { readonly kind: 'failed'; readonly code: bigint }
  | { readonly kind: 'trapped'; readonly message: string; readonly at: Span }
  | { readonly kind: 'endless'; readonly message: string };

export interface Run {
  readonly ending: Ending;
  readonly stdout: string;
  /** With the runtime's own message after a failure or a trap. */
  readonly stderr: string;
  readonly stddbg: string;
  readonly stddato: Uint8Array;
}

const defaultSteps = 5_000_000;

export function run(program: TypedProgram, options: RunOptions = {}): Run {
  const streams = new Streams(
    fromBytes(new TextEncoder().encode(options.stdin ?? '')),
    fromBytes(options.stddati ?? new Uint8Array()),
  );
  const machine = new Machine(
    program,
    streams,
    options.externs ?? new Map(),
    options.mostSteps ?? defaultSteps,
    options.visit,
    options.now ?? (() => new Date()),
    (options.args ?? []).map(argument => fromBytes(new TextEncoder().encode(argument))),
  );
  const ending = runToEnd(machine, program);
  if (ending.kind === 'failed') {
    streams.write('stderr', `aria: the program failed with error ${ending.code}\n`);
  } else if (ending.kind === 'trapped') {
    streams.write('stderr', `${program.source.name}:${ending.at.line}: ${ending.message}\n`);
  }
  return {
    ending,
    stdout: readable(streams.written('stdout')),
    stderr: readable(streams.written('stderr')),
    stddbg: readable(streams.written('stddbg')),
    stddato: toBytes(streams.written('stddato')),
  };
}

function runToEnd(machine: Machine, program: TypedProgram): Ending {
  try {
    const outcome = drive(machine, machine.schedule.create('main', whole(machine, program)));
    if (outcome.err !== 0n) return { kind: 'failed', code: outcome.err };
    // The system keeps eight bits.
    return { kind: 'exited', status: Number(((outcome.value as bigint | null) ?? 0n) & 255n) };
  } catch (problem) {
    if (problem instanceof ProgramExit) return { kind: 'exited', status: Number(problem.status & 255n) };
    if (problem instanceof Trap) return { kind: 'trapped', message: problem.message, at: problem.at };
    if (problem instanceof StepLimit) return { kind: 'endless', message: problem.message };
    throw problem;
  }
}

/** The module level, then main. */
function* whole(machine: Machine, { globals, moduleInit, main }: TypedProgram): Activity {
  for (const global of globals) machine.globals.set(global, [{ value: machine.zero(global.type) }]);
  for (const part of [moduleInit, main]) {
    if (!part) continue;
    const outcome: Outcome = (yield { kind: 'call', activity: start(machine, part) })!;
    if (outcome.err !== 0n || part === main) return outcome;
  }
  return new Outcome(0n, null);
}

const start = (machine: Machine, target: TypedFunction): Activity => activityOf(machine, target, [], 0);

/** Gives every coroutine its turns until main has ended. */
function drive(machine: Machine, main: Coroutine): Outcome {
  let last: Span | undefined;
  while (!main.outcome) {
    const coroutine = machine.schedule.next();
    if (!coroutine) {
      const nowhere: Span = { start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
      throw new Trap('deadlock: every coroutine waits for another one', last ?? nowhere);
    }
    machine.current = coroutine;
    turn(machine, coroutine);
    last = machine.lastPlace;
  }
  return main.outcome;
}

/** Runs a coroutine until it waits or ends. */
function turn(machine: Machine, coroutine: Coroutine): void {
  const { activities } = coroutine;
  let answer: Outcome | undefined;
  for (;;) {
    const step = activities.at(-1)!.next(answer);
    answer = undefined;
    if (!step.done) {
      if (step.value.kind === 'call') {
        activities.push(step.value.activity);
        continue;
      }
      machine.schedule.suspend(coroutine, step.value);
      return;
    }
    activities.pop();
    answer = step.value;
    if (activities.length > 0) continue;
    machine.schedule.end(coroutine, answer);
    return;
  }
}
