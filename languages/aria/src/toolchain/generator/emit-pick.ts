// pick: the first case that fits.

import type { Value } from '@sonde/llvm-ir';
import type { AriaType, Pattern, Pick } from '../checker/typed-program.js';
import { compared } from './emit-arithmetic.js';
import { emitBlock } from './emit-statements.js';
import { emitValue } from './emit-values.js';
import type { FunctionContext } from './function-context.js';

export function emitPick(fc: FunctionContext, { pick, subject, cases }: Pick): void {
  const { code, builder } = fc;
  const bodies = cases.map(() => builder.block('case'));
  const after = builder.block('after');
  fc.picks.set(pick, { bodies, outer: fc.surroundings });
  // All tests are part of the line that picks: nobody wants to step from case to case.
  const value = emitValue(fc, subject);
  cases.forEach(({ patterns }, index) => {
    for (const pattern of patterns) {
      if (code.terminated) return;
      emitTest(fc, pattern, value, subject.type, bodies[index]!);
    }
  });
  if (!code.terminated) code.br(after);
  fc.endStatement();
  cases.forEach(({ body }, index) => {
    const block = bodies[index]!;
    if (!block.isTarget && !isFallenInto(cases, index)) return;
    code.moveTo(block);
    emitBlock(fc, body);
    if (!code.terminated) code.br(after);
  });
  fc.join(after);
}

/** A later case may fall into an earlier one, which has to be there then. */
const isFallenInto = (cases: Pick['cases'], index: number): boolean => cases[index]!.label !== undefined;

function emitTest(
  fc: FunctionContext,
  pattern: Pattern,
  value: Value,
  type: AriaType,
  body: ReturnType<FunctionContext['builder']['block']>,
): void {
  const { code } = fc;
  if (pattern.kind === 'never') return;
  if (pattern.kind === 'any') return code.br(body);
  const next = fc.builder.block('next');
  code.condBr(fits(fc, pattern, value, type), body, next);
  code.moveTo(next);
}

function fits(
  fc: FunctionContext,
  pattern: Exclude<Pattern, { kind: 'any' | 'never' }>,
  value: Value,
  type: AriaType,
): Value {
  if (pattern.kind === 'range') {
    const above = compared(fc, '>=', value, emitValue(fc, pattern.low), type);
    const below = compared(fc, pattern.inclusive ? '<=' : '<', value, emitValue(fc, pattern.high), type);
    return fc.code.binary('and', above, below);
  }
  const operator = pattern.kind === 'value' ? '==' : pattern.operator;
  return compared(fc, operator, value, emitValue(fc, pattern.value), type);
}
