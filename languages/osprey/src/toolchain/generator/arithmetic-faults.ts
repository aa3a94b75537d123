// Where checked arithmetic fails: calls that a debugger can stop at, on that path only, in programs with debug information.

import { boolConstant, double, type Value } from '@sonde/llvm-ir';
import type { TypedExpression } from '../checker/typed-program.js';
import type { FunctionContext } from './function-context.js';

/** An operation that may fail, as the source has it. */
export interface Failing {
  readonly at: TypedExpression['at'];
  readonly operator: string;
  readonly left: Value;
  readonly right: Value;
}

/** One operation of a chain: it is told if it failed and none of its operands had. */
export interface PossibleFailure extends Failing {
  readonly failed: Value;
  readonly unless: readonly Value[];
  readonly message: Value;
}

/** To be written where it is known that one of them has failed. */
export function tellFailures(fc: FunctionContext, failures: readonly PossibleFailure[]): void {
  const [only] = failures;
  if (failures.length === 1 && only!.unless.length === 0) return tell(fc, only!);
  const { code } = fc;
  for (const failure of failures) {
    const fails = failure.unless.reduce(
      (now, operand) => code.binary('and', now, code.binary('xor', operand, boolConstant(true))),
      failure.failed,
    );
    onlyIf(fc, fails, () => tell(fc, failure));
  }
}

/** The same where nothing is known yet. */
export function tellIfFailed(fc: FunctionContext, failed: Value, failures: readonly PossibleFailure[]): void {
  if (failures.length > 0) onlyIf(fc, failed, () => tellFailures(fc, failures));
}

function onlyIf(fc: FunctionContext, condition: Value, act: () => void): void {
  const { code } = fc;
  const [fails, goesOn] = [fc.block('fails'), fc.block('computed')];
  code.condBr(condition, fails, goesOn);
  code.moveTo(fails);
  act();
  code.br(goesOn);
  code.moveTo(goesOn);
}

function tell(fc: FunctionContext, { at, operator, left, right, message }: PossibleFailure): void {
  const { code } = fc;
  const before = code.location;
  fc.markPlace(at);
  fc.call(
    left.type === double ? 'osp_float_arithmetic_failed' : 'osp_arithmetic_failed',
    message,
    fc.home.text(operator),
    fc.toWord(left),
    fc.toWord(right),
  );
  code.location = before;
}
