// Statements.

import { endOf } from '@sonde/native-compiler';
import type {
  Block,
  Defer,
  LoopId,
  Pattern,
  Pick,
  PickId,
  Statement,
} from '../../toolchain/checker/typed-program.js';
import { sentinel } from '../../toolchain/checker/types.js';
import type { Part } from './activity.js';
import { compared } from './arithmetic.js';
import { evaluate } from './evaluate.js';
import type { Frame } from './frame.js';
import { executeLoop } from './loops.js';
import type { Machine } from './machine.js';
import { Failing } from './signals.js';
import { Outcome, zeroOf, type Value } from './values.js';

/** How a statement was left when not at its end. */
export type Left =
  | { readonly kind: 'break' | 'continue'; readonly loop: LoopId }
  | { readonly kind: 'fall'; readonly pick: PickId; readonly case: number }
  | { readonly kind: 'return'; readonly outcome: Outcome };

export function* executeBlock(machine: Machine, frame: Frame, block: Block): Part<Left | undefined> {
  const scope = frame.open();
  const defers: Defer[] = [];
  let left: Left | undefined;
  for (const statement of block.statements) {
    machine.visit('statement', statement, frame);
    if (statement.kind === 'defer') {
      defers.push(statement);
      continue;
    }
    left = yield* orFail(execute(machine, frame, statement));
    if (left) break;
  }
  if (!left) machine.visit('end', block, frame, endOf(block.at));
  // A defer cannot be left by a jump and cannot fail, so what it returns is nothing.
  for (const { body } of defers.reverse()) yield* executeBlock(machine, frame, body);
  frame.close(scope);
  return left;
}

/** An unwrapped failure leaves the function as `fail` does. */
function* orFail(work: Part<Left | undefined>): Part<Left | undefined> {
  try {
    return yield* work;
  } catch (problem) {
    if (!(problem instanceof Failing)) throw problem;
    return { kind: 'return', outcome: new Outcome(problem.code, null) };
  }
}

function* execute(machine: Machine, frame: Frame, statement: Statement): Part<Left | undefined> {
  switch (statement.kind) {
    case 'block':
      return yield* executeBlock(machine, frame, statement);
    case 'declare': {
      const { variable, initial } = statement;
      const value = initial
        ? yield* evaluate(machine, frame, initial)
        : zeroOf(variable.type, machine.program);
      frame.declare(variable, value);
      return undefined;
    }
    case 'expression':
      yield* evaluate(machine, frame, statement.expression);
      return undefined;
    case 'pass': {
      const value = statement.value ? yield* evaluate(machine, frame, statement.value) : null;
      return { kind: 'return', outcome: new Outcome(0n, value) };
    }
    case 'fail': {
      const code = (yield* evaluate(machine, frame, statement.code)) as bigint;
      // A fail always fails.
      return { kind: 'return', outcome: new Outcome(code === 0n ? sentinel(8) : code, null) };
    }
    case 'if': {
      if (yield* evaluate(machine, frame, statement.condition)) {
        return yield* executeBlock(machine, frame, statement.then);
      }
      const { otherwise } = statement;
      if (!otherwise) return undefined;
      if (otherwise.kind === 'block') return yield* executeBlock(machine, frame, otherwise);
      machine.visit('statement', otherwise, frame);
      return yield* execute(machine, frame, otherwise);
    }
    case 'pick':
      return yield* executePick(machine, frame, statement);
    case 'fall':
      return { kind: 'fall', pick: statement.pick, case: statement.case };
    case 'break':
    case 'continue':
      return { kind: statement.kind, loop: statement.loop };
    case 'defer':
      throw new Error('a defer is run by its block');
    default:
      return yield* executeLoop(machine, frame, statement);
  }
}

function* executePick(machine: Machine, frame: Frame, statement: Pick): Part<Left | undefined> {
  const subject = yield* evaluate(machine, frame, statement.subject);
  let chosen = statement.cases.findIndex(({ patterns }) => patterns.some(pattern => fits(pattern, subject)));
  while (chosen >= 0) {
    const left = yield* executeBlock(machine, frame, statement.cases[chosen]!.body);
    if (left?.kind !== 'fall' || left.pick !== statement.pick) return left;
    machine.step();
    chosen = left.case;
  }
  return undefined;
}

type Plain = bigint | number | boolean | string;

function fits(pattern: Pattern, subject: Value): boolean {
  const value = subject as Plain;
  switch (pattern.kind) {
    case 'any':
      return true;
    case 'never':
      return false;
    case 'value':
      return compared('==', value, literal(pattern.value));
    case 'compare':
      return compared(pattern.operator, value, literal(pattern.value));
    case 'range':
      return (
        compared('>=', value, pattern.low.value) &&
        compared(pattern.inclusive ? '<=' : '<', value, pattern.high.value)
      );
  }
}

function literal(value: Extract<Pattern, { kind: 'value' }>['value']): Plain {
  if (value.kind === 'string') return String.fromCharCode(...value.bytes);
  if (value.kind === 'integer' || value.kind === 'float' || value.kind === 'bool') return value.value;
  throw new Error('a pattern is a literal');
}
