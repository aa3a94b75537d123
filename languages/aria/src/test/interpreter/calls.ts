// Calls of functions, and coroutines.

import type { Expression, TypedFunction } from '../../toolchain/checker/typed-program.js';
import type { Activity, Part } from './activity.js';
import { Coroutine } from './coroutines.js';
import { evaluate } from './evaluate.js';
import { executeBlock } from './execute.js';
import { Frame } from './frame.js';
import type { Machine } from './machine.js';
import { Trap } from './signals.js';
import { copyOf, FunctionValue, Outcome, zeroOf, type Value } from './values.js';

/** As deep as the stack of a program would go, more or less. */
const deepestCall = 20_000;

/** A function that has its arguments. */
export function* activityOf(
  machine: Machine,
  target: TypedFunction,
  values: readonly Value[],
  depth: number,
): Activity {
  const frame = new Frame(target, depth, machine.globals);
  const scope = frame.open();
  target.parameters.forEach((parameter, index) => {
    frame.declare(parameter, values[index]!);
  });
  const left = yield* executeBlock(machine, frame, target.body!);
  frame.close(scope);
  if (left?.kind !== 'return') return new Outcome(0n, null);
  const { err, value } = left.outcome;
  return err === 0n ? left.outcome : new Outcome(err, value ?? zeroOf(target.result, machine.program));
}

function* evaluateAll(machine: Machine, frame: Frame, parts: readonly Expression[]): Part<Value[]> {
  const values: Value[] = [];
  for (const part of parts) values.push(yield* evaluate(machine, frame, part));
  return values;
}

export function* evaluateCall(
  machine: Machine,
  frame: Frame,
  { function: target, arguments: parts, at }: Extract<Expression, { kind: 'call' }>,
): Part {
  const values = yield* evaluateAll(machine, frame, parts);
  if (!target.extern) return yield* call(machine, frame, target, values, at);
  const known = machine.externs.get(target.name);
  if (!known) throw new Trap(`the interpreter does not know the extern function ${target.name}`, at);
  return known(values, text => machine.streams.write('stdout', text));
}

export function* evaluateIndirect(
  machine: Machine,
  frame: Frame,
  { callee, arguments: parts, at }: Extract<Expression, { kind: 'call-indirect' }>,
): Part {
  const target = yield* evaluate(machine, frame, callee);
  const values = yield* evaluateAll(machine, frame, parts);
  if (!(target instanceof FunctionValue)) throw new Trap('call of a function that is NULL', at);
  return yield* call(machine, frame, target.target, values, at);
}

function* call(
  machine: Machine,
  frame: Frame,
  target: TypedFunction,
  values: readonly Value[],
  at: Expression['at'],
): Part {
  if (frame.depth >= deepestCall) throw new Trap('stack overflow', at);
  machine.step();
  return (yield { kind: 'call', activity: activityOf(machine, target, values, frame.depth + 1) })!;
}

export function* evaluateSpawn(
  machine: Machine,
  frame: Frame,
  { call: started, at }: Extract<Expression, { kind: 'spawn' }>,
): Part {
  let target: TypedFunction;
  if (started.kind === 'call') target = started.function;
  else {
    const value = yield* evaluate(machine, frame, started.callee);
    if (!(value instanceof FunctionValue)) throw new Trap('call of a function that is NULL', at);
    target = value.target;
  }
  const values = yield* evaluateAll(machine, frame, started.arguments);
  machine.step();
  return machine.schedule.create(target.name, activityOf(machine, target, values, 0));
}

export function* evaluateAwait(
  machine: Machine,
  frame: Frame,
  { future: part, at }: Extract<Expression, { kind: 'await' }>,
): Part {
  const future = yield* evaluate(machine, frame, part);
  if (!(future instanceof Coroutine)) throw new Trap('await of NULL', at);
  if (future === machine.current) throw new Trap('a coroutine awaits itself', at);
  if (!future.outcome) yield { kind: 'await', future };
  return copyOf(future.outcome!);
}
