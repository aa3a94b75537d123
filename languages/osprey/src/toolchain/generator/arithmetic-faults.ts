// Where checked arithmetic fails: a call that a debugger can stop at, on that path only, in programs with debug information.

import { double, type Value } from '@sonde/llvm-ir';
import type { TypedExpression } from '../checker/typed-program.js';
import type { FunctionContext } from './function-context.js';

/** An operation that may fail, as the source has it. */
export interface Failing {
  readonly at: TypedExpression['at'];
  readonly operator: string;
  readonly left: Value;
  readonly right: Value;
}

export function tellFailure(
  fc: FunctionContext,
  failed: Value,
  message: Value,
  { at, operator, left, right }: Failing,
): void {
  const { code } = fc;
  const [fails, goesOn] = [fc.block('fails'), fc.block('computed')];
  code.condBr(failed, fails, goesOn);
  code.moveTo(fails);
  const before = code.location;
  fc.markPlace(at);
  const isFloat = left.type === double;
  fc.call(
    isFloat ? 'osp_float_arithmetic_failed' : 'osp_arithmetic_failed',
    message,
    fc.home.text(operator),
    fc.toWord(left),
    fc.toWord(right),
  );
  code.br(goesOn);
  code.location = before;
  code.moveTo(goesOn);
}
