// Code that ends the transaction: a revert tells the host, a panic leaves its text in a global and traps.

import type { Span } from '@sonde/front-end';
import type { Failing } from '../checker/typed-expressions.js';
import type { FunctionContext } from './function-context.js';
import type { FailureCause, FailureOperand } from './records.js';
import { checkAnswer } from './runtime/host-answers.js';

/** Where the stack has a condition: fails if it holds. The operands are in named locals when the debugger stops. */
export function failIf(
  g: FunctionContext,
  failing: Failing,
  cause: FailureCause,
  at: Span,
  operands: readonly FailureOperand[],
): void {
  g.code.if(undefined, () => fail(g, failing, cause, at, operands));
}

export function fail(
  g: FunctionContext,
  { outcome, text }: Failing,
  cause: FailureCause,
  at: Span,
  operands: readonly FailureOperand[],
): void {
  const handle = g.module.data.string(text);
  failWith(g, outcome, cause, text, at, operands, () => g.code.i32(handle));
}

/** `pushText` pushes the handle of the text. */
export function failWith(
  g: FunctionContext,
  outcome: Failing['outcome'],
  cause: FailureCause,
  text: string | undefined,
  at: Span,
  operands: readonly FailureOperand[],
  pushText: () => void,
): void {
  const { code } = g;
  g.row(at);
  const from = code.mark();
  pushText();
  if (outcome === 'panic') code.globalSet(g.module.panicText);
  else {
    const message = g.named('message', 'i32');
    code.tee(message).i32(4).op('i32.add').get(message).load('i32.load');
    g.host('revert');
    // It does not come back, unless the host refuses the text.
    checkAnswer(g.module, code, 'revert');
  }
  code.op('unreachable');
  g.records.failures.push({ outcome, cause, text, at, range: { from, to: code.mark() }, operands });
}
