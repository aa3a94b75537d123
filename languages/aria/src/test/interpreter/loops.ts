// Runs loops: rounds, breaks and continues, and counters that never leave their type.

import type { LoopStatement } from '../../toolchain/checker/typed-program.js';
import { largest, smallest } from '../../toolchain/checker/types.js';
import type { Part } from './activity.js';
import { evaluate } from './evaluate.js';
import { executeBlock, type Left } from './execute.js';
import type { Frame } from './frame.js';
import type { Machine } from './machine.js';
import { Trap } from './signals.js';

type Of<Kind extends LoopStatement['kind']> = Extract<LoopStatement, { kind: Kind }>;

export function executeLoop(
  machine: Machine,
  frame: Frame,
  statement: LoopStatement,
): Part<Left | undefined> {
  switch (statement.kind) {
    case 'while':
      return executeWhile(machine, frame, statement);
    case 'when':
      return executeWhen(machine, frame, statement);
    case 'for':
      return executeFor(machine, frame, statement);
    case 'for-range':
      return executeRange(machine, frame, statement);
    case 'till':
    case 'loop':
      return executeCounted(machine, frame, statement);
  }
}

/** Whether the loop goes on, was ended by a break of its own, or everything around it is left too. */
type Round = 'on' | 'broken' | Left;

function* round(machine: Machine, frame: Frame, statement: LoopStatement): Part<Round> {
  const left = yield* executeBlock(machine, frame, statement.body);
  if (!left) return 'on';
  const own = (left.kind === 'break' || left.kind === 'continue') && left.loop === statement.loop;
  if (!own) return left;
  return left.kind === 'break' ? 'broken' : 'on';
}

function* executeWhile(machine: Machine, frame: Frame, statement: Of<'while'>): Part<Left | undefined> {
  while (yield* evaluate(machine, frame, statement.condition)) {
    const done = yield* round(machine, frame, statement);
    if (done === 'broken') return undefined;
    if (done !== 'on') return done;
    machine.visit('round', statement, frame);
  }
  return undefined;
}

function* executeWhen(machine: Machine, frame: Frame, statement: Of<'when'>): Part<Left | undefined> {
  let ran = false;
  let broken = false;
  while (!broken && (yield* evaluate(machine, frame, statement.condition))) {
    ran = true;
    const done = yield* round(machine, frame, statement);
    if (typeof done === 'object') return done;
    broken = done === 'broken';
    if (!broken) machine.visit('round', statement, frame);
  }
  const last = ran && !broken ? statement.then : statement.end;
  return last && (yield* executeBlock(machine, frame, last));
}

function* executeFor(machine: Machine, frame: Frame, statement: Of<'for'>): Part<Left | undefined> {
  const scope = frame.open();
  const { initial, condition, step } = statement;
  if (initial?.kind === 'declare') {
    const value = initial.initial && (yield* evaluate(machine, frame, initial.initial));
    frame.declare(initial.variable, value ?? machine.zero(initial.variable.type));
  } else if (initial?.kind === 'expression') yield* evaluate(machine, frame, initial.expression);
  let left: Left | undefined;
  while (!condition || (yield* evaluate(machine, frame, condition))) {
    const done = yield* round(machine, frame, statement);
    if (done === 'broken') break;
    if (done !== 'on') {
      left = done;
      break;
    }
    machine.visit('round', statement, frame);
    if (step) yield* evaluate(machine, frame, step);
  }
  frame.close(scope);
  return left;
}

function* executeRange(machine: Machine, frame: Frame, statement: Of<'for-range'>): Part<Left | undefined> {
  const from = (yield* evaluate(machine, frame, statement.from)) as bigint;
  const to = (yield* evaluate(machine, frame, statement.to)) as bigint;
  const last = statement.inclusive ? to : to - 1n;
  return yield* count(machine, frame, statement, from, 1n, value => value <= last);
}

function* executeCounted(
  machine: Machine,
  frame: Frame,
  statement: Of<'till' | 'loop'>,
): Part<Left | undefined> {
  const start = statement.start && ((yield* evaluate(machine, frame, statement.start)) as bigint);
  const limit = (yield* evaluate(machine, frame, statement.limit)) as bigint;
  const step = (yield* evaluate(machine, frame, statement.step)) as bigint;
  if (step === 0n) throw new Trap('a loop has the step 0', statement.at);
  const up = step > 0n;
  if (statement.kind === 'loop') {
    const within = (value: bigint): boolean => (up ? value <= limit : value >= limit);
    return yield* count(machine, frame, statement, start!, step, within);
  }
  const within = (value: bigint): boolean => (up ? value < limit : value >= 0n);
  return yield* count(machine, frame, statement, up ? 0n : limit, step, within);
}

/** The counter is a new constant in every round; it never leaves its type. */
function* count(
  machine: Machine,
  frame: Frame,
  statement: Of<'for-range' | 'till' | 'loop'>,
  first: bigint,
  step: bigint,
  within: (value: bigint) => boolean,
): Part<Left | undefined> {
  const { counter } = statement;
  const { type } = counter;
  if (type.kind !== 'integer' && type.kind !== 'tbb') throw new Error('a loop counts with whole numbers');
  const scope = frame.open();
  let left: Left | undefined;
  for (let value = first; within(value) && value >= smallest(type) && value <= largest(type); value += step) {
    scope.declared.length = 0;
    frame.declare(counter, value);
    const done = yield* round(machine, frame, statement);
    if (done === 'broken') break;
    if (done !== 'on') {
      left = done;
      break;
    }
    machine.visit('round', statement, frame);
  }
  frame.close(scope);
  return left;
}
